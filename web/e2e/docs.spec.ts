// The API reference at /docs, which needs neither the app nor a session.
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { dash } from './support/api';
import { expect, long, test } from './support/fixtures';
import { checkA11y, setScheme } from './support/looks';
import { overflowOf } from './support/page';

/** A new key of the signed-in user. */
async function newKey(page: Page, scopes: string[]): Promise<string> {
  const { secret } = await dash<{ secret: string }>(page, '/keys', { name: 'Try', scopes, allow_ips: [] });
  return secret;
}

test('the menu leads to the reference, whose search finds fields', async ({ signedIn: page }) => {
  await page.goto('/projects');
  await page.getByRole('button', { name: /’s account$/ }).click();
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page).toHaveURL(/\/docs$/);
  await page.waitForLoadState(); // until its script listens to the keyboard

  await page.keyboard.press('/');
  await page.keyboard.type('subtasks_done');
  await expect(page.getByRole('status')).toHaveText('1 found');
  const entry = page.getByRole('listitem').filter({ hasText: 'data.subtasks_done' });
  await entry.getByRole('link').click();
  await expect(page).toHaveURL(/#getTicket$/);
  const row = page.locator('article', { has: page.locator('#getTicket') }).locator('code.hit');
  await expect(row).toBeVisible();
  await expect(row).toHaveText('data.subtasks_done');
});

test('the request of an operation is shown in four languages and works when pasted', async ({
  signedIn: page,
  instance,
}) => {
  await page.goto('/docs');
  const env = { ...process.env, EARNEST_KEY: await newKey(page, ['projects:read']) };
  const article = page.locator('article', { has: page.locator('#listProjects') });
  const shown = article.locator('.programs pre:visible');
  await expect(shown).toContainText(`curl '${instance.url}/api/v1/projects'`);
  expect(execFileSync('sh', ['-c', `${await shown.textContent()} -s`], { env }).toString()).toContain('"data":[{');

  for (const [name, text] of [
    ['Go', 'http.NewRequest("GET"'],
    ['TypeScript', 'await fetch('],
    ['Python', 'urllib.request.urlopen'],
  ] as const) {
    await article.getByRole('button', { name, exact: true }).click();
    await expect(shown).toHaveCount(1);
    await expect(shown).toContainText(text);
  }
  await page.reload();
  await expect(shown).toContainText('urllib.request.urlopen');
  const guide = page.locator('section', { has: page.locator('#retrying-safely') });
  await expect(guide.locator('pre:visible')).toContainText(['ATTEMPTS = 5', 'Refund a payment']);
});

test('an operation can be tried with a key that nothing keeps', async ({ signedIn: page }) => {
  await page.goto('/docs');
  const key = await newKey(page, ['projects:read', 'projects:write']);
  const list = page.locator('article', { has: page.locator('#listProjects') });
  await list.getByRole('button', { name: 'Try it' }).click();
  await list.getByLabel('API key').fill(key);
  await list.getByRole('button', { name: 'Send GET' }).click();
  await expect(list.locator('output')).toContainText(/200.*requests left this hour/);
  await expect(list.locator('output')).toContainText('"total"');

  const create = page.locator('article', { has: page.locator('#createProject') });
  await create.getByRole('button', { name: 'Try it' }).click();
  await expect(create.getByLabel('API key')).toHaveValue(key);
  await create.getByRole('textbox', { name: 'Body' }).fill('{"name": "Tried from the reference"}');
  await create.getByRole('button', { name: 'Send POST' }).click();
  await expect(create.locator('output')).toContainText('"name": "Tried from the reference"');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBe(0);

  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  expect(stored).not.toContain(key);
  await page.reload();
  await list.getByRole('button', { name: 'Try it' }).click();
  await expect(list.getByLabel('API key')).toHaveValue('');
});

test('the reference passes axe in both colour schemes', async ({ page }) => {
  test.slow(); // axe is slow on a page this long
  await page.goto('/docs');
  // The operations look alike, so the short form keeps some of them. #updateTicket has every kind of content.
  if (!long)
    await page
      .locator('article:nth-of-type(n + 3):not(:has(#updateTicket))')
      .evaluateAll((all) => all.map((a) => a.remove()));
  await page
    .locator('article', { has: page.locator('#updateTicket') })
    .getByRole('button', { name: 'Try it' })
    .click();
  await checkA11y(page);
  await setScheme(page, 'dark');
  await checkA11y(page);
});

test('a double click sends a request once', async ({ signedIn: page }) => {
  await page.goto('/docs');
  const key = await newKey(page, ['projects:write']);
  const create = page.locator('article', { has: page.locator('#createProject') });
  await create.getByRole('button', { name: 'Try it' }).dblclick();
  await expect(create.locator('form')).toHaveCount(1);
  await create.getByLabel('API key').fill(key);
  let sent = 0;
  await page.route('**/api/v1/projects', async (route) => {
    sent++;
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
  });
  await create.getByRole('button', { name: 'Send POST' }).dblclick();
  await expect(create.locator('output')).toContainText('201');
  expect(sent).toBe(1);
  await create.getByRole('button', { name: 'Send POST' }).click();
  await expect.poll(() => sent).toBe(2);
});

test('an operation can be tried after the document could not be loaded', async ({ page, guard }) => {
  guard.allow(503);
  await page.goto('/docs');
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 503 }));
  const list = page.locator('article', { has: page.locator('#listProjects') });
  await list.getByRole('button', { name: 'Try it' }).click();
  const again = list.getByRole('button', { name: 'No answer: try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/openapi.json');
  await again.click();
  await expect(list.getByLabel('API key')).toBeFocused();
  await expect(list.getByRole('button', { name: 'Try it' })).toBeVisible();
});
