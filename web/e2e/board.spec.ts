// The board: drag and drop, keyboard, quick add, filters in the URL, live changes and undo.
import type { Locator, Page, Response } from '@playwright/test';
import { expect, test } from './support/fixtures';
import { checkA11y, checkLooks, setScheme } from './support/looks';
import { holdNext, overflowOf, toast } from './support/page';
import { cardsIn, projectNamed, workspaceWith } from './support/project';
import { joinAs } from './support/settings';

const demo = 'Application voyageurs';
const ticket = "L'attestation porte la date d'achat au lieu de la date de début";

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, title: string) => page.getByRole('link', { name: title });

async function open(page: Page, query = ''): Promise<string> {
  const { uuid } = await projectNamed(page, demo);
  await page.goto(`/projects/${uuid}/board${query}`);
  await expect(page.locator('[data-card]').first()).toBeVisible();
  return uuid;
}

/** Drags like a real pointer, in small steps. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await to.hover({ position: { x: 60, y: 200 } });
  await to.hover({ position: { x: 64, y: 204 } });
}

const statusOf = async (page: Page, project: string) =>
  (await cardsIn(page, project, `q=${encodeURIComponent(ticket)}`))[0]?.status;

test('dragging a card shows where it lands and moves it there, and undo moves it back', async ({ signedIn: page }) => {
  const project = await open(page);
  await expect(column(page, 'In progress')).toContainText(ticket);
  await drag(page, card(page, ticket), column(page, 'To do'));
  const [line, slot] = [column(page, 'To do').locator('[data-line]'), column(page, 'To do').getByText('Drop here')];
  await expect(line.or(slot)).toHaveCount(1);
  await page.mouse.up();
  await expect(column(page, 'To do')).toContainText(ticket);
  await expect(toast(page, 'moved to To do')).toBeVisible();
  expect(await statusOf(page, project)).toBe('todo');
  await toast(page, 'moved to To do').getByRole('button', { name: 'Undo' }).click();
  await expect(column(page, 'In progress')).toContainText(ticket);
  await expect.poll(() => statusOf(page, project)).toBe('in_progress');
});

test('the keyboard can select, move and open a card, return to it, and undo', async ({ signedIn: page }) => {
  const project = await open(page);
  await card(page, ticket).focus();
  await page.keyboard.press('ArrowRight');
  await expect(column(page, 'In review').locator('[data-card]').first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card(page, ticket)).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(column(page, 'In review')).toContainText(ticket);
  await expect(card(page, ticket)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: /moved to position \d+ of \d+ in In review$/ })).toHaveCount(
    1,
  );
  await expect.poll(() => statusOf(page, project)).toBe('in_review');
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Blocked' }).press('Enter');
  await expect(column(page, 'Blocked')).toContainText(ticket);
  await expect(card(page, ticket)).toBeFocused();
  await expect.poll(() => statusOf(page, project)).toBe('blocked');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: ticket })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card(page, ticket)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusOf(page, project)).toBe('in_review');
  await page.keyboard.press('Control+z');
  await expect(column(page, 'In progress')).toContainText(ticket);
});

test('tickets can be added to a column one after another, and a deleted one restored', async ({ signedIn: page }) => {
  const project = await open(page);
  await page.keyboard.press('c');
  const field = page.getByRole('textbox', { name: 'Add a ticket to Backlog' });
  await expect(field).toBeFocused();
  for (const title of ['First thing', 'Second thing']) {
    await field.fill(title);
    await field.press('Enter');
  }
  await expect(field).toBeFocused();
  await expect(column(page, 'Backlog').locator('[data-card]')).toHaveCount(2);
  await field.press('Escape');
  const cards = await cardsIn(page, project, 'q=thing&sprint=active');
  expect(cards.map(({ title }) => title)).toEqual(['First thing', 'Second thing']);
  await card(page, 'First thing').hover();
  await page.getByRole('button', { name: 'Actions for First thing' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(card(page, 'First thing')).toHaveCount(0);
  await toast(page, 'deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'First thing')).toBeVisible();
});

test('board filters are kept in the URL and can be cleared together', async ({ signedIn: page }) => {
  await open(page);
  await expect(page.getByRole('button', { name: 'Sprint: Sprint 15 (active)' })).toBeVisible();
  const inSprint = await page.locator('[data-card]').count();
  await page.getByRole('button', { name: 'Show all tickets' }).click();
  await expect(page).toHaveURL(/sprint=all/);
  await expect.poll(() => page.locator('[data-card]').count()).toBeGreaterThan(inSprint);
  await page.keyboard.press('/');
  await page.keyboard.type('billet');
  await expect(page).toHaveURL(/q=billet/);
  await page.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  const filtered = page.waitForResponse((response) => /cards\?.*critique/.test(response.url()));
  await page.getByRole('option', { name: 'Critical' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/priority=haute&priority=critique/);
  await filtered;
  await expect(page.locator('[aria-busy="true"] [data-card]')).toHaveCount(0);
  const shown = await page.locator('[data-card]').allTextContents();
  expect(shown.some((text) => /billet/i.test(text))).toBe(true); // in others, only the description has the word
  await page.reload();
  await expect(page.getByRole('button', { name: 'Priority: High +1' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('billet');
  await expect.poll(() => page.locator('[data-card]').allTextContents()).toEqual(shown);
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByRole('heading', { name: 'No tickets match the filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL(/board$/);
  await expect(card(page, ticket)).toBeVisible();
});

test("another member's move appears without a reload, even after a lost connection", async ({
  signedIn: page,
  instance,
  another,
}) => {
  const project = await open(page);
  const other = await another();
  await joinAs(instance, page, other, project, 'member', { firstname: 'Ada', lastname: 'Byron' });
  await open(other);
  // The card flashes only briefly, so start waiting before the move.
  const flash = page.locator('[data-flash]', { hasText: ticket }).waitFor();
  await card(other, ticket).focus();
  await other.keyboard.press('Shift+ArrowRight');
  await expect(column(page, 'In review')).toContainText(ticket);
  await flash;
  await expect(page.getByRole('status').filter({ hasText: 'was changed by Ada Byron' })).toHaveCount(1);

  await page.context().setOffline(true);
  await other.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => statusOf(other, project)).toBe('done');
  await page.context().setOffline(false);
  await expect(column(page, 'Done')).toContainText(ticket, { timeout: 20_000 });
});

test('a card whose move the server rejects returns to its column, with the reason', async ({
  signedIn: page,
  guard,
}) => {
  guard.allow(409);
  await open(page);
  await page.route('**/dash/tickets/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'somebody was faster' } } })
      : route.continue(),
  );
  await card(page, ticket).focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(toast(page, 'Somebody was faster.')).toBeVisible();
  await expect(column(page, 'In progress')).toContainText(ticket);
});

