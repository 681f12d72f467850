import type { Backup } from '../../api/types.gen';

/** Progress from 0 to 1. It never reaches 1, because the expected size is an estimate. */
export function shareOf({ bytes, expected }: Pick<Backup, 'bytes' | 'expected'>): number {
  return expected <= 0 ? 0 : Math.min(0.99, bytes / expected);
}
