// The breakdown of an indicator: the terms on the page add up to its value.
import type { Locator, Page } from '@playwright/test';
import { dash } from './support/api';
import { type FinancePage, formatField, readNumber } from './support/finance';
import { expect, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';
import { projectNamed } from './support/project';

interface Breakdown {
  op: string;
  parts: { text: string; value: number | null }[];
  result: number | null;
}

/** Reads the rows of the outermost list: the printed text and the full-precision value. */
const breakdownIn = (list: Locator): Promise<Breakdown> =>
  list.evaluate((box) => {
    const number = (data: Element | null | undefined) => {
      const value = data?.getAttribute('value') ?? '';
      return value === '' ? null : Number(value);
    };
    const lines = [...box.querySelectorAll(':scope > ul > li > div:first-child')].map((line) =>
      line.querySelector('data'),
    );
    return {
      op: box.getAttribute('data-op') ?? '',
      parts: lines.map((data) => ({ text: data?.textContent ?? '', value: number(data) })),
      result: number(box.querySelector(':scope > div:last-child data')),
    };
  });

/** Applies the operation, sharing no code with the page. */
function compute(op: string, values: number[]): number {
  const [a = 0, b = 0, c = 0] = values;
  switch (op) {
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0);
    case 'difference':
      return a - b;
    case 'quotient':
    case 'to go':
      return a / b;
    case 'proportion':
      return (a * b) / c;
    case 'least':
      return Math.min(...values);
    case 'greatest':
      return Math.max(...values);
    case 'round':
      return Math.round(a);
    default:
      throw new Error(`no such operation: ${op}`);
  }
}

const lists = (page: Page) => page.locator('[data-op]');

test('the terms of every breakdown add up to the value that the API returns', async ({ signedIn: page }) => {
  test.slow();
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { finance } = await dash<FinancePage>(page, `/projects/${project}/finance`);
  for (const [field, value] of Object.entries(finance)) {
    if (typeof value !== 'number') continue;
    await page.goto(`/projects/${project}/finance/${field}`);
    await expect(page.locator(`[data-number=${field}]`)).toHaveText(formatField('en-GB', field, value));
    if (field === 'bac' || field === 'contingency_pct') {
      await expect(page.getByText('As entered')).toBeVisible();
      continue;
    }
    const nothing = page.getByText('There is nothing to add up.');
    await expect(lists(page).first().or(nothing)).toBeVisible();
    if (await nothing.isVisible()) {
      expect(value, field).toBe(0);
      continue;
    }
    const { op, parts, result } = await breakdownIn(lists(page).first());
    expect(result, field).toBe(value);
    const printed = parts.map((part) => readNumber(part.text));
    const exact = parts.map((part) => part.value ?? 0);
    expect(printed, `${field}: a printed number lacks digits`).toEqual(exact);
    expect(Math.abs(compute(op, exact) - value), field).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)));
  }
});

test('an indicator can be expanded down to its time entries, copied and linked to', async ({
  signedIn: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  await page.goto(`/projects/${project}/finance/cpi`);
  await page.getByRole('button', { name: 'Open AC' }).click();
  await page.getByRole('button', { name: 'Open Ingrid Solheim' }).click();
  await checkLooks(page);
  await page.getByRole('button', { name: 'Open Minutes' }).click();
  await expect(lists(page)).toHaveCount(4);
  for (const n of [1, 2, 3]) {
    const { op, parts, result } = await breakdownIn(lists(page).nth(n));
    expect(parts.length).toBeGreaterThan(1);
    const values = parts.map((part) => part.value ?? 0);
    expect(compute(op, values), `${op} ${values}`).toBeCloseTo(result ?? 0, 6);
  }
  await expect(page.getByText('Recomputed from the lines above, with the same result.')).toHaveCount(4);

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect.poll(clipboard).toContain('`CPI = EV ÷ AC`');
  const markdown = await clipboard();
  expect(markdown).toMatch(/^## CPI · Cost performance index: 0\.\d+/);
  expect(markdown).toMatch(/- ÷ AC \(Actual cost in sprints\): [\d,.]+ EUR\n {2}- /);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(clipboard).toMatch(/\/finance\/cpi\?as_of=\d{4}-\d\d-\d\d$/);

  await page.getByRole('link', { name: 'Start from Ingrid Solheim' }).click();
  await expect(page).toHaveURL(/path=1\.\d+/);
  const path = page.getByRole('navigation', { name: 'Path to this term' });
  await expect(path).toContainText('CPI');
  await page.reload();
  await page.getByRole('button', { name: 'Open Minutes' }).click();
  await page.locator('li li').getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await path.getByRole('link', { name: 'AC' }).click();
  await expect(page).toHaveURL(/path=1$/);

  await setLanguage(page, 'fr');
  await expect(page.getByText('CPI = EV ÷ AC')).toBeVisible();
  await expect(page.getByText('La valeur acquise pour chaque unité dépensée dans les sprints.')).toBeVisible();
  await setLanguage(page, 'en');
  await page.getByRole('combobox', { name: 'Another number' }).click();
  await page.getByRole('option', { name: /^TCPI/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'To-complete performance index' })).toBeVisible();
});

test('an indicator without a value shows why, and an unknown one shows an error', async ({ signedIn: page, guard }) => {
  const { uuid: project } = await projectNamed(page, 'Open data et API');
  await page.goto(`/projects/${project}/finance/eac`);
  await expect(page.getByText('The project has no budget.').first()).toBeVisible();
  await page.goto(`/projects/${project}/finance/profit`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  guard.allow(404);
  await page.goto(`/projects/${project}/finance/spi?path=9`);
  await expect(page.getByRole('alert')).toBeVisible();
});
