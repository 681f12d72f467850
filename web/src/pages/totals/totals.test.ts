import { expect, test } from 'vitest';
import type { TimeTotals } from '../../api/types.gen';
import { csvOf } from '../../ui/charts/csv';
import { matrixOf, rangeOf, rowsOfFile } from './totals';

const project = (uuid: string, minutes: number) => ({ uuid, name: uuid, color: '#000', minutes, everyone: true });
const totals: TimeTotals = {
  from: '2026-11-01',
  to: '2026-11-30',
  minutes: 195,
  people: [
    { user_id: 2, name: '=Zoë', minutes: 105, days: 2 },
    { user_id: 1, name: 'Ada', minutes: 90, days: 1 },
  ],
  projects: [project('A', 60), project('Empty', 0), project('B', 135)],
  cells: [
    { user_id: 1, project_uuid: 'A', minutes: 60 },
    { user_id: 1, project_uuid: 'B', minutes: 30 },
    { user_id: 2, project_uuid: 'B', minutes: 105 },
  ],
};
const compare = (a: string, b: string) => a.localeCompare(b);

test('the table adds up both ways, and leaves out what is empty', () => {
  const matrix = matrixOf(totals, compare);
  expect(matrix.columns.map((column) => column.uuid)).toEqual(['B', 'A']);
  const line = (name: string) => matrix.lines.find((one) => one.name === name);
  expect(line('Ada')).toMatchObject({ minutes: [30, 60], total: 90 });
  expect(line('=Zoë')).toMatchObject({ minutes: [105, 0], total: 105 });
  expect(matrix.sums).toEqual([135, 60]);
  expect(matrix.lines.reduce((sum, one) => sum + one.total, 0)).toBe(matrix.total);
});

test('the file has numbers as numbers and runs no formula', () => {
  const words = { person: 'Person', total: 'Total', days: 'Days', hours: 'hours' };
  const text = csvOf(rowsOfFile(matrixOf(totals, compare), words), 'en');
  expect(text.split('\r\n')[0]).toBe('Person,B (hours),A (hours),Total (hours),Days');
  expect(text).toContain("'=Zoë,1.75,0,1.75,2");
  expect(text).toContain('Total,2.25,1,3.25,\r\n');
});

test('named ranges end where their week, month or year does', () => {
  expect(rangeOf('thisWeek', '2026-11-15')).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  expect(rangeOf('thisWeek', '2026-01-01')).toEqual({ from: '2025-12-29', to: '2026-01-04' });
  expect(rangeOf('thisMonth', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(rangeOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(rangeOf('thisYear', '2026-11-15')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
});
