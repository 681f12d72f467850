// Two nodes that share a PostgreSQL database behave as one. `make test` provides the database; without one these tests are
// skipped.
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { Attachments, Frame, Ticket } from '../src/api/types.gen';
import { dash } from './support/api';
import { signIn, submitSignIn } from './support/fixtures';
import { Guard } from './support/guard';
import { type Instance, startInstance } from './support/instance';
import { activeProject, cardsIn } from './support/project';
import { demoCredentials } from './support/template';

interface Cluster {
  nodes: [Instance, Instance];
  email: string;
  password: string;
}

const database = process.env.EARNEST_TEST_POSTGRES;

const test = base.extend<{ visit: (node: 0 | 1) => Promise<Page>; guard: Guard }, { cluster: Cluster }>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern here
    async ({}, use) => {
      const first = await startInstance({ database, args: ['--demo'] });
      const credentials = await demoCredentials(first.output);
      const second = await startInstance({ database });
      await use({ nodes: [first, second], ...credentials });
      await second.stop();
      await first.stop();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern here
  guard: async ({}, use) => {
    const guard = new Guard();
    await use(guard);
    guard.check();
  },
  visit: async ({ browser, cluster, guard }, use) => {
    const opened: Page[] = [];
    await use(async (node) => {
      const page = await newPage(browser, cluster.nodes[node].url, guard);
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

async function newPage(browser: Browser, url: string, guard: Guard): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url, locale: 'en-GB', reducedMotion: 'reduce' })).newPage();
  guard.watch(page, () => url);
  return page;
}

test.describe.configure({ mode: 'default' }); // one at a time, because they share a database

test.skip(database === undefined, 'no PostgreSQL: EARNEST_TEST_POSTGRES is not set; `make test-e2e` sets it');

test('a session started on one node is valid on the other, which can end it everywhere', async ({
  visit,
  cluster,
  guard,
}) => {
  guard.allow(401);
  const first = await visit(0);
  await first.goto('/account');
  await submitSignIn(first, { email: cluster.email, password: 'not the password' });
  await expect(first.getByRole('alert')).toHaveText('The email or password is wrong.');
  await submitSignIn(first, cluster);
  await expect(first.getByText('This browser')).toBeVisible();

  const second = await visit(1);
  await second
    .context()
    .addCookies(
      (await first.context().cookies()).map(({ name, value }) => ({ name, value, url: cluster.nodes[1].url })),
    );
  await second.goto('/account');
  await expect(second.getByText('This browser')).toBeVisible();
  await second.getByRole('button', { name: 'Sign out everywhere' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(second).toHaveURL(/\/signin/);
  await first.reload();
  await expect(first).toHaveURL(/\/signin/);
});

test('failed sign-ins on one node count on the other', async ({ visit, cluster, guard }) => {
  guard.allow(401, 429);
  const pages = [await visit(0), await visit(1)] as const;
  const guess = { email: 'nobody@example.org', password: 'a wrong password' };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) {
    const page = pages[n % 2 === 0 ? 0 : 1];
    statuses.push((await page.request.post('/dash/session', { data: guess })).status());
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect(cluster.nodes).toHaveLength(2);
});

test('a card moved on one node moves on a board open on the other', async ({ visit, cluster }) => {
  const [mover, reader] = [await visit(0), await visit(1)];
  for (const [index, page] of [mover, reader].entries()) await signIn(page, cluster.nodes[index as 0 | 1].url, cluster);
  const project = await activeProject(mover);
  const { uuid } = await dash<{ uuid: string }>(mover, `/projects/${project.uuid}/tickets`, {
    title: 'Seen on both nodes',
    status: 'todo',
    priority: 'critique',
    sprint_uuid: project.sprint.uuid,
  });
  for (const page of [mover, reader]) {
    await page.goto(`/projects/${project.uuid}/board`);
    await expect(page.locator(`[data-card="${uuid}"]`)).toHaveAttribute('data-status', 'todo');
  }
  await mover.locator(`[data-card="${uuid}"]`).focus();
  await mover.keyboard.press('Shift+ArrowRight');
  await expect(mover.locator(`[data-card="${uuid}"]`)).toHaveAttribute('data-status', 'in_progress');
  await expect(reader.locator(`[data-card="${uuid}"]`)).toHaveAttribute('data-status', 'in_progress');
});

test('two people who work on different nodes see one order, both versions of a text, and the same files', async ({
  visit,
  cluster,
  guard,
}) => {
  guard.allow(412);
  const pages = [await visit(0), await visit(1)] as const;
  for (const [index, page] of pages.entries()) await signIn(page, cluster.nodes[index as 0 | 1].url, cluster);
  const [first, second] = pages;
  const project = (await dash<Frame>(first, '/projects', { name: 'Two nodes' })).project.uuid;
  const create = (title: string) =>
    dash<Ticket>(first, `/projects/${project}/tickets`, { title, status: 'todo', description: 'At first' });
  const [alpha] = [await create('Alpha'), await create('Bravo'), await create('Charlie')];

  await test.step('order', async () => {
    const card = (page: Page, title: string) => page.getByRole('link', { name: title });
    for (const page of pages) {
      await page.goto(`/projects/${project}/board`);
      await expect(page.locator('[data-card]')).toHaveCount(3);
    }
    await card(first, 'Alpha').focus();
    await card(second, 'Charlie').focus();
    await Promise.all([first.keyboard.press('Alt+ArrowDown'), second.keyboard.press('Alt+ArrowUp')]);
    const titles = async () => (await cardsIn(first, project, '')).map(({ title }) => title);
    await expect.poll(async () => (await titles()).join(' ')).not.toBe('Alpha Bravo Charlie');
    for (const page of pages) {
      const shown = page.getByRole('region', { name: 'To do', exact: true }).getByRole('listitem');
      await expect(async () => {
        await expect(shown).toHaveText(
          (await titles()).map((title) => new RegExp(title)),
          { timeout: 1_000 },
        );
      }).toPass({ timeout: 20_000 });
    }
  });

  await test.step('a text', async () => {
    const field = (page: Page) => page.getByRole('dialog').first().getByRole('textbox', { name: 'Description' });
    for (const page of pages) {
      await page.goto(`/projects/${project}/board?ticket=${alpha.uuid}`);
      await page.getByRole('button', { name: 'Edit the description' }).click();
    }
    await field(first).fill('From the first node');
    await field(second).fill('From the second node');
    await field(first).press('Control+Enter');
    await expect(field(first)).toHaveCount(0);
    await expect(second.getByRole('region', { name: 'Their version' })).toHaveText('From the first node'); // even before saving
    await expect(field(second)).toHaveValue('From the second node');
    await second.getByRole('button', { name: 'Replace it with mine' }).click();
    await expect
      .poll(async () => (await dash<Ticket>(first, `/tickets/${alpha.uuid}`)).description)
      .toBe('From the second node');
  });

  await test.step('a file', async () => {
    const files = (page: Page) => page.getByRole('dialog').first().getByRole('region', { name: 'Files', exact: true });
    const opened = first.waitForEvent('filechooser');
    await files(first).getByRole('button', { name: 'Add files' }).click();
    await (await opened).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('seen on both') });
    await expect(files(second)).toContainText('notes.txt');
    const { attachments } = await dash<Attachments>(second, `/tickets/${alpha.uuid}/attachments`);
    const content = await second.request.get(`${cluster.nodes[1].url}${attachments[0]?.url}`);
    expect(await content.text()).toBe('seen on both');
  });
});
