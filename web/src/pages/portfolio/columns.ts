import { useState } from 'react';
import type { Indicator } from '../../api/finance';
import { readStored, store } from '../../storage';
import { fields, isIndicator } from '../../ui/indicators';

/** Default columns. */
export const usualColumns: readonly Indicator[] = ['cpi', 'spi', 'progress_pct', 'bac', 'ac_total', 'eac', 'vac'];
/** Columns that make sense without a budget. */
export const restColumns: readonly Indicator[] = [
  'spi',
  'progress_pct',
  'planned_pct',
  'total_sp',
  'done_sp',
  'ac_total',
  'engaged_charge',
];

/** Parses a list of columns into their fixed order; undefined if there are none. */
export function columnsIn(text: string | undefined | null): Indicator[] | undefined {
  const named = new Set((text ?? '').split(',').filter(isIndicator));
  if (named.size === 0) return undefined;
  const order = [...usualColumns, ...fields.filter((field) => !usualColumns.includes(field))];
  return order.filter((field) => named.has(field));
}

const place = 'earnest.portfolio';

/** The columns last chosen in this browser. */
export function useKeptColumns(): [Indicator[] | undefined, (columns: readonly Indicator[] | undefined) => void] {
  const [kept, setKept] = useState(() => columnsIn(readStored(place)));
  const keep = (columns: readonly Indicator[] | undefined) => {
    setKept(columns && [...columns]);
    store(place, columns?.join(',') ?? null);
  };
  return [kept, keep];
}
