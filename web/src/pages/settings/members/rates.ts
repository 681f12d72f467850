// Daily rates and the periods they apply to.

import { firstDay } from '../../../api/members';
import type { Rate } from '../../../api/types.gen';
import { addDays } from '../../../days';

export interface Span {
  /** Null means since the beginning. */
  from: string | null;
  /** The last day; null if no other rate follows. */
  to: string | null;
  tjm: number;
  /** It applies today. */
  current: boolean;
}

/** The period of each rate, latest first. The first rate also applies to all earlier days. */
export function spansOf(rates: readonly Rate[], today: string): Span[] {
  const list = [...rates].sort((a, b) => a.from.localeCompare(b.from));
  return list
    .map((rate, at) => {
      const next = list[at + 1]?.from ?? null;
      const starts = at === 0 || rate.from <= today;
      return {
        from: at === 0 || rate.from === firstDay ? null : rate.from,
        to: next === null ? null : addDays(next, -1),
        tjm: rate.tjm,
        current: starts && (next === null || today < next),
      };
    })
    .reverse();
}
