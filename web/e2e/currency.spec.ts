// Currencies: of a project, of the instance, and in a portfolio that has several.
import type { Page } from '@playwright/test';
import type { Portfolio } from '../src/api/types.gen';
import { dash } from './support/api';
import { type FinancePage, ownProject } from './support/finance';
import { expect, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';

/** Formats an amount independently of the app. */
const amount = (locale: string, currency: string, value: number, digits = 0) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(value)
    .replace('-', '−');

async function setCurrency(page: Page, project: string, currency: string | null): Promise<void> {
  const response = await page.request.put(`/dash/projects/${project}`, { data: { currency } });
  expect(response.ok(), await response.text()).toBe(true);
}

async function choose(page: Page, label: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: new RegExp(`^${typed}`) }).click();
}

test('the owner chooses a currency, which labels every amount and converts none', async ({ signedIn: page }) => {
  const { uuid } = await ownProject(page);
  await setCurrency(page, uuid, null);
  const { finance } = await dash<FinancePage>(page, `/projects/${uuid}/finance`);
  await page.goto(`/projects/${uuid}/settings/budget`);
  await expect(page.getByText('it never converts them')).toBeVisible();
  await choose(page, 'Currency', 'GBP');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  await checkLooks(page);
  expect((await dash<FinancePage>(page, `/projects/${uuid}/finance`)).finance).toEqual(finance);

  for (const [language, locale] of [
    ['en', 'en-GB'],
    ['fr', 'fr-FR'],
  ] as const) {
    await page.goto(`/projects/${uuid}/finance`);
    await setLanguage(page, language);
    const story = page.getByTestId('story');
    await expect(story).toContainText(amount(locale, 'GBP', 1));
    await expect(story).toContainText(amount(locale, 'GBP', finance.cpi ?? 0, 2));
    await expect(story).toContainText(amount(locale, 'GBP', finance.eac ?? 0));
    await expect(page.locator('[data-field=bac]')).toHaveText(amount(locale, 'GBP', finance.bac ?? 0));
    await page.goto(`/projects/${uuid}/finance/bac`);
    await expect(page.locator('[data-number=bac]')).toHaveText(amount(locale, 'GBP', finance.bac ?? 0));
    const report = await page.request.get(`/dash/projects/${uuid}/report?lang=${language}`);
    expect(await report.text()).toContain(amount(locale, 'GBP', finance.eac ?? 0));
  }
  await setLanguage(page, 'en');
  await page.goto('/admin/changes');
  await expect(page.getByText('Currency: nothing → GBP')).toBeVisible();
});

test('a portfolio adds amounts of one currency only, until rates are entered', async ({ signedIn: page }) => {
  await setCurrency(page, (await ownProject(page)).uuid, 'USD'); // the others are in euros
  const { by_currency } = await dash<Portfolio>(page, '/portfolio');
  expect(by_currency.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
  await page.goto('/portfolio');
  for (const { currency, bac } of by_currency) {
    const group = page.locator(`[data-currency=${currency}]`);
    await expect(group.locator('[data-total=bac]')).toHaveText(amount('en-GB', currency ?? '', bac));
  }
  await expect(page.getByText('Amounts in different currencies are not added up')).toBeVisible();
  await expect(page.locator('[data-total=bac]')).toHaveCount(2);
  await expect(page.getByText('All bubbles have the same size')).toBeVisible();
  await checkLooks(page);

  await page.goto('/admin/currencies');
  await choose(page, 'Currency of the instance', 'EUR');
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await choose(page, 'One unit of', 'USD');
  await page.getByLabel('Rate', { exact: true }).fill('0.5');
  await page.getByLabel('From', { exact: true }).fill('2026-01-01');
  await page.getByRole('button', { name: 'Add the rate' }).click();
  await expect(page.getByRole('rowheader', { name: '1 USD = 0.5 EUR' })).toBeVisible();
  await checkLooks(page);

  const [euros, dollars] = by_currency.map(({ bac }) => bac);
  for (const [language, locale, day] of [
    ['en', 'en-GB', '1 Jan 2026'],
    ['fr', 'fr-FR', '1 janv. 2026'],
  ] as const) {
    await page.goto('/portfolio');
    await setLanguage(page, language);
    const together = page.locator('[data-currency=converted]');
    await expect(together.locator('[data-total=bac]')).toHaveText(
      amount(locale, 'EUR', (euros ?? 0) + (dollars ?? 0) / 2),
    );
    await expect(together).toContainText(`1 USD = ${language === 'en' ? '0.5' : '0,5'} EUR`);
    await expect(together).toContainText(day);
  }
  await setLanguage(page, 'en');
  await page.goto('/admin/currencies');
  await page.getByRole('button', { name: /^Delete the rate/ }).click();
  await expect(page.getByText('There are no exchange rates yet')).toBeVisible();
});

test.describe('set-up', () => {
  test.use({ workspace: 'empty', locale: 'fr-FR' });

  test('set-up suggests the currency of the browser’s country', async ({ page, instance }) => {
    const link = /http\S+(\/setup#set_\S+)/.exec(instance.output());
    await page.goto(link?.[1] ?? '');
    await expect(page.getByRole('combobox', { name: 'Devise' })).toHaveValue('EUR · euro');
    await page.getByLabel('Prénom').fill('Ada');
    await page.getByLabel('Nom', { exact: true }).fill('Byron');
    await page.getByLabel('Courriel').fill('ada@example.org');
    await page.getByLabel('Mot de passe', { exact: true }).fill('analytical engine');
    await page.getByRole('button', { name: 'Créer l’administrateur' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await page.goto('/admin/currencies');
    await expect(page.getByRole('combobox', { name: 'Devise de l’instance' })).toHaveValue('EUR · euro');
  });
});
