// Helpers that apply to any page.
import type { Page } from '@playwright/test';

/** A notification that contains the text. */
export const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Holds back the next request to a URL: `reached` resolves when it is made, and `release` lets it go on. */
export async function holdNext(page: Page, url: RegExp): Promise<{ reached: Promise<unknown>; release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = page.waitForRequest(url);
  await page.route(url, (route) => released.then(() => route.continue()), { times: 1 });
  return { reached, release };
}
