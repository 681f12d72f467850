// Helpers that apply to any page.
import type { Page, Request } from '@playwright/test';

/** A notification that contains the text. */
export const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Holds back the next request to a URL that reads, or that writes: `reached` resolves when it is made, and `release` lets it go on.
 */
export async function holdNext(
  page: Page,
  what: 'read' | 'write',
  url: RegExp,
): Promise<{ reached: Promise<unknown>; release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isMeant = (request: Request) => (request.method() === 'GET') === (what === 'read');
  const reached = page.waitForRequest((request) => isMeant(request) && url.test(request.url()));
  let isHeld = false;
  await page.route(url, async (route) => {
    if (isHeld || !isMeant(route.request())) return route.fallback();
    isHeld = true;
    await released;
    await route.continue();
  });
  return { reached, release };
}
