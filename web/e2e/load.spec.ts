import { anyProject } from './support/api';
import { expect, test } from './support/fixtures';

/** Budget for a first visit, in bytes over the wire. */
const budget = 300 * 1024;

test('the first load of a board transfers at most 300 KB of script', async ({ signedIn: page }) => {
  const project = await anyProject(page);
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(
      response.url(),
      response.finished().then(async () => (await response.request().sizes()).responseBodySize),
    );
  });
  await page.goto(`/projects/${project}/board`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForTimeout(1000); // time for anything that the page still fetches on its own
  const size = (await Promise.all(scripts.values())).reduce((sum, bytes) => sum + bytes, 0);
  process.stdout.write(`first load of a board: ${Math.round(size / 1024)} KB of script over the wire\n`);
  expect(size).toBeGreaterThan(50 * 1024);
  expect(size).toBeLessThanOrEqual(budget);
});

test('going back and forth between project pages does not refetch data that is still fresh', async ({
  signedIn: page,
}) => {
  await page.goto(`/projects/${await anyProject(page)}/board`);
  const nav = page.getByRole('navigation', { name: 'Project' });
  for (const name of ['Backlog', 'Settings', 'Board']) {
    await nav.getByRole('link', { name }).click();
    await expect(nav.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(1000); // until everything this page needs has arrived
  }
  const requests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/dash/')) requests.push(`${request.method()} ${request.url()}`);
  });
  for (const step of ['back', 'back', 'forward', 'forward'] as const) {
    await (step === 'back' ? page.goBack() : page.goForward());
    await page.waitForTimeout(500);
  }
  await expect(nav.getByRole('link', { name: 'Board' })).toHaveAttribute('aria-current', 'page');
  expect(requests).toEqual([]);
});
