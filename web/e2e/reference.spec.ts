// The API reference: every documented operation, with commands that work.
import { execFileSync } from 'node:child_process';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';

test('a reader of the API reference can find an operation and run its command', async ({
  signedIn: page,
  instance,
}) => {
  const document = (await (await page.request.get('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  await page.goto('/reference');
  await expect(page.getByRole('article')).toHaveCount(operations.length);
  await expect(page.getByRole('region', { name: 'Before the first call' })).toContainText(`${instance.url}/api/v1`);

  await page.keyboard.press('/');
  await page.keyboard.type('list projects');
  const card = page.locator('#listProjects');
  await expect(page.getByRole('status').filter({ hasText: /operation/ })).toHaveText(/^[1-4] operations?$/);
  await card.getByRole('button', { name: /projects/ }).press('Enter');
  const command =
    (await card.getByRole('group', { name: 'Command', exact: true }).first().locator('pre').textContent()) ?? '';
  expect(command).toContain(`curl '${instance.url}/api/v1/projects'`);
  await expect(card.getByText('projects:read').first()).toBeVisible();
  const key = { name: 'Try', scopes: ['projects:read'], allow_ips: [] };
  const { secret } = await dash<{ secret: string }>(page, '/keys', key);
  const env = { ...process.env, EARNEST_KEY: secret };
  const result = JSON.parse(execFileSync('sh', ['-c', `${command} -s`], { env }).toString()) as { data: unknown[] };
  expect(result.data.length).toBeGreaterThan(0);
});

test('an anchor in the API reference opens its operation, and the page passes axe', async ({ signedIn: page }) => {
  test.slow(); // axe is slow on a page this long
  await page.goto('/reference#updateTicket');
  const card = page.locator('#updateTicket');
  await expect(card.getByRole('button', { expanded: true })).toBeVisible();
  await expect(card).toBeInViewport();
  await expect(card.getByRole('group', { name: 'Body' })).toContainText('story_points');
  const responses = card.getByRole('group', { name: 'Responses' });
  await responses
    .getByText(/nested fields/)
    .first()
    .click();
  await expect(responses).toContainText('acceptance_criteria');
  await expect(responses).toContainText('INVALID_API_KEY');
  await responses.getByRole('link', { name: 'TicketRef', exact: true }).click();
  await expect(page).toHaveURL(/#schema-TicketRef$/);
  await page.getByLabel('Search operations').fill('update a ticket'); // axe is slow on the whole page
  await expect(page.getByRole('article')).toHaveCount(2);
  await checkLooks(page);
  await page.getByRole('link', { name: 'Guide and public page' }).click();
  await expect(page).toHaveURL(/\/docs$/);
});
