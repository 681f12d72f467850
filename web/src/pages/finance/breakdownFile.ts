// The tables of epics and members as files.
import type { ReactNode } from 'react';
import type { Translate } from '../../i18n';
import { type FileCell, withUnit } from '../../ui/charts/csv';

export interface PartRow {
  key: string;
  name: string;
  link: ReactNode;
  points: { done: number; all: number } | null;
  minutes: number;
  cost: number | null;
  /** Relative to the largest row, for the bar. */
  share: number;
}

/** File rows including the header. Units are in the header, so that cells are plain numbers. */
export function fileOf(
  first: string,
  rows: readonly PartRow[],
  costs: boolean,
  t: Translate,
  currency: string | null = null,
): FileCell[][] {
  const points = rows.some((row) => row.points !== null);
  const head = [
    first,
    ...(points ? [t('finance.donePoints'), t('finance.allPoints')] : []),
    t('finance.timeHours'),
    ...(costs ? [withUnit(t('finance.cost'), currency)] : []),
  ];
  const cells = (row: PartRow) => [
    row.name,
    ...(points ? [row.points?.done ?? null, row.points?.all ?? null] : []),
    row.minutes / 60,
    ...(costs ? [row.cost] : []),
  ];
  return [head, ...rows.map(cells)];
}
