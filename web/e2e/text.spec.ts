// No text is lost: unsaved text survives whatever happens to the page, and every version that was saved can be seen and restored.
import type { Locator, Page } from '@playwright/test';
import type { Frame, History, Session, TextChange, Ticket } from '../src/api/types.gen';
import { dash } from './support/api';
import { addUser, expect, submitSignIn, test } from './support/fixtures';
import { checkA11y, setLanguage, setScheme } from './support/looks';
import { overflowOf } from './support/page';
import { joinAs, password } from './support/settings';

const panel = (page: Page) => page.getByRole('dialog').first();
const region = (page: Page, name: string) => panel(page).getByRole('region', { name, exact: true });
const draftOf = (where: Page | Locator, what: string) =>
  where.getByRole('group', { name: `Unsaved draft: ${what}`, exact: true });

/** Opens a ticket in a project of its own, which is small and loads fast. */
async function openTicket(page: Page, data: object = {}) {
  const project = (await dash<Frame>(page, '/projects', { name: 'Apollo' })).project.uuid;
  const { uuid } = await dash<Ticket>(page, `/projects/${project}/tickets`, { title: 'Sell tickets', ...data });
  await page.goto(`/projects/${project}/board?ticket=${uuid}`);
  await expect(page.getByRole('dialog', { name: 'Sell tickets' })).toBeVisible();
  return { project, uuid, stored: () => dash<Ticket>(page, `/tickets/${uuid}`) };
}

/** Ends the session of a page on the server; the page does not know yet. */
async function expire(page: Page): Promise<void> {
  await page.context().clearCookies();
}

test('Escape keeps what was typed, and only Discard throws it away', async ({ signedIn: page }) => {
  const { stored } = await openTicket(page, { description: 'Old', acceptance_criteria: ['Works'] });
  const description = region(page, 'Description');
  await description.getByRole('button', { name: 'Edit the description' }).click();
  const field = panel(page).getByRole('textbox', { name: 'Description' });
  await field.fill('A long story');
  await field.press('Escape');
  await expect(description).toContainText('Old');
  await expect(draftOf(description, 'Description')).toBeVisible();

  await region(page, 'Acceptance criteria').getByRole('button', { name: 'Works', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Criterion', exact: true }).fill('Works offline');
  await page.keyboard.press('Escape');
  await panel(page).getByRole('textbox', { name: 'Write a comment' }).fill('I wonder');

  await page.reload();
  await expect(panel(page).getByRole('textbox', { name: 'Write a comment' })).toHaveValue('I wonder');
  await draftOf(page, 'Criterion').getByRole('button', { name: 'Discard' }).click();
  await expect(draftOf(page, 'Criterion')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('[data-card]').click();
  await draftOf(description, 'Description').getByRole('button', { name: 'Continue' }).click();
  await expect(field).toHaveValue('A long story');
  await field.press('Control+Enter');
  await expect(draftOf(page, 'Description')).toHaveCount(0);
  await expect.poll(stored).toMatchObject({ description: 'A long story', acceptance_criteria: ['Works'] });
});

test('a text typed into a ticket that somebody deletes can still be copied', async ({ signedIn: page, guard }) => {
  guard.allow(404);
  const { uuid } = await openTicket(page);
  const gone = page.getByRole('heading', { name: 'This ticket no longer exists' });
  await panel(page).getByRole('textbox', { name: 'Write a comment' }).fill('I wonder');
  await page.request.delete(`/dash/tickets/${uuid}`);
  await page.reload();
  await expect(gone).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'You had typed this and not saved it' })).toHaveValue('I wonder');
  await checkA11y(page);
});

test('a text that is too long is not pasted in part', async ({ signedIn: page }) => {
  const { stored } = await openTicket(page);
  await panel(page).getByRole('button', { name: 'Add a description' }).click();
  const field = panel(page).getByRole('textbox', { name: 'Description', exact: true });
  const paste = (text: string) =>
    field.evaluate((element: HTMLTextAreaElement, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      if (element.dispatchEvent(event)) element.ownerDocument.execCommand('insertText', false, pasted);
    }, text);
  await field.focus();
  await paste('Short. ');
  await paste(`${'x'.repeat(100_000)} THE END`);
  await expect(page.getByText('Nothing was pasted')).toContainText('100,015 characters');
  await expect(field).toHaveValue('Short. ');
  await field.press('Control+Enter');
  await expect.poll(stored).toMatchObject({ description: 'Short. ' });
});

