import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
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

const locales = { en: 'en-GB', fr: 'fr-FR' } as const;

/** Formats an indicator for a language, independently of the app. */
function shown(language: keyof typeof locales, field: string, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const write = (options: Intl.NumberFormatOptions, of = value) =>
    new Intl.NumberFormat(locales[language], options).format(of);
  if (['cpi', 'spi', 'tcpi'].includes(field)) return write({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (field.endsWith('_pct')) return write({ style: 'percent', maximumFractionDigits: 1 }, value / 100);
  return write({ maximumFractionDigits: field.endsWith('_sp') ? 2 : 0 });
}

const portfolioOf = async (page: Page, query = ''): Promise<Portfolio> =>
  (await page.request.get(`/dash/portfolio${query}`)).json();

/** Creates an API key that can read finance. */
async function keyOf(page: Page): Promise<string> {
  const data = { name: 'portfolio', scopes: ['finance:read', 'projects:read'], expires_at: null, allow_ips: [] };
  return (await (await page.request.post('/dash/keys', { data })).json()).secret;
}

const table = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).getByRole('table');
const namesIn = (page: Page) =>
  table(page, 'Projects with a budget').locator('tbody th > a:first-of-type').allTextContents();

test('every total and every indicator on the page is that of the API, in both languages', async ({
  signedIn: page,
}) => {
  const headers = { Authorization: `Bearer ${await keyOf(page)}` };
  const { data } = await (await page.request.get('/api/v1/portfolio/finance', { headers })).json();
  const portfolio = await portfolioOf(page);
  expect(portfolio.totals).toEqual(data.totals);
  for (const row of portfolio.rows) {
    const one = await page.request.get(`/api/v1/finance?project=${row.uuid}`, { headers });
    expect(row.finance).toEqual((await one.json()).data);
  }
  const fields = Object.keys(portfolio.rows[0]?.finance ?? {}).filter((field) => field !== 'project_uuid');
  expect(fields).toHaveLength(25);
  await page.goto(`/portfolio?columns=${fields.join(',')}`);
  for (const language of ['en', 'fr'] as const) {
    await setLanguage(page, language);
    for (const [field, value] of Object.entries(data.totals as Numbers)) {
      if (['projects', 'with_bac', 'without_bac'].includes(field)) continue;
      await expect(page.locator(`[data-total="${field}"]`), field).toHaveText(shown(language, field, value));
    }
    for (const row of portfolio.rows.filter((one) => one.has_budget)) {
      const cells = page.getByRole('row').filter({ has: page.locator(`a[href="/projects/${row.uuid}/finance"]`) });
      for (const field of fields) {
        const cell = cells.locator(`[data-field="${field}"]`);
        expect(await cell.textContent(), `${row.name} ${field}`).toBe(shown(language, field, row.finance[field]));
      }
    }
  }
});

test('projects are ordered by any column, chosen, handed on by address, and opened', async ({
  signedIn: page,
  guard,
}) => {
  test.slow();
  const { rows } = await portfolioOf(page);
  const priced = rows.filter((row) => row.has_budget);
  await page.goto('/portfolio');
  await expect(page.getByText(/^Every 1 spent has earned .* over their budget of/)).toBeVisible();
  const heading = (name: string) => table(page, 'Projects with a budget').getByRole('columnheader', { name });
  await expect(heading('CPI')).toHaveAttribute('aria-sort', 'ascending');

  await heading('EAC').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(heading('EAC')).toHaveAttribute('aria-sort', 'ascending');
  const byEac = [...priced].sort((a, b) => (a.finance.eac ?? 0) - (b.finance.eac ?? 0)).map((row) => row.name);
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

  const bare = rows.find((row) => !row.has_budget);
  await expect(table(page, 'Projects without a budget').getByRole('link', { name: bare?.name })).toBeVisible();
  expect(await namesIn(page)).not.toContain(bare?.name);
  await checkLooks(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).first().click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(1 + rows.length);
  expect(file).toContain(String(priced[0]?.finance.eac));

  await page.getByRole('button', { name: 'Choose projects' }).click();
  const dialog = page.getByRole('dialog', { name: 'Projects of this portfolio' });
  await dialog.getByRole('button', { name: 'None', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Show these' })).toBeDisabled();
  const [one, two] = priced;
  for (const name of [one?.name ?? '', two?.name ?? '']) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: 'Show these' }).click();
  await expect(page.getByRole('button', { name: '2 projects chosen' })).toBeVisible();
  const both = await portfolioOf(page, `?projects=${one?.uuid},${two?.uuid}`);
  await expect(page.locator('[data-total="eac"]')).toHaveText(shown('en', 'eac', both.totals.eac));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).searchParams.get('projects')?.split(',').sort()).toEqual([one?.uuid, two?.uuid].sort());

  guard.allow(404);
  await page.goto(`${link},01920000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'This portfolio cannot be shown as it is' })).toBeVisible();
  await page.getByRole('link', { name: 'Show the 2 I can access' }).click();
  await expect(page.locator('[data-total="eac"]')).toHaveText(shown('en', 'eac', both.totals.eac));

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

test('somebody without a project is told what a portfolio is', async ({ instance, page }) => {
  const who = { email: 'new@example.com', password: 'a long enough passphrase' };
  await addUser(instance, who);
  await signIn(page, instance.url, who);
  await page.goto('/portfolio');
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
});