test('a viewer sees the board but no controls for making changes', async ({ signedIn: page, instance, another }) => {
  const viewer = await another();
  const { uuid } = await projectNamed(page, demo);
  await joinAs(instance, page, viewer, uuid, 'viewer');
  await open(viewer);
  await expect(viewer.getByRole('button', { name: 'New ticket' })).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: /^Add a ticket/ })).toHaveCount(0);
  await card(viewer, ticket).focus();
  await viewer.keyboard.press('Shift+ArrowRight');
  await expect(column(viewer, 'In progress')).toContainText(ticket);
  await card(viewer, ticket).hover();
  await viewer.getByRole('button', { name: `Actions for ${ticket}` }).click();
  await expect(viewer.getByRole('menuitem')).toHaveText(['Open']);
});

test('going back and forth on the board does not refetch data that is still fresh', async ({ signedIn: page }) => {
  await open(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/\/dash\/projects\/[^/]+(\/cards.*)?$/.test(request.url())) requests.push(request.url());
  });
  // Going back would cancel a pending request, and going forward would repeat it, so wait for the response.
  const loaded = page.waitForResponse((response) => /\/cards\?/.test(response.url()));
  await page.getByRole('button', { name: 'Show all tickets' }).click();
  await (await loaded).finished();
  await expect(page.getByRole('button', { name: 'Active sprint only' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Show all tickets' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Active sprint only' })).toBeVisible();
  await page.goBack();
  expect(requests).toHaveLength(1);
});

