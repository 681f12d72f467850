// Checks a page in two languages and two colour schemes.
import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

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

/** Adds axe to a frame that does not contain it yet. With frames in the page, it must answer those of other origins. */
async function addAxe(frame: Frame, frames: number): Promise<void> {
  if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axe.source);
  if (frames > 1) await frame.evaluate("axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })");
}

/**
 * Checks the page against all of axe's rules, in its current language and colour scheme. Waits for a heading, because until then
 * the page's code is still loading. Axe's own package for Playwright needs half a second of CPU time more for each check.
 */
export async function checkA11y(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  const frames = page.frames();
  for (const frame of frames) await addAxe(frame, frames.length);
  const found = await page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations } = await run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({
      rule: id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }));
  });
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
