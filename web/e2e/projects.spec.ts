// The project list: health at a glance, favourites, search, and creating a first project.
import { dash } from './support/api';
import { addUser, expect, signIn, test } from './support/fixtures';
import { checkLooks } from './support/looks';
import { overflowOf } from './support/page';

test('the project list shows health and explains CPI and SPI in plain words', async ({ signedIn: page }) => {
  await page.goto('/projects');
  const card = page.getByRole('listitem').filter({ hasText: 'Application voyageurs' });
  await expect(card.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  await expect(card.getByRole('link', { name: 'Sprint 15' })).toBeVisible();
  await expect(card).toContainText(/days? left|last day|days? late/);
  await card.getByRole('button', { name: /CPI/ }).click();
  await expect(page.getByText(/Every €1 spent has earned €\d\.\d\d worth of planned work/)).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: /SPI/ }).click();
  await expect(page.getByText(/% of the work planned up to today is done/)).toBeVisible();
});

test('a pinned project stays first, and the layout and sort order survive a reload', async ({ signedIn: page }) => {
  await page.goto('/projects');
  const names = page.getByRole('listitem').getByRole('heading', { level: 2 });
  await expect(names.first()).toHaveText('Application voyageurs');
  await page.getByRole('button', { name: 'Pin Ticketing renewal to the top' }).click();
  await expect(names.first()).toHaveText('Ticketing renewal');
  await page.reload();
  await expect(names.first()).toHaveText('Ticketing renewal');
  await page.locator('label').filter({ hasText: 'Table' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Ticketing renewal');
  await page.getByRole('combobox', { name: 'Sort' }).click();
  await page.getByRole('option', { name: 'In trouble first' }).click();
  await expect(page).toHaveURL(/sort=health/);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'SPI' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Ticketing renewal');
  await page.getByRole('button', { name: 'Pin Ticketing renewal to the top' }).click();
  await expect(page.getByRole('button', { name: 'Pin Ticketing renewal to the top' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('the project search is kept in the URL and shows when nothing matches', async ({ signedIn: page }) => {
  await page.goto('/projects');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('metre');
  await expect(page.getByRole('heading', { name: /No project matches/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('searchbox').fill('temps reel');
  await expect(page).toHaveURL(/q=temps/);
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Information en temps réel']);
});

test('creating a project saves its details and opens its backlog', async ({ signedIn: page, guard }) => {
  guard.allow(422);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'New project' }).click();
  const form = page.getByRole('dialog', { name: 'New project' });
  await form.getByRole('button', { name: 'New project' }).click();
  await expect(form.getByText('This field is required.')).toBeVisible();
  await form.getByLabel('Name').fill('Quai numéro neuf');
  await form.getByLabel('Description').fill('A platform more.');
  await form.getByLabel('Budget').fill('12500');
  await form.getByLabel('Contingency').fill('10');
  await form.getByRole('button', { name: 'New project' }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]+\/backlog/);
  await expect(page.getByText('The backlog is empty.')).toBeVisible();
  const uuid = /projects\/([0-9a-f-]+)/.exec(page.url())?.[1];
  const { project } = await dash<{ project: object }>(page, `/projects/${uuid}`);
  expect(project).toMatchObject({ name: 'Quai numéro neuf', budget: 12500, contingency_pct: 10 });
});

test('an empty project list suggests creating a project or asking for an invitation', async ({ page, instance }) => {
  const user = { email: 'new@earnest.example', password: 'a long enough password' };
  await addUser(instance, user);
  await signIn(page, instance.url, user);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await expect(page.getByText(/ask its owner to invite you/)).toBeVisible();
  await checkLooks(page);
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name').fill('First');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/backlog/);
});

test('the project list passes axe as cards, as a table and while creating a project', async ({ signedIn: page }) => {
  await page.goto('/projects');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await checkLooks(page);
  await page.getByRole('button', { name: /CPI/ }).first().click();
  await expect(page.getByText(/Every €1 spent has earned/)).toBeVisible();
  await checkLooks(page);
  await page.keyboard.press('Escape');
  await page.locator('label').filter({ hasText: 'Table' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await checkLooks(page);
  await page.getByRole('button', { name: 'New project' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLooks(page);
});

test('the project list fits a screen 360 pixels wide', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/projects');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});
