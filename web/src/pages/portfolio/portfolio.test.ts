import { expect, test } from 'vitest';
import type { Finance, Portfolio, PortfolioRow, Totals } from '../../api/types.gen';
import en from '../../i18n/en/index';
import { newFormat } from '../../i18n/format';
import fr from '../../i18n/fr/index';
import { newTranslate } from '../../i18n/translate';
import { fields } from '../../ui/indicators';
import { axisOf, bubblesOf, isBeyondEdge, isMixed, positionIn, radiusOf } from './bubble';
import { columnsIn, usualColumns } from './columns';
import { convertRows, eacParts } from './eac';
import { fileRows } from './file';
import { crosses, labelsOf } from './labels';
import { filterByName, sortProjects, worstHealth } from './order';
import { namesIn, sortingOf, sortText, validateSearch } from './search';
import { sentences } from './sentence';
import { healthOf } from './TotalCards';
import { explainRefusal } from './UnavailablePortfolio';

const numbers = Object.fromEntries(fields.map((field) => [field, 0])) as unknown as Finance;

function project(name: string, finance: Partial<Finance> = {}, more: Partial<PortfolioRow> = {}): PortfolioRow {
  return {
    uuid: name,
    name,
    color: '#000000',
    role: 'member',
    currency: null,
    has_budget: true,
    finance: { ...numbers, project_uuid: name, bac: 100, ...finance },
    health: { cpi: null, spi: null },
    spark: { days: [], cpi: [], spi: [] },
    tail: [],
    ...more,
  };
}

const { compare } = newFormat('en');
const names = (rows: readonly PortfolioRow[]) => rows.map((row) => row.name).join('');

test('projects without a value come last whichever way the table is ordered', () => {
  const rows = [
    project('a', { cpi: null }),
    project('b', { cpi: 1.2 }),
    project('c', { cpi: 0.8 }),
    project('d', { cpi: null }),
  ];
  expect(names(sortProjects(rows, { key: 'cpi', down: false }, compare))).toBe('cbad');
  expect(names(sortProjects(rows, { key: 'cpi', down: true }, compare))).toBe('bcad');
  expect(names(sortProjects(rows, { key: 'name', down: true }, compare))).toBe('dcba');
});

test('every indicator can order the table', () => {
  for (const field of fields) {
    const rows = [project('a', { [field]: 2 }), project('b', { [field]: 1 })];
    expect(names(sortProjects(rows, { key: field, down: false }, compare)), field).toBe('ba');
  }
});

test('amounts are ordered within their currency, and other figures across currencies', () => {
  const rows = [
    project('a', { bac: 3, cpi: 3 }, { currency: 'USD' }),
    project('b', { bac: 2, cpi: 2 }, { currency: null }),
    project('c', { bac: 4, cpi: 4 }, { currency: 'EUR' }),
    project('d', { bac: 1, cpi: 1 }, { currency: 'USD' }),
  ];
  expect(names(sortProjects(rows, { key: 'bac', down: false }, compare))).toBe('cdab');
  expect(names(sortProjects(rows, { key: 'bac', down: true }, compare))).toBe('cadb');
  expect(names(sortProjects(rows, { key: 'cpi', down: false }, compare))).toBe('dbac');
});

test('budgets in different currencies are not compared by size', () => {
  const rows = [
    project('a', { cpi: 1, spi: 1 }, { currency: 'EUR' }),
    project('b', { cpi: 1, spi: 1 }, { currency: 'EUR' }),
  ];
  expect(isMixed(bubblesOf(rows))).toBe(false);
  expect(isMixed(bubblesOf([...rows, project('c', { cpi: 1, spi: 1 })]))).toBe(true);
});