test('an emptied title stays empty and says that one is required', async ({ signedIn: page }) => {
  const { stored } = await openTicket(page);
  await panel(page).getByRole('button', { name: 'Sell tickets' }).click();
  const field = panel(page).getByRole('textbox', { name: 'Title' });
  await field.fill('');
  await field.press('Enter');
  await expect(panel(page).getByText('A title is required.')).toBeVisible();
  await panel(page).getByText('Acceptance criteria').click();
  await expect(field).toHaveValue('');
  await expect(panel(page).getByText('A title is required.')).toBeVisible();
  await field.press('Escape');
  await expect(panel(page).getByRole('button', { name: 'Sell tickets' })).toBeVisible();
  expect((await stored()).title).toBe('Sell tickets');
});

test('what was typed and moved as the session ended is there for the same user after signing in again', async ({
  signedIn: page,
  instance,
  demo,
  guard,
}) => {
  guard.allow(401, 403);
  const { uuid, stored } = await openTicket(page);
  await panel(page).getByRole('button', { name: 'Add a description' }).click();
  await panel(page).getByRole('textbox', { name: 'Description' }).fill('A long story');
  await expire(page);
  await panel(page).getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'In progress' }).click();

  const eve = { email: 'eve@example.org', password };
  await addUser(instance, eve);
  await submitSignIn(page, eve);
  await expect(page.getByRole('button', { name: /account$/ })).toBeVisible();
  await expect(page.getByText('Your last change was not saved')).toHaveCount(0);
  await expire(page);
  await page.goto(`/tickets/${uuid}`);

  await submitSignIn(page, demo);
  await expect(draftOf(page, 'Description')).toBeVisible();
  const offer = page.getByRole('alert').filter({ hasText: 'Your last change was not saved' });
  await panel(page).getByRole('button', { name: 'Close the ticket' }).click();
  await offer.getByRole('button', { name: 'Try again' }).click();
  await expect(offer).toHaveCount(0);
  expect(await stored()).toMatchObject({ status: 'in_progress', description: null });
});

