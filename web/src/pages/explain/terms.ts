// Operations: their signs, and recomputing a value from its parts.
import type { Op, Term } from '../../api/types.gen';

/** Signs before the first, second and third part; the last one repeats. */
const signs: Record<Op, readonly string[]> = {
  sum: ['', '+'],
  difference: ['', '−'],
  quotient: ['', '÷'],
  proportion: ['', '×', '÷'],
  least: ['', ','],
  greatest: ['', ','],
  'to go': ['', '÷'],
  round: [''],
  given: [''],
};

export const signOf = (op: Op, n: number): string => signs[op][Math.min(n, signs[op].length - 1)] ?? '';

/** Suffix of the text keys of an operation. */
export const opKey = (op: Op) => (op === 'to go' ? 'to_go' : op);

/** Applies an operation to values; null if there is no result. */
export function recompute(op: Op, values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  const [a, b, c] = known;
  if (op === 'to go' && values[0] === 0) return 0;
  if (op === 'given' || known.length < values.length) return null;
  switch (op) {
    case 'sum':
      return known.reduce((sum, value) => sum + value, 0);
    case 'difference':
      return a === undefined || b === undefined ? null : a - b;
    case 'quotient':
    case 'to go':
      return a === undefined || b === undefined || b === 0 ? null : a / b;
    case 'proportion':
      return a === undefined || b === undefined || c === undefined ? null : c === 0 ? 0 : (a * b) / c;
    case 'least':
      return known.length === 0 ? 0 : Math.min(...known);
    case 'greatest':
      return known.length === 0 ? 0 : Math.max(...known);
    case 'round':
      return a === undefined ? null : Math.sign(a) * Math.round(Math.abs(a));
  }
}

/** Whether all parts are loaded and add up to the value, except for rounding. */
export function addsUp(term: Term, parts: readonly Term[]): boolean {
  if (term.parts === 0 || parts.length < term.parts || term.value === null) return false;
  const made = recompute(
    term.op,
    parts.map((part) => part.value),
  );
  return made !== null && Math.abs(made - term.value) <= 1e-9 * Math.max(1, Math.abs(term.value));
}

/** Suffix of a unit's text key; money and ratios have none. */
export function unitKey(unit: Term['unit']): 'points' | 'percent' | 'minutes' | 'days' | null {
  if (unit === 'money' || unit === 'ratio') return null;
  return unit === '%' ? 'percent' : unit;
}
