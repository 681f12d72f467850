// API keys: managed on the page, then used to call the API.
import type { Page } from '@playwright/test';
import { addUser, expect, signIn, test } from './support/fixtures';
import { checkLooks } from './support/looks';

const api = (url: string, secret: string, path = '/projects') =>
  fetch(`${url}/api/v1${path}`, { headers: { Authorization: `Bearer ${secret}` } });

/** Creates a key on the page and returns its secret. */
async function create(page: Page, name: string, preset: string): Promise<string> {
  await page.goto('/account/keys/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: new RegExp(`^${preset}`) }).click();
  await page.getByRole('button', { name: 'Create the key' }).click();
  return (await page.getByRole('region', { name: 'Key', exact: true }).locator('code').textContent()) ?? '';
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a new key gives access to the API within its permissions until it is revoked', async ({
  signedIn: page,
  instance,
}) => {
  await page.goto('/account/keys');
  await page.getByRole('link', { name: 'Create a key' }).click();
  const submit = page.getByRole('button', { name: 'Create the key' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Name', { exact: true }).fill('Nightly report');
  await page.getByRole('button', { name: 'Time bot' }).click();
  await expect(page.getByRole('checkbox', { name: /^Time: Change/ })).toBeChecked();
  await page.getByRole('checkbox', { name: /^Time: Change/ }).uncheck();
  await page.getByRole('radio', { name: '30 days' }).check();
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('Reads projects, tickets and time');
  await expect(review).toContainText('Changes nothing');
  await submit.click();

  const secret = (await page.getByRole('region', { name: 'Key', exact: true }).locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^ern_/);
  const curl = (await page.getByRole('region', { name: 'Try it' }).locator('code').textContent()) ?? '';
  expect(curl).toBe(`curl -H 'Authorization: Bearer ${secret}' '${instance.url}/api/v1/projects'`);
  expect((await api(instance.url, secret)).status).toBe(200);
  const refused = await fetch(`${instance.url}/api/v1/time-entries`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
  });
  expect(refused.status).toBe(403);

  await page.getByRole('button', { name: 'I have stored it' }).click();
  const card = page.getByRole('article', { name: 'Nightly report' });
  await expect(card).toContainText('2 of 1,000');
  await expect(async () => {
    await page.reload();
    await expect(card).toContainText('from 127.0.0.1', { timeout: 500 });
  }).toPass();
  await expect(page.getByText(secret)).toHaveCount(0);
  await card.getByRole('button', { name: 'Show all 3 permissions' }).click();
  await expect(card.getByText('tickets:read')).toBeVisible();

  await choose(page, 'Nightly report', 'Revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The key Nightly report was revoked.')).toBeVisible();
  await expect(card).toHaveCount(0);
  expect((await api(instance.url, secret)).status).toBe(401);
});

test('a rotated key keeps working during the overlap, and stops immediately without one', async ({
  signedIn: page,
  instance,
}) => {
  const first = await create(page, 'Sync', 'Read-only');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await choose(page, 'Sync', 'Rotate');
  await page.getByRole('radio', { name: '24 hours' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  const shown = page.getByRole('dialog').getByRole('region', { name: 'Key', exact: true }).locator('code');
  const second = (await shown.textContent()) ?? '';
  expect(second).not.toBe(first);
  await expect(page.getByText(/The old key works until/)).toBeVisible();
  expect([(await api(instance.url, first)).status, (await api(instance.url, second)).status]).toEqual([200, 200]);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByRole('article', { name: 'Sync' })).toHaveCount(2);

  await page.getByRole('button', { name: 'Actions for Sync' }).first().click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByRole('radio', { name: /revoke it now/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await expect(page.getByText('The old key no longer works.')).toBeVisible();
  const statuses = [(await api(instance.url, first)).status, (await api(instance.url, second)).status].sort();
  expect(statuses).toEqual([200, 401]);
});

test("a key's permissions and allowed addresses can be changed, and an invalid address is rejected", async ({
  signedIn: page,
  instance,
}) => {
  const secret = await create(page, 'Importer', 'Everything');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await choose(page, 'Importer', 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Projects: Read/ }).uncheck();
  const address = dialog.getByLabel('Where it can be used');
  await address.fill('10.0.0.300');
  await address.press('Enter');
  await expect(dialog.getByText('10.0.0.300 is not an IPv4 or IPv6 address', { exact: false })).toBeVisible();
  await address.fill('10.0.0.0/8');
  await address.press('Enter');
  await dialog.getByRole('button', { name: 'Add my address (127.0.0.1)' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The key Importer was changed.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Importer' })).toContainText('10.0.0.0/8 and 127.0.0.1');
  expect((await api(instance.url, secret)).status).toBe(403);
  expect((await api(instance.url, secret, '/portfolio/finance')).status).toBe(200);

  await choose(page, 'Importer', 'Edit');
  await dialog.getByRole('button', { name: 'Remove 127.0.0.1' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await api(instance.url, secret, '/portfolio/finance')).status).toBe(403);
});

test('leaving before copying a new key asks for confirmation', async ({ signedIn: page }) => {
  await create(page, 'Fresh', 'Read-only');
  await page.getByRole('link', { name: 'All keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without the key?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'Key', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'All keys' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('article', { name: 'Fresh' })).toBeVisible();
});

test('a user whose plan excludes the API is told so and cannot create keys', async ({ page, instance }) => {
  const user = { email: 'free@example.org', password: 'a long password here' };
  await addUser(instance, user);
  await instance.command(['account', 'set', '--user', user.email, '--plan', 'free']);
  await signIn(page, instance.url, user);
  await page.goto('/account/keys');
  await expect(page.getByText('Your plan does not include the API')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create a key' })).toHaveCount(0);
  await page.goto('/account/keys/new');
  await expect(page).toHaveURL(/\/account\/keys$/);
  await checkLooks(page);
});

test('the API key pages pass axe in both languages and colour schemes', async ({ signedIn: page }) => {
  await create(page, 'Looks', 'Reporting');
  await checkLooks(page);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page
    .getByRole('button', { name: /permissions/ })
    .first()
    .click();
  await checkLooks(page);
  await choose(page, 'Looks', 'Edit');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLooks(page);
  await page.goto('/account/keys/new');
  await page.getByRole('button', { name: /^Everything/ }).click();
  await page.getByRole('radio', { name: 'Never' }).check();
  await checkLooks(page);
});
