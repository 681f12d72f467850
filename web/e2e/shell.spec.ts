import { expect, test } from './support/fixtures';
import { checkA11y, checkLooks, setScheme } from './support/looks';

test('the palette opens with Ctrl-K, goes where one asks, and closes with Escape', async ({ signedIn: page }) => {
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

test('the palette finds projects and tickets by a few letters', async ({ signedIn: page }) => {
  const { projects } = await (await page.request.get('/dash/projects')).json();
  const { name, uuid } = projects[0];
  await page.goto('/account');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  await page.getByRole('combobox', { name: 'Search and commands' }).fill(name.slice(0, 12));
  await page.getByRole('option', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${uuid}/board`));
});

test('? lists the shortcuts, two keys in a row go somewhere, and single keys can be turned off', async ({
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

test('language and colours are chosen in the menu, at once, and kept', async ({ signedIn: page }) => {
  await page.goto('/account');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: /^Account of/ }).click();
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

test('the keyboard reaches the content first, then everything else', async ({ signedIn: page }) => {
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('First name')).toBeFocused();
});

test('on a phone the navigation is behind a button, and no page is wider than the screen', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/account', '/admin/users', '/projects', '/account/keys']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide, `${path} scrolls sideways`).toBe(0);
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await checkLooks(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what does not exist is said so', async ({ signedIn: page, guard }) => {
  guard.allow(404);
  await page.goto('/projects/01a1ddb1-0000-7000-8000-000000000000/board');
  await expect(page.getByText('Page not found')).toBeVisible();
  await checkLooks(page);
  await page.getByRole('link', { name: 'Go to projects' }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test('the switcher goes to another project by its name', async ({ signedIn: page }) => {
  const { projects } = await (await page.request.get('/dash/projects')).json();
  const [from, to] = projects;
  await page.goto(`/projects/${from.uuid}/settings/general`);
  await page.getByRole('button', { name: `Switch project, ${from.name}` }).click();
  await page.getByRole('textbox', { name: 'Find a project' }).fill(to.name.slice(0, 10).toLowerCase());
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/projects/${to.uuid}/board`));
});
