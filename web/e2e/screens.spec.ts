// Screenshots of the pages outside projects, to look at: SCREENS=/some/folder npx playwright test screens
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, submitSignIn, test } from './support/fixtures';
import { setLanguage, setScheme } from './support/looks';

const folder = process.env.SCREENS;

/** Takes a screenshot in both colour schemes, on desktop and phone. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const [size, width, height] of [
    ['desk', 1280, 800],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const scheme of ['dark', 'light'] as const) {
      await setScheme(page, scheme);
      await page.screenshot({ path: join(folder ?? '.', `${name}-${size}-${scheme}.png`), fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test.describe(() => {
  test.skip(folder === undefined, 'screenshots are taken only when SCREENS names a folder');

  test('screenshots of the sign-in, account and people pages', async ({ page, demo }) => {
    test.slow();
    await page.goto('/account');
    await expect(page.getByLabel('Email')).toBeFocused();
    await shoot(page, 'signin');
    await setLanguage(page, 'fr');
    await shoot(page, 'signin-fr');
    await setLanguage(page, 'en');
    await submitSignIn(page, demo);
    await expect(page.getByText('This browser')).toBeVisible();
    await shoot(page, 'account');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('dialog').getByLabel('Current password').fill(demo.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await shoot(page, 'second-factor');
    await page.keyboard.press('Escape');
    await page.goto('/admin/users');
    await expect(page.getByRole('table')).toBeVisible();
    await shoot(page, 'people');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await shoot(page, 'palette');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^(?!Edit ).*’s account$/ }).click();
    await expect(page.getByText('Sign out')).toBeVisible();
    await shoot(page, 'menu');
  });
});

test.describe(() => {
  test.use({ workspace: 'empty' });
  test.skip(folder === undefined, 'screenshots are taken only when SCREENS names a folder');

  test('screenshots of the setup page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByLabel('Setup token')).toBeVisible();
    await shoot(page, 'setup');
  });
});
