// Converts what-if questions between the URL and the sliders.
import type { Question } from '../../api/whatif';

/**
 * Drops empty parts, so that equal questions have equal keys. Without access to cost, rates are dropped too, because the
 * server would refuse them.
 */
export const normaliseQuestion = (search: Question, seesCost: boolean): Question =>
  Object.fromEntries(
    (['scope', 'velocity', 'rates', 'shift', 'finish', 'growth'] as const).flatMap((name) =>
      search[name] === undefined || (name === 'rates' && !seesCost) ? [] : [[name, search[name]]],
    ),
  );

export type Mode = 'percent' | 'more' | 'exactly';

export interface Change {
  mode: Mode;
  amount: number;
}

/** Parses +20%, 1.2x, +20, -15 and =300; `bare` is how the server interprets a number without sign or unit. */
export function readChange(text: string | undefined, bare: 'more' | 'factor'): Change {
  const found = /^([-+= ]?)(\d{1,12}(?:\.\d{1,12})?)(%|x)?$/.exec(text ?? '');
  if (!found) return { mode: 'percent', amount: 0 };
  const [, sign = '', digits = '', unit] = found;
  const number = Number(digits) * (sign === '-' ? -1 : 1);
  if (sign === '=' && unit === undefined) return { mode: 'exactly', amount: number };
  if (unit === '%') return { mode: 'percent', amount: number };
  if (unit === 'x' || (sign === '' && bare === 'factor')) return { mode: 'percent', amount: tidy((number - 1) * 100) };
  return { mode: 'more', amount: number };
}

/** The inverse of readChange; undefined if nothing changes. */
export function writeChange({ mode, amount }: Change): string | undefined {
  if (mode === 'exactly') return `=${tidy(Math.max(0, amount))}`;
  if (amount === 0) return undefined;
  const sign = amount > 0 ? '+' : '-';
  return `${sign}${tidy(Math.abs(amount))}${mode === 'percent' ? '%' : ''}`;
}

/** What a field shows after the URL has changed; if the URL asks for no change, the field keeps its mode. */
export function syncField(shown: Change, asked: Change): Change {
  const nothing = asked.mode === 'percent' && asked.amount === 0;
  return nothing && shown.mode === 'more' ? { mode: 'more', amount: 0 } : asked;
}

const tidy = (value: number): number => Number(value.toFixed(2));

/** The slider's range, based on the current value. */
export function rangeOf(mode: Mode, now: number | null, most: { low: number; high: number }): [number, number] {
  const base = Math.max(1, Math.ceil(now ?? 1));
  if (mode === 'percent') return [most.low, most.high];
  return mode === 'more' ? [-(base - 1), base * 2] : [0, base * 3];
}
