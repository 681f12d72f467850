import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guide as en } from '../../i18n/en/guide';
import { guide as fr } from '../../i18n/fr/guide';
import { fields } from '../../ui/indicators';
import { isChapter } from './chapters';

/** The numbers in the text, without grouping and with a decimal point. */
const figures = (text: string, group: RegExp, mark: string): string[] =>
  [...text.replace(group, '$1').matchAll(/\d+(?:[.,]\d+)?/g)].map(([found]) => found.replace(mark, '.'));

const english = (text: string) => figures(text, /(\d),(?=\d{3})/g, '.');
const french = (text: string) => figures(text, /(\d)[\s\u00a0\u202f](?=\d{3})/g, ',');

/** Another test recomputes the document's figures, so any figure that matches the document is right. */
const document = english(readFileSync(join(import.meta.dirname, '../../../../docs/earned-value.md'), 'utf8'));

test.each(fields)('what the guide says aloud of %s holds the figures of the document, in both languages', (field) => {
  const said = english(en[`${field}_say`]);
  expect(said.length).toBeGreaterThan(0);
  for (const figure of said) {
    expect(
      document.some((each) => Number(each) === Number(figure)),
      `${figure} is not in the document`,
    ).toBe(true);
  }
  expect(french(fr[`${field}_say`])).toEqual(said);
});

test('a chapter is one of the guide, whatever an object has besides', () => {
  expect(['time', 'constructor', 'toString', '__proto__', ''].map(isChapter)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
