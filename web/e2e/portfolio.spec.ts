import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dash } from './support/api';
import { financeOf, formatField, locales, newKey } from './support/finance';
import { addUser, expect, signIn, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';

type Numbers = Record<string, number | null>;
interface Row {
  uuid: string;
  name: string;
  has_budget: boolean;
  finance: Numbers;
}
interface Portfolio {
  totals: Numbers;
  rows: Row[];
}

const portfolioOf = (page: Page, query = '') => dash<Portfolio>(page, `/portfolio${query}`);
const formatted = (language: keyof typeof locales, field: string, value: number | null | undefined) =>
  formatField(locales[language], field, value ?? null);

const table = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).getByRole('table');
const namesIn = (page: Page) =>
  table(page, 'Projects with a budget').locator('tbody th > a:first-of-type').allTextContents();

test('every total and indicator in the portfolio matches the API, in both languages', async ({ signedIn: page }) => {
  const secret = await newKey(page);
  const headers = { Authorization: `Bearer ${secret}` };
  const { data } = await (await page.request.get('/api/v1/portfolio/finance', { headers })).json();
  const portfolio = await portfolioOf(page);
  expect(portfolio.totals).toEqual(data.totals);
  for (const row of portfolio.rows) {
    expect(row.finance).toEqual(await financeOf(page, secret, row.uuid));
  }
  const fields = Object.keys(portfolio.rows[0]?.finance ?? {}).filter((field) => field !== 'project_uuid');
  expect(fields).toHaveLength(25);
  await page.goto(`/portfolio?columns=${fields.join(',')}`);
  for (const language of ['en', 'fr'] as const) {
    await setLanguage(page, language);
    for (const [field, value] of Object.entries(data.totals as Numbers)) {
      if (['currency', 'projects', 'with_bac', 'without_bac'].includes(field)) continue;
      await expect(page.locator(`[data-total="${field}"]`), field).toHaveText(formatted(language, field, value));
    }
    for (const row of portfolio.rows.filter(({ has_budget }) => has_budget)) {
      const cells = page.getByRole('row').filter({ has: page.locator(`a[href="/projects/${row.uuid}/finance"]`) });
      for (const field of fields) {
        const cell = cells.locator(`[data-field="${field}"]`);
        expect(await cell.textContent(), `${row.name} ${field}`).toBe(formatted(language, field, row.finance[field]));
      }
    }
  }
});

test('the EAC of the totals and the sum of the EACs are shown side by side and add up project by project', async ({
  signedIn: page,
}) => {
  const { totals, rows } = await portfolioOf(page);
  const sum = rows.reduce((all, row) => all + (row.has_budget ? (row.finance.eac ?? 0) : 0), 0);
  await page.goto('/portfolio');
  await page.getByRole('button', { name: 'Both, project by project' }).click();
  await expect(page.locator('[data-eac=sum]')).toHaveText(formatted('en', 'eac', sum));
  await expect(page.locator('[data-eac=together]')).toHaveText(formatted('en', 'eac', totals.eac));
  const listed = page.getByRole('region', { name: 'EAC project by project' }).locator('tbody tr');
  await expect(listed).toHaveCount(rows.filter((row) => row.has_budget).length);
  await listed.first().getByRole('link').click();
  await expect(page).toHaveURL(/finance\/eac/);
});

test('portfolio projects can be sorted, selected, shared by URL, charted and opened', async ({
  signedIn: page,
  guard,
}) => {
  test.slow();
  const { rows } = await portfolioOf(page);
  const budgeted = rows.filter((row) => row.has_budget);
  await page.goto('/portfolio');
  await expect(page.getByText(/^Every €1 spent has earned .* over their budget of/)).toBeVisible();
  const heading = (name: string) => table(page, 'Projects with a budget').getByRole('columnheader', { name });
  await expect(heading('CPI')).toHaveAttribute('aria-sort', 'ascending');

  await heading('EAC').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(heading('EAC')).toHaveAttribute('aria-sort', 'ascending');
  const byEac = [...budgeted].sort((a, b) => (a.finance.eac ?? 0) - (b.finance.eac ?? 0)).map((row) => row.name);
  expect(await namesIn(page)).toEqual(byEac);
  await page.keyboard.press('Enter');
  await expect(heading('EAC')).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=-eac/);
  await page.reload();
  await expect(heading('EAC')).toHaveAttribute('aria-sort', 'descending');
  expect(await namesIn(page)).toEqual([...byEac].reverse());

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'TCPI' }).check();
  await page.keyboard.press('Escape');
  await expect(heading('TCPI')).toBeVisible();

  const unbudgeted = rows.find((row) => !row.has_budget);
  await expect(table(page, 'Projects without a budget').getByRole('link', { name: unbudgeted?.name })).toBeVisible();
  expect(await namesIn(page)).not.toContain(unbudgeted?.name);
  await checkLooks(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).first().click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(1 + rows.length);
  expect(file).toContain(String(budgeted[0]?.finance.eac));

  await page.getByRole('button', { name: 'Choose projects' }).click();
  const dialog = page.getByRole('dialog', { name: 'Projects in this portfolio' });
  await dialog.getByRole('button', { name: 'None', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Show these' })).toBeDisabled();
  const [one, two] = budgeted;
  for (const name of [one?.name ?? '', two?.name ?? '']) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: 'Show these' }).click();
  await expect(page.getByRole('button', { name: '2 projects chosen' })).toBeVisible();
  const both = await portfolioOf(page, `?projects=${one?.uuid},${two?.uuid}`);
  await expect(page.locator('[data-total="eac"]')).toHaveText(formatted('en', 'eac', both.totals.eac));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).searchParams.get('projects')?.split(',').sort()).toEqual([one?.uuid, two?.uuid].sort());

  guard.allow(404);
  await page.goto(`${link},01920000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'This portfolio cannot be shown as it is' })).toBeVisible();
  await page.getByRole('link', { name: 'Show the 2 I can access' }).click();
  await expect(page.locator('[data-total="eac"]')).toHaveText(formatted('en', 'eac', both.totals.eac));

  const chart = page.getByRole('region', { name: 'Cost and schedule' });
  await chart.getByRole('button', { name: 'Show as a table' }).click();
  await expect(chart.getByRole('table').locator('tbody tr')).toHaveCount(2);
  const stepper = chart.getByRole('slider');
  await stepper.focus();
  await page.keyboard.press('End');
  const last = [one?.name ?? '', two?.name ?? ''].sort((a, b) => a.localeCompare(b, 'en')).at(-1) ?? '';
  await expect(stepper).toHaveAttribute('aria-valuetext', new RegExp(`^${last}, CPI [\\d.]+, SPI [\\d.]+, BAC`));
  await chart.locator('svg circle').first().click({ button: 'right', force: true }); // must not navigate
  await stepper.focus();
  await page.keyboard.press('Home');
  await expect(stepper).not.toHaveAttribute('aria-valuetext', new RegExp(`^${last}`));
  await expect(page).toHaveURL(/\/portfolio/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]+\/finance$/);
});

test('the portfolio of a user without projects shows "No projects yet"', async ({ instance, page }) => {
  const user = { email: 'new@example.com', password: 'a long enough passphrase' };
  await addUser(instance, user);
  await signIn(page, instance.url, user);
  await page.goto('/portfolio');
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
});
