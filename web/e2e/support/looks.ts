// The four looks of a page: two languages in two colour schemes.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export type Language = 'en' | 'fr';
export type Scheme = 'light' | 'dark';

/** setScheme lets the system prefer a scheme; a page that follows the system changes at once. */
export const setScheme = (page: Page, scheme: Scheme) =>
  page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });

/** setLanguage switches as another tab would: the page keeps what is typed and open. */
export async function setLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('earnest.language', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'earnest.language', newValue: chosen }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** checkA11y finds no violation of any rule that axe has, in the look the page has now. */
export async function checkA11y(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map((violation) => ({
    rule: violation.id,
    help: violation.help,
    nodes: violation.nodes.map((node) => `${node.html} ${node.failureSummary}`),
  }));
  expect(told, `axe on ${page.url()}`).toEqual([]);
}

/** checkLooks checks the page as it stands in both languages and both schemes, and leaves it English and light. */
export async function checkLooks(page: Page): Promise<void> {
  for (const language of ['fr', 'en'] as const) {
    await setLanguage(page, language);
    for (const scheme of ['dark', 'light'] as const) {
      await setScheme(page, scheme);
      await checkA11y(page);
    }
  }
}
