import type { Backup } from '../../api/types.gen';

/** Progress from 0 to 1. The expected size is an estimate, so it never reaches 1. */
export function shareOf({ bytes, expected }: Pick<Backup, 'bytes' | 'expected'>): number {
  return expected <= 0 ? 0 : Math.min(0.99, bytes / expected);
}
