import { expect, test } from 'vitest';
import { inputOf } from './CreateProject';

test('amounts are read with the separators of the language, and empty fields are left out', () => {
  expect(inputOf({ name: ' Shop ', budget: '1,500', contingency_pct: '2.5 %' }, '.')).toEqual({
    name: 'Shop',
    budget: 1500,
    contingency_pct: 2.5,
  });
  expect(inputOf({ name: 'Shop', budget: '1\u202f500,25', contingency_pct: '' }, ',')).toEqual({
    name: 'Shop',
    budget: 1500.25,
  });
  expect(inputOf({ name: 'Shop', key: ' shp ', budget: '1,500' }, ',')).toEqual({
    name: 'Shop',
    key: 'shp',
    budget: 1.5,
  });
});