test('a board of 5,000 tickets opens with one page of each column and the counts of all', async ({
  signedIn: page,
  instance,
  demo: { email },
}) => {
  test.slow();
  await instance.command(['import', '-'], largeWorkspace(email));
  const { uuid } = await projectNamed(page, 'Large');
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (/\/cards\?/.test(response.url())) responses.push(response);
  });
  await page.goto(`/projects/${uuid}/board`);
  const [todo, done] = [column(page, 'To do'), column(page, 'Done')];
  const count = (where: Locator, words: string) => expect(where.getByRole('img', { name: words })).toBeVisible();
  await count(todo, '2,000 tickets, 4,000 points');
  await count(done, '1,000 tickets, 2,000 points');
  await expect(todo.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '2000');
  expect(await page.locator('[data-card]').count()).toBeLessThan(80);
  const bytes = await Promise.all(responses.map(async (response) => (await response.body()).length));
  process.stdout.write(`board of 5,000 tickets: ${bytes.length} request for cards, ${bytes.join(' + ')} bytes\n`);
  expect(bytes).toHaveLength(1);
  expect(bytes[0]).toBeLessThan(100 * 1024);

  // Scrolling loads the next page, and so does the button, which then hands the focus to the first new card.
  const showMore = (where: Locator, words: string) => where.getByRole('button', { name: `Show more (${words})` });
  const scroll = () =>
    todo
      .locator('ul')
      .locator('..')
      .evaluate((list) => list.scrollTo(0, list.scrollHeight));
  for (const shown of ['30 of 2,000', '60 of 2,000']) {
    await expect(showMore(todo, shown)).toBeVisible();
    await scroll();
  }
  await expect(showMore(todo, '90 of 2,000')).toBeVisible();
  await showMore(done, '30 of 1,000').press('Enter');
  await expect(done.locator('[data-card]:focus')).toContainText('Ticket 0154');
  await expect(page.getByRole('status').filter({ hasText: '60 of 1,000 tickets in Done are shown' })).toHaveCount(1);

  // A page that scrolling asks for while the board is loaded again is neither lost nor out of place.
  const hold = await holdNext(page, 'read', /\/cards\?(?!.*offset)/);
  const [elsewhere] = await cardsIn(page, uuid, 'q=Ticket+1299');
  await page.request.put(`/dash/tickets/${elsewhere?.uuid}`, { data: { description: 'changed' } });
  await hold.reached;
  await scroll();
  hold.release();
  for (const shown of ['120 of 2,000', '150 of 2,000']) {
    await expect(showMore(todo, shown)).toBeVisible();
    await scroll();
  }
  const [last] = await cardsIn(page, uuid, 'by=status&status=todo&limit=1&offset=149');
  const title = last?.title ?? '';
  await expect(todo.locator('[aria-posinset="150"]')).toContainText(title);

  // The place of this card in its new column is in a page that is not loaded, yet the card stays in view and keeps the focus.
  const doing = column(page, 'In progress');
  await todo.getByRole('link', { name: title }).focus();
  const reloaded = page.waitForResponse((response) => /\/cards\?.*ticket=/.test(response.url()));
  await page.keyboard.press('Shift+ArrowRight');
  await count(doing, '1,001 tickets, 2,002 points');
  await (await reloaded).finished();
  await count(todo, '1,999 tickets, 3,998 points');
  await expect(doing.getByRole('link', { name: title })).toBeFocused();
  await page.keyboard.press('Control+z');
  await count(doing, '1,000 tickets, 2,000 points');

  await page.reload();
  await drag(page, card(page, 'Ticket 0000'), done);
  await page.mouse.up();
  await count(todo, '1,999 tickets, 3,998 points');
  await count(done, '1,001 tickets, 2,002 points');
  await toast(page, 'moved to Done').getByRole('button', { name: 'Undo' }).click();
  await count(todo, '2,000 tickets, 4,000 points');
  await count(done, '1,000 tickets, 2,000 points');

  // Filters count all matches, and other people's changes reach the counts of cards that are not loaded.
  await page.getByRole('searchbox').fill('Ticket 12');
  await count(todo, '40 tickets, 80 points');
  await count(done, '20 tickets, 40 points');
  await scroll();
  await expect(showMore(todo, '30 of 40')).toHaveCount(0);
  const [far] = await cardsIn(page, uuid, 'q=Ticket+1296');
  await page.request.put(`/dash/tickets/${far?.uuid}`, { data: { status: 'done' } });
  await count(todo, '39 tickets, 78 points');
  await count(done, '21 tickets, 42 points');
});

