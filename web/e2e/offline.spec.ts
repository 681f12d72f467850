// What is typed while the connection or the server is down is neither lost nor saved twice.
import type { Page } from '@playwright/test';
import type { Frame, Ticket } from '../src/api/types.gen';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { startInstance } from './support/instance';
import { holdNext } from './support/page';
import { joinAs } from './support/settings';

const panel = (page: Page) => page.getByRole('dialog').first();
const field = (page: Page, name: string) => panel(page).getByRole('textbox', { name, exact: true });
const descriptionOf = (page: Page) => panel(page).getByRole('region', { name: 'Description', exact: true });
const draftOf = (page: Page, what: string) => page.getByRole('group', { name: `Unsaved draft: ${what}`, exact: true });

/** Opens a ticket in a project of its own. */
async function openTicket(page: Page) {
  const project = (await dash<Frame>(page, '/projects', { name: 'Apollo' })).project.uuid;
  const { uuid } = await dash<Ticket>(page, `/projects/${project}/tickets`, { title: 'Sell tickets' });
  await page.goto(`/projects/${project}/board?ticket=${uuid}`);
  await expect(field(page, 'Write a comment')).toBeVisible(); // all of the ticket has been loaded
  return {
    uuid,
    project,
    stored: () => dash<Ticket>(page, `/tickets/${uuid}`),
    comments: async () =>
      (await dash<{ comments: { content: string }[] }>(page, `/tickets/${uuid}/comments`)).comments.map(
        ({ content }) => content,
      ),
  };
}

/** Types a description, a comment and a title. */
async function typeTexts(page: Page) {
  await panel(page).getByRole('button', { name: 'Add a description' }).click();
  await field(page, 'Description').fill('A long story');
  await field(page, 'Write a comment').fill('I wonder');
  await panel(page).getByRole('button', { name: 'Sell tickets', exact: true }).click();
  await field(page, 'Title').fill('Sell more tickets');
}

test.beforeEach(({ guard }) => guard.allowNoResponse());

test('texts typed without a connection are sent when it is back, once', async ({ signedIn: page, context }) => {
  const { stored, comments } = await openTicket(page);
  await context.setOffline(true);
  await typeTexts(page);
  await field(page, 'Title').press('Enter');
  await field(page, 'Description').press('Control+Enter');
  await field(page, 'Write a comment').press('Control+Enter');
  await panel(page).getByRole('button', { name: 'Close the ticket' }).click();
  await page.locator('[data-card]').click(); // the ticket shows what is being sent
  await expect(descriptionOf(page)).toContainText('A long story');
  await context.setOffline(false);
  await expect.poll(stored).toMatchObject({ title: 'Sell more tickets', description: 'A long story' });
  await expect.poll(comments).toEqual(['<p>I wonder</p>']);
  await expect(field(page, 'Write a comment')).toHaveValue('');
  await expect(draftOf(page, 'Description')).toHaveCount(0);
  await expect(draftOf(page, 'Title')).toHaveCount(0);
});

test('a text saved without a connection is shown beside the version that somebody else has saved meanwhile', async ({
  signedIn: page,
  context,
  another,
  instance,
  guard,
}) => {
  guard.allow(412);
  const { uuid, project, stored } = await openTicket(page);
  const other = await another();
  await joinAs(instance, page, other, project, 'member');
  await panel(page).getByRole('button', { name: 'Add a description' }).click();
  await context.setOffline(true);
  await field(page, 'Description').fill('A long story');
  await field(page, 'Description').press('Control+Enter');
  const response = await other.request.put(`/dash/tickets/${uuid}`, { data: { description: 'Their story' } });
  expect(response.ok()).toBe(true);
  await page.waitForTimeout(1500); // news of it may arrive on a connection that is still open
  await context.setOffline(false);
  await expect(panel(page).getByRole('alert')).toContainText('Their story');
  await expect(field(page, 'Description')).toHaveValue('A long story');
  expect(await stored()).toMatchObject({ description: 'Their story' });
});

test('texts whose saving gets no response are still drafts after a reload', async ({ signedIn: page }) => {
  const { stored, comments } = await openTicket(page);
  let hangs = true;
  await page.route('**/dash/**', (route) =>
    hangs && route.request().method() !== 'GET' ? undefined : route.continue(),
  );
  await typeTexts(page);
  await field(page, 'Title').fill('Sell tickets'); // a second change of the ticket would be sent as the page is left
  await field(page, 'Title').press('Enter');
  await field(page, 'Description').press('Control+Enter');
  await field(page, 'Write a comment').press('Control+Enter');
  await panel(page).getByRole('button', { name: 'Close the ticket' }).click();
  await page.locator('[data-card]').click();
  await expect(descriptionOf(page)).toContainText('A long story');
  await expect(panel(page).getByRole('button', { name: 'Comment', exact: true })).toHaveAttribute('data-loading');
  await page.reload();
  await expect(field(page, 'Write a comment')).toHaveValue('I wonder');
  await draftOf(page, 'Description').getByRole('button', { name: 'Continue' }).click();
  await expect(field(page, 'Description')).toHaveValue('A long story');
  expect(await stored()).toMatchObject({ description: null });
  hangs = false;
  await field(page, 'Description').press('Control+Enter');
  await field(page, 'Write a comment').press('Control+Enter');
  await expect.poll(stored).toMatchObject({ description: 'A long story' });
  await expect.poll(comments).toEqual(['<p>I wonder</p>']);
});

test('texts survive a server that is killed while they are saved, and are saved once it runs again', async ({
  signedIn: page,
  instance,
}) => {
  const { stored, comments } = await openTicket(page);
  await typeTexts(page);
  const { reached, release } = await holdNext(page, 'write', /\/dash\/tickets\/[^/]+$/);
  await field(page, 'Title').press('Enter');
  await reached;
  await instance.kill();
  await field(page, 'Description').press('Control+Enter');
  await field(page, 'Write a comment').press('Control+Enter');
  await field(page, 'Write a comment').pressSequentially('!');
  release();
  const refused = page.getByRole('alert').filter({ hasText: 'The server could not be reached' });
  await expect(refused.first()).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Sell more tickets');
  await expect(field(page, 'Description')).toHaveValue('A long story');
  await expect(field(page, 'Write a comment')).toHaveValue('I wonder!');
  await expect(field(page, 'Write a comment')).toBeFocused(); // the fields that are back take no key away
  await expect(page.reload()).rejects.toThrow();
  const again = await startInstance({ database: instance.database, args: ['--listen', new URL(instance.url).host] });
  try {
    await expect(() => page.reload()).toPass(); // the browser's own error page may arrive late and interrupt it
    await expect(field(page, 'Write a comment')).toHaveValue('I wonder!');
    await draftOf(page, 'Description').getByRole('button', { name: 'Continue' }).click();
    await draftOf(page, 'Title').getByRole('button', { name: 'Continue' }).click();
    await field(page, 'Title').press('Enter');
    await field(page, 'Description').press('Control+Enter');
    await field(page, 'Write a comment').press('Control+Enter');
    await expect.poll(stored).toMatchObject({ title: 'Sell more tickets', description: 'A long story' });
    await expect.poll(comments).toEqual(['<p>I wonder!</p>']);
  } finally {
    await again.stop();
  }
});
