import { anyProject, dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';

test('the guide explains every finance field of the API under its own anchor', async ({ signedIn: page }) => {
  const project = await anyProject(page);
  const { finance } = await dash<{ finance: object }>(page, `/projects/${project}/finance`);
  const names = Object.keys(finance);
  expect(names).toHaveLength(26);

  await page.goto('/guide');
  await expect(page.getByRole('heading', { level: 1, name: 'Earned value' })).toBeVisible();
  for (const name of names) await expect(page.locator(`article#${name}`)).toHaveCount(1);

  await page.goto('/guide/earned-value#cpi');
  const cpi = page.getByRole('article', { name: 'CPI · Cost performance index' });
  await expect(cpi).toBeInViewport();
  await expect(cpi).toBeFocused();
  await expect(cpi).toContainText('EV / AC');
  await setLanguage(page, 'fr');
  await expect(page.locator('article#cpi')).toContainText('Pour 1 dépensé');
});

test('the menu leads to every guide chapter, and an unknown chapter shows "Page not found"', async ({
  signedIn: page,
}) => {
  await page.goto('/projects');
  await page.getByRole('button', { name: /’s account$/ }).click();
  await page.getByRole('link', { name: 'Guide' }).click();
  const chapters = page.getByRole('navigation', { name: 'Chapters' }).getByRole('link');
  await expect.poll(() => chapters.count()).toBeGreaterThanOrEqual(5);
  const names = await chapters.allTextContents();
  for (const name of names) {
    await page.getByRole('navigation', { name: 'Chapters' }).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  }
  await page.goto('/guide');
  await checkLooks(page);
  await page.goto('/guide/astrology');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});