/** Another member of a project, whose changes the page does not hear of until it asks. */
async function withColleague(
  { page, another, instance }: { page: Page; another: () => Promise<Page>; instance: Parameters<typeof joinAs>[0] },
  project: string,
) {
  const other = await another();
  await joinAs(instance, page, other, project, 'member');
  return async (path: string, data: object) => {
    const response = await other.request.put(`/dash${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
  };
}

test('a text that two people changed is shown in both versions, and its author decides', async ({
  signedIn: page,
  another,
  instance,
  guard,
}) => {
  guard.allow(412);
  await page.route('**/events?*', () => undefined); // no news arrives, as on a bad connection
  const { project, uuid, stored } = await openTicket(page, { description: 'The brown fox' });
  const put = await withColleague({ page, another, instance }, project);
  await panel(page).getByRole('button', { name: 'Edit the description' }).click();
  const field = panel(page).getByRole('textbox', { name: 'Description' });
  await field.fill('The quick brown fox');
  await put(`/tickets/${uuid}`, { title: 'Sell more tickets' }); // another field does not matter
  await field.press('Control+Enter');
  await expect.poll(stored).toMatchObject({ title: 'Sell more tickets', description: 'The quick brown fox' });

  await panel(page).getByRole('button', { name: 'Edit the description' }).click();
  await field.fill('The quick red fox');
  await put(`/tickets/${uuid}`, { description: 'The slow brown fox' });
  await field.press('Control+Enter');
  const theirs = panel(page).getByRole('region', { name: 'Their version' });
  const mine = panel(page).getByRole('region', { name: 'Your version' });
  await expect(theirs).toHaveText('The slow brown fox');
  await expect(theirs.locator('del')).toHaveText('slow brown');
  await expect(mine).toHaveText('The quick red fox');
  await expect(mine.locator('ins')).toHaveText('quick red');
  expect((await stored()).description).toBe('The slow brown fox');
  await setScheme(page, 'dark');
  await checkA11y(page);
  await setLanguage(page, 'fr');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(panel(page).getByRole('region', { name: 'Votre version' })).toHaveText('The quick red fox');
  expect(await overflowOf(page)).toBe(0);
  await checkA11y(page);
  await setLanguage(page, 'en');

  await panel(page).getByRole('button', { name: 'Edit theirs' }).click();
  await expect(field).toHaveValue('The slow brown fox');
  await expect(mine).toHaveText('The quick red fox');
  await panel(page).getByRole('button', { name: 'Edit mine' }).click();
  await expect(field).toHaveValue('The quick red fox');
  await expect(mine).toHaveCount(0);
  await field.press('Control+Enter');
  await expect.poll(async () => (await stored()).description).toBe('The quick red fox');
});

// TestSixtyFourStaleEditsLoseNoText makes 64 of these edits without a browser.
test('every refusal of a stale edit shows the text of the other person', async ({
  signedIn: page,
  another,
  instance,
  guard,
}) => {
  guard.allow(412);
  await page.route('**/events?*', () => undefined);
  const { project, uuid, stored } = await openTicket(page, { description: 'At first' });
  const put = await withColleague({ page, another, instance }, project);
  await panel(page).getByRole('button', { name: 'Edit the description' }).click();
  const field = panel(page).getByRole('textbox', { name: 'Description' });
  await field.fill('Mine');
  const replace = panel(page).getByRole('button', { name: 'Replace it with mine' });
  const save = async () => ((await replace.isVisible()) ? replace.click() : field.press('Control+Enter'));
  for (let n = 1; n <= 5; n += 1) {
    await put(`/tickets/${uuid}`, { description: `Theirs ${n}` });
    await save();
    await expect(panel(page).getByRole('region', { name: 'Their version' })).toHaveText(`Theirs ${n}`);
    await expect(field).toHaveValue('Mine');
  }
  await save();
  await expect.poll(async () => (await stored()).description).toBe('Mine');
  const { changes } = await dash<History>(page, `/tickets/${uuid}/history`);
  const texts = changes.slice(0, 3).map(({ id }) => dash<TextChange>(page, `/tickets/${uuid}/history/${id}`));
  expect((await Promise.all(texts)).map(({ to }) => to[0])).toEqual(['Mine', 'Theirs 5', 'Theirs 4']);
});

test('saving by keyboard as the version of somebody else appears shows it, and does not replace it', async ({
  signedIn: page,
}) => {
  const { uuid, stored } = await openTicket(page, { description: 'The brown fox' });
  const comment = await dash<{ uuid: string }>(page, `/tickets/${uuid}/comments`, { content: '<p>Hello</p>' });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData() ?? ''));
  const collide = async (button: RegExp, name: RegExp, keys: string, put: () => Promise<unknown>) => {
    await panel(page).getByRole('button', { name: button }).click();
    const field = panel(page).getByRole('textbox', { name });
    await field.fill('Mine');
    await put();
    await expect(panel(page).getByRole('region', { name: 'Their version' })).toHaveText('Theirs');
    await field.press(keys);
    await expect(panel(page).getByRole('region', { name: 'Their version' })).toHaveText('Theirs');
    expect(sent).toEqual([]);
    await panel(page).getByRole('button', { name: 'Replace it with mine' }).click();
    await expect(field).toHaveCount(0);
    expect(sent.splice(0)).toHaveLength(1);
  };
  const put = (path: string, data: object) => page.request.put(`/dash${path}`, { data });
  await collide(/^Edit the description/, /^Description$/, 'Control+Enter', () =>
    put(`/tickets/${uuid}`, { description: 'Theirs' }),
  );
  await collide(/^Edit the comment/, /^Edit the comment/, 'Control+Enter', () =>
    put(`/comments/${comment.uuid}`, { content: '<p>Theirs</p>' }),
  );
  await collide(/^Sell tickets$/, /^Title$/, 'Enter', () => put(`/tickets/${uuid}`, { title: 'Theirs' }));
  await expect.poll(stored).toMatchObject({ title: 'Mine', description: 'Mine' });
});

test('the history shows what changed in a text, and restores any version', async ({ signedIn: page }) => {
  const { uuid, stored } = await openTicket(page, { description: 'The slow fox' });
  const put = (path: string, data: object) => page.request.put(`/dash${path}`, { data });
  const comment = await dash<{ uuid: string }>(page, `/tickets/${uuid}/comments`, { content: '<p>Hello you</p>' });
  await put(`/tickets/${uuid}`, { description: 'The quick fox' });
  await put(`/comments/${comment.uuid}`, { content: '<p>Hello all</p>' });
  await page.reload();

  const said = panel(page).getByRole('article');
  await said.getByRole('button', { name: 'edited' }).click();
  await said.getByRole('button', { name: /^Difference/ }).click();
  await expect(said.locator('del')).toHaveText('you');
  await said.getByRole('button', { name: 'Restore the previous text' }).click();
  await expect(said.getByRole('paragraph').first()).toHaveText('Hello you');

  await panel(page).getByRole('tab', { name: 'History' }).click();
  const row = panel(page).getByRole('listitem').filter({ hasText: 'Description changed' });
  await row.getByRole('button', { name: /^Difference/ }).click();
  await expect(row.locator('del')).toHaveText('slow');
  await expect(row.locator('ins')).toHaveText('quick');
  await checkA11y(page);
  await row.getByRole('button', { name: 'Restore the previous text' }).click();
  await expect.poll(stored).toMatchObject({ description: 'The slow fox' });
  await expect(row).toHaveCount(2); // restoring is a change too

  await page.request.delete(`/dash/comments/${comment.uuid}`);
  await page.reload();
  await panel(page).getByRole('tab', { name: 'History' }).click();
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'comment' }).first()).toBeVisible();
  await expect(panel(page).getByRole('button', { name: /^Difference/ })).toHaveCount(2);
});

test('each change that was not sent is named, and one that clashes does not hold up the others', async ({
  signedIn: page,
}) => {
  const { uuid, stored } = await openTicket(page);
  const { user } = await dash<Session>(page, '/session');
  const change = { method: 'PUT', path: `/tickets/${uuid}` };
  const unsent = [
    { ...change, body: { title: 'Mine' }, version: 'old', over: { title: 'Before' } },
    { ...change, body: { status: 'in_progress' } },
  ];
  const [key, kept] = [`earnest.unsent.${user?.id}`, JSON.stringify(unsent)];
  await page.evaluate(([name = '', value = '']) => sessionStorage.setItem(name, value), [key, kept]);
  await page.reload();
  await panel(page).getByRole('button', { name: 'Close the ticket' }).click();
  const offer = page.getByRole('alert').filter({ hasText: 'not saved, because' });
  await expect(offer.getByRole('group', { name: 'Ticket · Title: Mine', exact: true })).toBeVisible();
  await expect(offer.getByRole('group', { name: 'Ticket · Status', exact: true })).toBeVisible();
  await offer.getByRole('button', { name: 'Try all again' }).click();
  await expect(offer.getByRole('group')).toHaveCount(1);
  await expect(offer.getByRole('region', { name: /Their version$/ })).toHaveText('Sell tickets');
  await checkA11y(page);
  expect(await stored()).toMatchObject({ title: 'Sell tickets', status: 'in_progress' });
  await offer.getByRole('button', { name: 'Replace it with mine' }).click();
  await expect(offer).toHaveCount(0);
  expect(await stored()).toMatchObject({ title: 'Mine' });
});

test('the edit of a deleted comment becomes a new one, and text typed while that one is sent stays', async ({
  signedIn: page,
}) => {
  const { uuid } = await openTicket(page);
  const comment = await dash<{ uuid: string }>(page, `/tickets/${uuid}/comments`, { content: '<p>Hello</p>' });
  await page.reload();
  await panel(page)
    .getByRole('button', { name: /^Edit the comment/ })
    .click();
  await panel(page)
    .getByRole('textbox', { name: /^Edit the comment/ })
    .fill('Hello world');
  await page.request.delete(`/dash/comments/${comment.uuid}`);
  const gone = panel(page).getByRole('alert').filter({ hasText: 'This comment has been deleted' });
  await expect(gone).toContainText('Hello world');
  await checkA11y(page);
  await gone.getByRole('button', { name: 'Use it in a new comment' }).click();
  await expect(gone).toHaveCount(0);

  const next = panel(page).getByRole('textbox', { name: 'Write a comment' });
  await expect(next).toHaveValue('Hello world');
  let send: () => void = () => undefined;
  const typed = new Promise<void>((resolve) => {
    send = () => resolve();
  });
  await page.route('**/comments', async (route) => {
    if (route.request().method() === 'POST') await typed;
    await route.continue();
  });
  await next.press('Control+Enter');
  await next.fill('Hello world, and good evening');
  send();
  await expect(panel(page).getByRole('article')).toContainText('Hello world');
  await expect(next).toHaveValue('Hello world, and good evening');
});

test('undoing a restored text does not replace what somebody else has saved since; signing out asks for unsaved text', async ({
  signedIn: page,
  guard,
}) => {
  guard.allow(412);
  await page.route('**/events?*', () => undefined);
  const { uuid, stored } = await openTicket(page, { description: 'One' });
  const describe = (description: string) => page.request.put(`/dash/tickets/${uuid}`, { data: { description } });
  await describe('Two');
  await page.reload();
  await panel(page).getByRole('textbox', { name: 'Write a comment' }).fill('I wonder');
  await panel(page).getByRole('tab', { name: 'History' }).click();
  const row = panel(page).getByRole('listitem').filter({ hasText: 'Description changed' });
  await row.getByRole('button', { name: /^Difference/ }).click();
  await row.getByRole('button', { name: 'Restore the previous text' }).click();
  await expect.poll(stored).toMatchObject({ description: 'One' });
  await describe('Three');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else has changed this meanwhile' })).toBeVisible();
  await expect(region(page, 'Description')).toContainText('Three');
  expect((await stored()).description).toBe('Three');

  await panel(page).getByRole('button', { name: 'Close the ticket' }).click();
  const leave = async () => {
    await page.getByRole('button', { name: /account$/ }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  };
  await leave();
  const question = page.getByRole('dialog', { name: 'Not everything is saved' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await leave();
  await question.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(page).toHaveURL(/signin/);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('earnest.')))).toEqual(
    [],
  );
});