test('the address keeps the set, the order and the columns, and survives nonsense', () => {
  expect(validateSearch({ projects: ['A', 'b'], sort: '-eac' })).toMatchObject({ projects: 'A,b', sort: '-eac' });
  expect(namesIn('A, b,,a')).toEqual(['a', 'b']);
  expect(namesIn(undefined)).toBeUndefined();
  expect(namesIn(' , ')).toBeUndefined();
  const usual = { key: 'name', down: false } as const;
  expect(sortingOf('-cpi', ['cpi'], usual)).toEqual({ key: 'cpi', down: true });
  expect(sortingOf('eac', ['cpi'], usual)).toEqual(usual);
  expect(sortText(sortingOf('-name', [], usual))).toBe('-name');
  expect(columnsIn('eac,cpi,nonsense')).toEqual(['cpi', 'eac']);
  expect(columnsIn('nonsense')).toBeUndefined();
  expect(columnsIn([...usualColumns].reverse().join(','))).toEqual(usualColumns);
});

test('a project is found by any words of its name, and judged by the worse of its indices', () => {
  const rows = [project('Économie'), project('Open data')];
  expect(names(filterByName(rows, 'eco'))).toBe('Économie');
  expect(names(filterByName(rows, 'data open'))).toBe('Open data');
  expect(worstHealth({ health: { cpi: 'good', spi: 'red' } })).toBe('red');
  expect(worstHealth({ health: { cpi: 'amber', spi: null } })).toBe('amber');
  expect(worstHealth({ health: { cpi: null, spi: null } })).toBeNull();
  expect([1, 0.95, 0.9, 0.85, 0.84, null].map((value) => healthOf(value, { amber: 0.95, red: 0.85 }))).toEqual([
    'good',
    'good',
    'amber',
    'amber',
    'red',
    null,
  ]);
});

test('the file has every indicator, and no value where there is none', () => {
  const [head, row] = fileRows([project('a', { cpi: null, bac: 12.5 })], newTranslate('en', en), (field) => field);
  expect(head).toHaveLength(3 + fields.length);
  expect(row?.[head?.indexOf('bac') ?? 0]).toBe(12.5);
  expect(row?.[head?.indexOf('cpi') ?? 0]).toBeNull();
});

const totals: Totals = {
  currency: null,
  ...{ projects: 2, with_bac: 2, without_bac: 0, bac: 100_000, pv: 1, ev: 1, ac: 1, ac_total: 1, engaged_charge: 0 },
  ...{ cpi: 0.84, spi: 0.93, etc: 1, eac: 119_000, vac: -19_000, cv: 1, sv: 1, ac_all: 1, engaged_all: 1 },
};

test('the sentence on top is built from the totals, in both languages', () => {
  const said = (change: Partial<Totals>, rows: PortfolioRow[] = []) =>
    sentences({ ...totals, ...change }, rows, newTranslate('en', en), newFormat('en')).join(' ');
  expect(said({})).toBe(
    'Every 1 spent has earned 0.84. At this rate the 2 projects with a budget will cost 119,000, which is 19,000 over their budget of 100,000. Of the value due by now, 93% is earned.',
  );
  expect(said({ with_bac: 1, vac: 500, eac: 99_500 })).toContain('will cost 99,500, which is 500 under its budget');
  expect(said({ vac: 0.2 })).toContain('matches their budget');
  expect(said({ cpi: null, eac: null, vac: null })).toContain('Nothing has been spent');
  expect(said({ cpi: 0, eac: null, vac: null })).toContain('no pace');
  expect(said({ with_bac: 0, spi: null })).toBe(en.portfolio.sayNoBudget);
  expect(said({}, [project('a', {}, { health: { cpi: 'red', spi: 'good' } })])).toContain('1 project is in trouble.');
  expect(said({}, [project('a', {}, { health: { cpi: 'good', spi: 'good' } })])).toContain('No project is at risk.');
  const euros = sentences(totals, [], newTranslate('en', en), newFormat('en').in('EUR')).join(' ');
  expect(euros).toContain(
    'Every €1 spent has earned €0.84. At this rate the 2 projects with a budget will cost €119,000,',
  );
  const french = sentences(totals, [], newTranslate('fr', fr), newFormat('fr')).join(' ');
  expect(french.replace(/[\u00a0\u202f]/g, ' ')).toContain('coûteront 119 000, soit 19 000 de plus');
});

