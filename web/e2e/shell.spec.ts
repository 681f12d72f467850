import type { Found } from '../src/api/types.gen';
import { dash, listProjects } from './support/api';
import { expect, test } from './support/fixtures';
import { checkA11y, checkLooks, setScheme } from './support/looks';
import { holdNext, overflowOf } from './support/page';
import { projectNamed } from './support/project';

test('the command palette opens with Ctrl+K, runs a command and closes with Escape', async ({ signedIn: page }) => {
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  await checkLooks(page);
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await field.fill('api key');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/keys$/);
});

test('the command palette finds projects and tickets by part of their names', async ({ signedIn: page }) => {
  const project = 'Application voyageurs';
  const ticket = "L'attestation porte la date d'achat au lieu de la date de début";
  const { uuid } = await projectNamed(page, project);
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  await field.fill('applic');
  await page.getByRole('option', { name: project, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${uuid}/board`));
  await page.goto('/account');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  await field.fill('attestation porte');
  await page.getByRole('option', { name: ticket }).click();
  await expect(page.getByRole('dialog', { name: ticket })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/projects/${uuid}/board\\?.*ticket=`));
});

test('Enter in the palette acts on the results of the text in the field, even before they arrive', async ({
  signedIn: page,
}) => {
  const meant = (await dash<Found>(page, '/search?q=AV-12')).tickets.find(({ key }) => key === 'AV-12');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await field.fill('attestation');
  await expect(page.getByRole('option').first()).toBeVisible();
  const search = await holdNext(page, 'read', /\/dash\/search\?.*AV-12/);
  await field.fill('AV-12');
  await field.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Searching…' })).toBeVisible();
  await search.reached;
  await expect(page.getByRole('option')).toHaveCount(0);
  search.release();
  await expect(page.getByRole('dialog').first()).toContainText('AV-12');
  await expect(page).toHaveURL(new RegExp(`ticket=${meant?.uuid}`));
});

test('Enter in the palette no longer counts once the text changes', async ({ signedIn: page }) => {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  const search = await holdNext(page, 'read', /\/dash\/search\?.*AV-12/);
  await field.fill('AV-12');
  await field.press('Enter');
  await search.reached;
  await field.fill('attestation');
  search.release();
  await expect(page.getByRole('option').first()).toBeVisible();
  await field.fill('AV-12');
  await expect(page.getByRole('option').first()).toContainText('AV-12');
  await expect(page).toHaveURL(/\/account$/);
});

test('the palette says why there is no result', async ({ signedIn: page, guard }) => {
  guard.allow(500);
  guard.allowNoResponse();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  const says = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
  await field.fill('x');
  await says('Type at least two letters to search');
  await field.fill('xylophone');
  await says('Nothing found for “xylophone”');
  await field.fill('attestation');
  await expect(page.getByRole('option').first()).toBeVisible();
  await field.fill('x'.repeat(201));
  await says('This text is too long to search for: at most 200 characters.');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.route('**/dash/search?*', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await field.fill('broken');
  await says('The search failed. Something went wrong on the server.');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.context().setOffline(true);
  await field.fill('attestation porte');
  await says('Searching…');
  await says('The search failed. The server could not be reached.');
  await page.context().setOffline(false);
  await expect(page.getByRole('option').first()).toBeVisible();
});

test('inside a project, the palette finds its tickets and all projects, and says so', async ({ signedIn: page }) => {
  const [here, other] = await listProjects(page);
  await page.goto(`/projects/${here?.uuid}/board`);
  await page.getByRole('button', { name: 'Search or go to' }).click();
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toHaveAttribute('placeholder', 'Search the tickets of this project and all projects');
  await field.fill(other?.name ?? '');
  await page.getByRole('option', { name: other?.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${other?.uuid}/board`));
});

test('"?" lists the shortcuts, key sequences navigate, and single-key shortcuts can be turned off', async ({
  signedIn: page,
}) => {
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toContainText('Go to projects');
  await checkLooks(page);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/account$/);
  await dialog.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/account$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByLabel('Single-key shortcuts').check();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/projects$/);
});

test('choosing a language and colour scheme takes effect immediately and survives a reload', async ({
  signedIn: page,
}) => {
  await page.goto('/account');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: /’s account$/ }).click();
  await page.getByText('Français').click();
  await expect(html).toHaveAttribute('lang', 'fr');
  await expect(page).toHaveTitle('Compte · Earnest');
  await page.getByText('Sombre').click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await checkA11y(page);
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'fr');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: /^Compte de/ }).click();
  await page.getByText('Système').click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await setScheme(page, 'dark');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('the first Tab stop is a link that skips to the content', async ({ signedIn: page }) => {
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('First name')).toBeFocused();
});

test('on a phone, a button opens the navigation and no page scrolls sideways', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/account', '/admin/users', '/projects', '/account/keys']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await overflowOf(page), `${path} scrolls sideways`).toBe(0);
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await checkLooks(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an unknown project shows "Page not found"', async ({ signedIn: page, guard }) => {
  guard.allow(404);
  await page.goto('/projects/01a1ddb1-0000-7000-8000-000000000000/board');
  await expect(page.getByText('Page not found')).toBeVisible();
  await checkLooks(page);
  await page.getByRole('link', { name: 'Go to projects' }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test('the project switcher finds another project by name and opens it', async ({ signedIn: page }) => {
  const from = await projectNamed(page, 'Application voyageurs');
  const to = await projectNamed(page, 'Ticketing renewal');
  await page.goto(`/projects/${from.uuid}/settings/general`);
  await page.getByRole('button', { name: 'Switch project, Application voyageurs' }).click();
  await page.getByRole('textbox', { name: 'Find a project' }).fill('ticketing');
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/projects/${to.uuid}/board`));
});
