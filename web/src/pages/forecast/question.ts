// The questions of a what-if as the address has them, and as the sliders do.
import type { Question } from '../../api/whatif';

/**
 * asked leaves out what is not asked, so that the same question has the same key. A reader who may not know the cost asks nothing
 * about rates, whatever the address says: the server would refuse it.
 */
export const asked = (search: Question, seesCost: boolean): Question =>
  Object.fromEntries(
    (['scope', 'velocity', 'rates', 'shift', 'finish'] as const).flatMap((name) =>
      search[name] === undefined || (name === 'rates' && !seesCost) ? [] : [[name, search[name]]],
    ),
  );

export type Mode = 'percent' | 'more' | 'exactly';

export interface Change {
  mode: Mode;
  amount: number;
}

/** readChange understands +20%, 1.2x, +20, -15 and =300; a bare number is of the kind that the server takes it for. */
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

/** writeChange is the other way round; undefined where nothing is asked. */
export function writeChange({ mode, amount }: Change): string | undefined {
  if (mode === 'exactly') return `=${tidy(Math.max(0, amount))}`;
  if (amount === 0) return undefined;
  const sign = amount > 0 ? '+' : '-';
  return `${sign}${tidy(Math.abs(amount))}${mode === 'percent' ? '%' : ''}`;
}

/** follow is what a field shows when the address has changed: where nothing is asked any more, its mode stays. */
export function follow(shown: Change, asked: Change): Change {
  const nothing = asked.mode === 'percent' && asked.amount === 0;
  return nothing && shown.mode === 'more' ? { mode: 'more', amount: 0 } : asked;
}

const tidy = (value: number): number => Number(value.toFixed(2));

/** rangeOf is how far the slider goes: around as it is, from what there is now. */
export function rangeOf(mode: Mode, now: number | null, most: { low: number; high: number }): [number, number] {
  const base = Math.max(1, Math.ceil(now ?? 1));
  if (mode === 'percent') return [most.low, most.high];
  return mode === 'more' ? [-(base - 1), base * 2] : [0, base * 3];
}

/** daysBetween counts the days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