test('both estimates of a portfolio add up from its projects, and need not be equal', () => {
  // CPI 0.5 and 2; together 150 earned for 150 spent.
  const rows = [
    project('a', { bac: 300, ev: 50, ac: 100, ac_total: 110, cpi: 0.5, eac: 610 }),
    project('b', { bac: 200, ev: 100, ac: 50, ac_total: 50, cpi: 2, eac: 100 }),
    project('none', { bac: 100, ev: 0, ac: 0, ac_total: 0, cpi: null, eac: null }),
    project('bare', { bac: null, eac: null }, { has_budget: false }),
  ];
  const sums = { ...totals, bac: 600, ev: 150, ac: 150, ac_total: 160, cpi: 1, etc: 450, eac: 610 };
  const { parts, sum, missing } = eacParts(sums, rows);
  expect(parts.map((part) => [part.name, part.own, part.together])).toEqual([
    ['a', 610, 360],
    ['b', 100, 150],
    ['none', null, 100],
  ]);
  expect(parts.reduce((all, part) => all + (part.together ?? 0), 0)).toBe(sums.eac);
  expect([sum, missing]).toEqual([710, 1]);
  expect(eacParts({ ...sums, cpi: 0, eac: null }, rows).parts.every((part) => part.together === null)).toBe(true);
  expect(eacParts(sums, []).sum).toBeNull();
});

test('estimates in other currencies are converted at the rates of the totals', () => {
  const rows = [
    project('euro', { eac: 10 }, { currency: 'EUR' }),
    project('pound', { eac: 10 }, { currency: 'GBP' }),
    project('dollar', { eac: 10 }, { currency: 'USD' }),
  ];
  const rates = [
    { from: 'GBP', to: 'EUR', from_day: '2026-01-01', rate: 1.25, converted: 'GBP' },
    { from: 'EUR', to: 'USD', from_day: '2026-01-01', rate: 1.25, converted: 'USD' },
  ];
  const converted = convertRows(rows, { totals: { ...totals, currency: 'EUR' }, rates });
  expect(converted.map((row) => [row.currency, row.finance.eac])).toEqual([
    ['EUR', 10],
    ['EUR', 12.5],
    ['EUR', 8],
  ]);
});

test('a refusal tells a project whose cost is hidden from one that is gone', () => {
  const all = { rows: [project('a'), project('b')], hidden: [{ uuid: 'h', name: 'Quiet', color: '#000' }] };
  const why = (...names: string[]) =>
    explainRefusal(all as unknown as Portfolio, names, newTranslate('en', en), newFormat('en'));
  expect(why('a', 'h')).toContain('shows cost only to its owner and admins: Quiet.');
  expect(why('a', 'h')).not.toContain('no longer exists');
  expect(why('a', 'x')).toContain('You can access: a.');
  expect(why('a', 'h', 'x')).toMatch(/Quiet.*1 project that no longer exists/);
  expect(why('x')).toBe(en.portfolio.refusedAll);
});

const area = { left: 0, right: 600, top: 0, bottom: 400 };

test('the quadrant draws 0, 1, 3 and 300 projects within its area, and leaves out what has no index', () => {
  for (const count of [0, 1, 3, 300]) {
    const rows = Array.from({ length: count }, (_, n) =>
      project(
        `p${n}`,
        { cpi: 0.2 + n / 30, spi: 1, bac: n * 1000 },
        { tail: [{ day: '2026-01-01', cpi: null, spi: 1 }] },
      ),
    );
    const bubbles = bubblesOf([...rows, project('none', { cpi: null, spi: 1 })]);
    expect(bubbles).toHaveLength(count);
    const [x, y] = [axisOf(bubbles, 'spi'), axisOf(bubbles, 'cpi')];
    expect(x.low).toBeLessThan(1);
    expect(x.high).toBeGreaterThan(1);
    expect(y.low).toBeGreaterThanOrEqual(0.39);
    expect(y.high).toBeLessThanOrEqual(1.61);
    const spots = bubbles.map((one) => ({
      ...positionIn(area, x, y, one),
      r: radiusOf(one.bac, 299_000, count),
      name: one.name,
    }));
    expect(spots.every((spot) => spot.x >= 0 && spot.x <= 600 && spot.y >= 0 && spot.y <= 400)).toBe(true);
    expect(bubbles.filter((one) => isBeyondEdge(one, x, y)).every((one) => one.cpi > y.high || one.cpi < y.low)).toBe(
      true,
    );
    expect(labelsOf(spots, area).length).toBeLessThanOrEqual(60);
  }
});