/** A workspace file with one project of 5,000 tickets: 2,000 to do, and 1,000 each in the backlog, in progress and done. */
function largeWorkspace(owner: string): string {
  const statuses = ['todo', 'todo', 'in_progress', 'backlog', 'done'];
  const tickets = Array.from({ length: 5000 }, (_, n) => ({
    title: `Ticket ${String(n).padStart(4, '0')}`,
    story_points: 2,
    status: statuses[n % 5],
  }));
  return workspaceWith(owner, 'Large', tickets);
}

test('a board with many loaded cards renders only the visible ones and stays responsive', async ({
  signedIn: page,
  instance,
  demo: { email },
}) => {
  const tickets = Array.from({ length: 270 }, (_, n) => ({ title: `Many ${n}`, status: 'todo' }));
  await instance.command(['import', '-'], workspaceWith(email, 'Busy', tickets));
  const { uuid } = await projectNamed(page, 'Busy');
  await page.goto(`/projects/${uuid}/board?sprint=all&q=Many`);
  const todo = column(page, 'To do');
  await expect(todo.getByRole('img', { name: /^270 tickets/ })).toBeVisible();
  await todo.locator('[data-card]').first().focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(todo.getByRole('button', { name: /^Show more/ })).toHaveCount(0, { timeout: 100 });
  }).toPass();
  expect(await page.locator('[data-card]').count()).toBeLessThan(60);
  await page.keyboard.press('End');
  const last = (await page.locator(':focus').getAttribute('data-card')) ?? '';
  await page.keyboard.press('Shift+ArrowRight');
  await expect(column(page, 'In progress').locator(`[data-card="${last}"]`)).toBeFocused();
  const frame = await page.evaluate(async () => {
    const list = document.querySelector('[data-column="todo"] ul')?.parentElement;
    const times: number[] = [];
    for (let n = 0; n < 60; n++) {
      const before = performance.now();
      list?.scrollTo(0, n * 400);
      await new Promise((drawn) => requestAnimationFrame(drawn));
      times.push(performance.now() - before);
    }
    return times.sort((a, b) => a - b)[30] ?? 0;
  });
  test.info().annotations.push({ type: 'frame while scrolling', description: `${Math.round(frame)} ms` });
  expect(frame).toBeLessThan(200); // far more than an idle machine needs, and far less than if every card were rendered
});

test('on a phone, one board column fills the screen and a button opens the filters', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const box = await column(page, 'Backlog').boundingBox();
  expect(box?.width).toBeGreaterThan(330);
  await expect(page.getByRole('button', { name: 'Assignee' })).toBeHidden();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await expect(page.getByRole('button', { name: 'Assignee' })).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test('the board passes axe in both languages and colour schemes', async ({ signedIn: page }) => {
  test.slow();
  await open(page, '?sprint=all');
  await checkLooks(page);
  await page.getByRole('button', { name: 'Epic' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await page.locator('[data-card]').first().focus();
  await page.keyboard.press('m');
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await checkA11y(page);
  await setScheme(page, 'dark');
  await checkA11y(page);
});
