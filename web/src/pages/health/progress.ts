import type { Backup } from '../../api/types.gen';

/** shareOf is how far a backup is, from 0 to 1: what it will be is known only about, so that it is never told to be done. */
export function shareOf({ bytes, expected }: Pick<Backup, 'bytes' | 'expected'>): number {
  return expected <= 0 ? 0 : Math.min(0.99, bytes / expected);
}