test('the area of a bubble follows the budget, and none is too small to see', () => {
  expect(radiusOf(100, 100, 3) / radiusOf(25, 100, 3)).toBe(2);
  expect(radiusOf(0, 100, 3)).toBe(5);
  expect(radiusOf(0, 0, 1)).toBe(5);
  expect(radiusOf(100, 100, 500)).toBeLessThan(radiusOf(100, 100, 5));
  expect(radiusOf(0, 100, 500)).toBeGreaterThanOrEqual(3);
});

/** The boxes of the labels, by the names of their bubbles. */
const boxesOf = (labels: ReturnType<typeof labelsOf>) =>
  labels.map(({ text, x, y, side }) => {
    const width = text.length * 6.8;
    const left = side === 'start' ? x : side === 'end' ? x - width : x - width / 2;
    return { left, right: left + width, top: y - 12, bottom: y + 4 };
  });

test('every bubble has its name, although they lie close together, and no name covers another', () => {
  const spots = Array.from({ length: 12 }, (_, n) => ({
    x: 300 + 12 * (n % 4),
    y: 200 + 9 * Math.floor(n / 4),
    r: 8 + n,
    name: `Project ${n}`,
  }));
  const labels = labelsOf(spots, area);
  expect(labels).toHaveLength(12);
  const boxes = boxesOf(labels);
  boxes.forEach((a, n) => {
    for (const b of boxes.slice(n + 1)) {
      expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
    }
    expect(a.left >= 0 && a.right <= 600 && a.top >= 0 && a.bottom <= 400).toBe(true);
  });
  expect(labels.some((label) => label.line !== null)).toBe(true);
});

test('a name stands beside its bubble, inside the chart, and no tail runs through it', () => {
  const alone = { x: 100, y: 100, r: 10, name: 'Alone' };
  expect(labelsOf([alone], area)[0]).toMatchObject({ side: 'start', x: 115, line: null, text: 'Alone' });
  expect(labelsOf([{ ...alone, x: 590 }], area)[0]?.side).toBe('end');
  const tail = [
    { x: 300, y: 100 },
    { x: 100, y: 100 },
  ];
  const [label] = labelsOf([{ ...alone, tail }], area);
  expect(label?.side).toBe('end');
  for (const box of boxesOf(label ? [label] : [])) {
    expect(crosses({ x: 300, y: 100 }, { x: 100, y: 100 }, box)).toBe(false);
  }
  const line = [
    { x: 0, y: alone.y },
    { x: 600, y: alone.y },
  ] as const;
  const [off] = labelsOf([alone], area, [line]);
  for (const box of boxesOf(off ? [off] : [])) expect(crosses(line[0], line[1], box)).toBe(false);
  const long = labelsOf([{ ...alone, name: 'A very long name of a project that has no end' }], { ...area, right: 260 });
  expect(long[0]?.text).toMatch(/^A very long.*…$/);
});

test('a line crosses a box only if it has a point inside', () => {
  const box = { left: 10, right: 20, top: 10, bottom: 20 };
  const line = (x1: number, y1: number, x2: number, y2: number) => crosses({ x: x1, y: y1 }, { x: x2, y: y2 }, box);
  expect([line(0, 15, 30, 15), line(15, 0, 15, 30), line(0, 0, 30, 30), line(12, 12, 13, 13)]).not.toContain(false);
  expect([line(0, 5, 30, 5), line(0, 0, 5, 30), line(0, 25, 25, 50), line(0, 15, 9, 15)]).not.toContain(true);
});
