import { expect, test } from 'vitest';
import en from '../../i18n/en/index';
import { newTranslate } from '../../i18n/translate';
import { csvOf } from '../../ui/charts/csv';
import { fileOf, type PartRow } from './breakdownFile';

const row: PartRow = {
  key: 'a',
  name: 'Pay',
  link: null,
  points: { done: 2.5, all: 5 },
  minutes: 90,
  cost: 12.5,
  share: 1,
};

test('the file has one number in a cell and names its units', () => {
  const t = newTranslate('en', en);
  const file = (rows: PartRow[], costs: boolean) => csvOf(fileOf('Epic', rows, costs, t), 'fr');
  expect(file([row], true)).toBe('Epic;Points done;Points;Time (hours);Cost\r\nPay;2,5;5;1,5;12,5\r\n');
  expect(file([{ ...row, points: null }], false)).toBe('Epic;Time (hours)\r\nPay;1,5\r\n');
});
