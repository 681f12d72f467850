// The API reference: every documented operation, with commands that work.
import { execFileSync } from 'node:child_process';
import { expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';

test('a reader finds an operation, takes its command and calls the API with it', async ({
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
  const made = await page.request.post('/dash/keys', {
    data: { name: 'Try', scopes: ['projects:read'], allow_ips: [] },
  });
  const { secret } = (await made.json()) as { secret: string };
  const env = { ...process.env, EARNEST_KEY: secret };
  const told = JSON.parse(execFileSync('sh', ['-c', `${command} -s`], { env }).toString()) as { data: unknown[] };
  expect(told.data.length).toBeGreaterThan(0);
});

test('an anchor opens its operation, objects are taken apart, and the page is whole in every look', async ({
  signedIn: page,
}) => {
  test.slow(); // axe is slow on a page this long
  await page.goto('/reference#updateTicket');
  const card = page.locator('#updateTicket');
  await expect(card.getByRole('button', { expanded: true })).toBeVisible();
  await expect(card).toBeInViewport();
  await expect(card.getByRole('group', { name: 'Body' })).toContainText('story_points');
  const answers = card.getByRole('group', { name: 'Responses' });
  await answers
    .getByText(/nested fields/)
    .first()
    .click();
  await expect(answers).toContainText('acceptance_criteria');
  await expect(answers).toContainText('INVALID_API_KEY');
  await answers.getByRole('link', { name: 'TicketRef', exact: true }).click();
  await expect(page).toHaveURL(/#schema-TicketRef$/);
  await page.getByLabel('Search operations').fill('update a ticket'); // axe is slow on the whole page
  await expect(page.getByRole('article')).toHaveCount(2);
  await checkLooks(page);
  await page.getByRole('link', { name: 'Guide and public page' }).click();
  await expect(page).toHaveURL(/\/docs$/);
});
