// Checks a page in two languages and two colour schemes.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export type Language = 'en' | 'fr';
export type Scheme = 'light' | 'dark';

/** Emulates a system colour scheme and waits until the page's colours have settled. */
export async function setScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.all(moving.map((animation) => animation.finished.catch(() => {})));
  });
}

/** Switches language as another tab would, so that the page keeps its state. */
export async function setLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('earnest.language', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'earnest.language', newValue: chosen }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Undefined to inject axe, as pages with frames always need, or a no-op script if the page already contains axe. */
async function axeSource(page: Page): Promise<string | undefined> {
  const loaded = await page.evaluate(() => 'axe' in window);
  return loaded && page.frames().length === 1 ? 'axe' : undefined;
}

/**
 * Checks the page against all of axe's rules, in its current language and colour scheme. Waits for a heading, because until then
 * the page's code is still loading.
 */
export async function checkA11y(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  const axe = new AxeBuilder({ page, axeSource: await axeSource(page) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map((violation) => ({
    rule: violation.id,
    help: violation.help,
    nodes: violation.nodes.map((node) => `${node.html} ${node.failureSummary}`),
  }));
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/**
 * Checks the page in its current state with axe: in French and the dark scheme, then in English and the light scheme, which stay
 * selected. Contrast is the same in both languages, and the other rules give the same result in both schemes, so these two
 * combinations cover all four.
 */
export async function checkLooks(page: Page): Promise<void> {
  await setScheme(page, 'dark');
  await setLanguage(page, 'fr');
  await checkA11y(page);
  await setScheme(page, 'light');
  await setLanguage(page, 'en');
  await checkA11y(page);
}
