import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ApiError } from '../api/http';
import en from './en/index';
import { newFormat } from './format';
import fr from './fr/index';
import { preferredLanguage } from './language';
import { untranslated } from './scan';
import type { Plural } from './texts';
import { newTranslate } from './translate';
import { errorText } from './words';

type Flat = Record<string, string | Plural>;

function flat(pages: Record<string, Flat>): Flat {
  return Object.fromEntries(
    Object.entries(pages).flatMap(([page, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${page}.${key}`, text]),
    ),
  );
}

const forms = (text: string | Plural | undefined): string[] =>
  typeof text === 'object' ? Object.values(text) : [text ?? ''];
const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');
const [english, french] = [flat(en), flat(fr)];

test('French and English have the same texts, and none is empty', () => {
  expect(Object.keys(french).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of [...Object.entries(english), ...Object.entries(french)]) {
    for (const form of forms(text)) expect(form.trim(), key).not.toBe('');
  }
});

test('a translation fills in the same values as the original', () => {
  for (const [key, text] of Object.entries(english)) {
    const wanted = holes(forms(text).join(' '));
    expect(holes(forms(french[key]).join(' ')), key).toBe(wanted);
  }
});

test('French has one word for the plan, and one abbreviation for each index', () => {
  const { indicators, finance, forecast, guide, projects } = fr;
  const planned = [indicators.pv_name, indicators.planned_sp, indicators.planned_pct, finance.linePv, finance.pd_name];
  for (const text of [...planned, finance.planned_end, forecast.row_planned_end, guide.pv_how, projects.spiMeans]) {
    expect(text).toMatch(/planifié/);
  }
  for (const [key, text] of Object.entries(french)) {
    for (const form of forms(text)) expect(form, key).not.toMatch(/\bIP[CD]\b/);
  }
});

test('no page file is missing from the dictionaries', () => {
  for (const [language, texts] of [
    ['en', en],
    ['fr', fr],
  ] as const) {
    const files = readdirSync(join(import.meta.dirname, language)).map((name) => name.replace('.ts', ''));
    expect(files.filter((name) => name !== 'index').sort()).toEqual(Object.keys(texts).sort());
  }
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
}

test('no component holds a text of its own', () => {
  const folder = join(import.meta.dirname, '..');
  const found = sources(folder).flatMap((file) =>
    untranslated(readFileSync(file, 'utf8')).map((text) => `${file.slice(folder.length)}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('a text in a component is found wherever readers see or hear it', () => {
  expect(untranslated('<p>Hello {name}</p>')).toEqual(['Hello']);
  expect(untranslated('<p>{t("a.b")} · </p>')).toEqual([]);
  expect(untranslated('<input aria-label="Name" title={`x`} placeholder={"Type"} />')).toEqual(['Name', 'x', 'Type']);
  expect(untranslated("<Button label='Go' className=\"row\">{open ? 'Close' : t('x.y')}</Button>")).toEqual([
    'Close',
    'Go',
  ]);
  expect(untranslated('const x: Set<() => A[]> = a < b && c > d; // it is so\n<b>Earnest</b>')).toEqual([]);
});

test('plurals follow the language: zero is plural in English and singular in French', () => {
  expect(newTranslate('en', en)('words.points', { count: 0 })).toBe('0 points');
  expect(newTranslate('fr', fr)('words.points', { count: 0 })).toBe('0 point');
  expect(newTranslate('en', en)('words.points', { count: 1 })).toBe('1 point');
  expect(newTranslate('fr', fr)('words.points', { count: 1234.5 }).replace(/\s/gu, ' ')).toBe('1 234,5 points');
});

test('a French line breaks neither before a colon or a percent sign, nor in quotes or a number', () => {
  const t = newTranslate('fr', fr);
  expect(t('roadmap.linkOf', { pred: 'A', succ: 'B ?' })).toBe('Lien\u00a0: B ? attend A');
  expect(t('board.deleted', { title: 'A' })).toBe('«\u00a0A\u00a0» supprimé');
  expect(t('finance.chance', { p50: 'A', p95: 'B' })).toContain('50\u00a0% de chances');
  expect(t('errors.invalid_limit_epics')).toContain('5\u202f000 epics');
  expect(t.rich('roadmap.linkOf', { pred: 1, succ: 2 })[0]).toBe('Lien\u00a0: ');
});

test('rich text keeps the order of its parts', () => {
  expect(newTranslate('en', en).rich('common.typeToConfirm', { name: 7 })).toEqual(['Type ', 7, ' to confirm']);
});

test('the chosen language counts, then the first one of the browser that there is, then English', () => {
  expect(preferredLanguage('fr', ['en'])).toBe('fr');
  expect(preferredLanguage(null, ['de', 'fr-CA', 'en'])).toBe('fr');
  expect(preferredLanguage('xx', ['de'])).toBe('en');
});

test('dates, numbers and durations are written as the reader does', () => {
  const [e, f] = [newFormat('en'), newFormat('fr')];
  expect(e.date('2026-11-05')).toBe('5 Nov 2026');
  expect(f.date('2026-11-05')).toBe('5 nov. 2026');
  expect(f.money(1234567.8).replace(/\s/gu, ' ')).toBe('1 234 568');
  expect(e.percent(0.756)).toBe('76%');
  expect([45, 60, 90, 605].map((m) => e.minutes(m).replace(/\s/gu, ' '))).toEqual([
    '45 min',
    '1 h',
    '1 h 30',
    '10 h 05',
  ]);
  expect(e.points(null)).toBe('–');
  expect(e.relative('2026-11-05T10:00:00Z', Date.parse('2026-11-05T13:30:00Z'))).toBe('3 hours ago');
  expect(f.relative('2026-11-06T10:00:00Z', Date.parse('2026-11-05T09:00:00Z'))).toBe('demain');
});

test('an exact number keeps every digit that distinguishes it from its neighbours', () => {
  const [e, f] = [newFormat('en'), newFormat('fr')];
  for (const value of [0.1, 1 / 3, 0.1 + 0.2, 1 / 811, 1e6 / 9, 1 / 3e7, 1e15 + 0.5, -2 / 3, 0, 480]) {
    expect(Number(e.exact(value).replaceAll(',', '').replace('−', '-'))).toBe(value);
    expect(Number(f.exact(value).replace(/\s/g, '').replace(',', '.').replace('−', '-'))).toBe(value);
  }
  expect([e.exact(0.1), e.exact(0.1 + 0.2), e.exact(1234.5)]).toEqual(['0.1', '0.30000000000000004', '1,234.5']);
});

test('negative numbers have a real minus sign, as differences and formulas have', () => {
  for (const format of [newFormat('en'), newFormat('fr'), newFormat('en').in('EUR'), newFormat('fr').in('USD')]) {
    const { number, ratio, percent, money, price, perUnit } = format;
    for (const text of [number(-1), ratio(-1), percent(-1), money(-1), price(-1.5), perUnit(-1)]) {
      expect(text).toMatch(/^−[^-]*$/);
    }
  }
  expect(newTranslate('en', en)('words.points', { count: -2 })).toBe('−2 points');
});

test('an error has the text of its code and field, or else, in English, the sentence of the server', () => {
  const problem = { status: 422, code: 'invalid', field: 'email', message: 'email must hold an @', retryAfter: null };
  expect(errorText(newTranslate('en', en), new ApiError(problem), true)).toBe(en.errors.invalid_email);
  const odd = { ...problem, field: 'odd', message: 'odd must be even' };
  expect(errorText(newTranslate('en', en), new ApiError(odd), true)).toBe('Odd must be even.');
  expect(errorText(newTranslate('fr', fr), new ApiError(problem), false)).toBe(fr.errors.invalid_email);
  expect(errorText(newTranslate('fr', fr), new ApiError({ ...problem, field: 'odd' }), false)).toBe(fr.errors.invalid);
  const late = { ...problem, status: 409, code: 'conflict', field: 'undo' };
  const french = newTranslate('fr', fr);
  expect(errorText(french, new ApiError(late), false)).toBe(french('errors.conflict_undo'));
  const wait = { ...problem, status: 429, code: 'too_many_tries', retryAfter: 600 };
  expect(errorText(newTranslate('en', en), new ApiError(wait), true).replace(/\s/gu, ' ')).toContain('10 min');
  expect(errorText(newTranslate('en', en), new TypeError('x'), true)).toBe(en.errors.internal);
});
