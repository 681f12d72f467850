// The board: drag and drop, keyboard, quick add, filters in the URL, live changes, undo.
import type { Locator, Page } from '@playwright/test';
import { acceptAll, addUser, expect, signIn, test } from './support/fixtures';
import type { Instance } from './support/instance';
import { checkA11y, checkLooks, setScheme } from './support/looks';
import { cardsIn, projectNamed } from './support/project';

const demo = 'Application voyageurs';
const ticket = "L'attestation porte la date d'achat au lieu de la date de début";

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, title: string) => page.getByRole('link', { name: title });
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

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

/** Signs another member of the demo project in, in a separate browser. */
async function colleague(page: Page, instance: Instance, other: Page, role: string): Promise<void> {
  const who = { email: `${role}@example.org`, password: 'a long enough password', firstname: 'Ada', lastname: 'Byron' };
  await addUser(instance, who);
  const { uuid } = await projectNamed(page, demo);
  const added = await page.request.post(`/dash/projects/${uuid}/members`, { data: { email: who.email, role } });
  expect(added.ok(), await added.text()).toBe(true);
  await signIn(other, instance.url, who);
  await acceptAll(other);
}

const statusOf = async (page: Page, project: string) =>
  (await cardsIn(page, project, `q=${encodeURIComponent(ticket)}`))[0]?.status;

test('a card is dragged to another column, where a place shows, and taken back by undo', async ({ signedIn: page }) => {
  const project = await open(page);
  await expect(column(page, 'In progress')).toContainText(ticket);
  await drag(page, card(page, ticket), column(page, 'To do'));
  await expect(column(page, 'To do').getByText('Drop here')).toBeVisible();
  await page.mouse.up();
  await expect(column(page, 'To do')).toContainText(ticket);
  await expect(toast(page, 'moved to To do')).toBeVisible();
  expect(await statusOf(page, project)).toBe('todo');
  await toast(page, 'moved to To do').getByRole('button', { name: 'Undo' }).click();
  await expect(column(page, 'In progress')).toContainText(ticket);
  await expect.poll(() => statusOf(page, project)).toBe('in_progress');
});

test('by keyboard one goes from card to card, moves, opens, comes back, and undoes', async ({ signedIn: page }) => {
  const project = await open(page);
  await card(page, ticket).focus();
  await page.keyboard.press('ArrowRight');
  await expect(column(page, 'In review').locator('[data-card]').first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card(page, ticket)).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(column(page, 'In review')).toContainText(ticket);
  await expect(card(page, ticket)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: `“${ticket}” moved to In review` })).toHaveCount(1);
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

test('tickets are added to a column one after the other, and deleted with an undo', async ({ signedIn: page }) => {
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
  const added = await cardsIn(page, project, 'q=thing&sprint=active');
  expect(added.map((one) => one.title)).toEqual(['First thing', 'Second thing']);
  await card(page, 'First thing').hover();
  await page.getByRole('button', { name: 'Actions for First thing' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(card(page, 'First thing')).toHaveCount(0);
  await toast(page, 'deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'First thing')).toBeVisible();
});

test('filters are kept in the address and cleared at once', async ({ signedIn: page }) => {
  await open(page);
  await expect(page.getByRole('button', { name: 'Sprint: Sprint 15 (active)' })).toBeVisible();
  const few = await page.locator('[data-card]').count();
  await page.getByRole('button', { name: 'Show all tickets' }).click();
  await expect(page).toHaveURL(/sprint=all/);
  await expect.poll(() => page.locator('[data-card]').count()).toBeGreaterThan(few);
  await page.keyboard.press('/');
  await page.keyboard.type('billet');
  await expect(page).toHaveURL(/q=billet/);
  await page.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await page.getByRole('option', { name: 'Critical' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/priority=haute&priority=critique/);
  const shown = await page.locator('[data-card]').allTextContents();
  expect(shown.every((text) => /billet/i.test(text))).toBe(true);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Priority: High +1' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('billet');
  await expect.poll(() => page.locator('[data-card]').allTextContents()).toEqual(shown);
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByRole('heading', { name: 'No ticket matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL(/board$/);
  await expect(card(page, ticket)).toBeVisible();
});

test("someone else's move shows without a reload, also after a lost connection", async ({
  signedIn: page,
  instance,
  another,
}) => {
  const project = await open(page);
  const other = await another();
  await colleague(page, instance, other, 'member');
  await open(other);
  // The card flashes for a moment only, so the wait for it begins before the move.
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

test('a move that the server refuses goes back and says why', async ({ signedIn: page, guard }) => {
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

test('a viewer sees the board and is offered nothing to change', async ({ signedIn: page, instance, another }) => {
  const viewer = await another();
  await colleague(page, instance, viewer, 'viewer');
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

test('going back and forth asks the server for nothing that is fresh', async ({ signedIn: page }) => {
  await open(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/dash\/projects\/[^/]+(\/cards.*)?$/.test(request.url())) asked.push(request.url());
  });
  // A request that has no answer yet is cancelled by going back, and made again by coming.
  const answer = page.waitForResponse((response) => /\/cards\?/.test(response.url()));
  await page.getByRole('button', { name: 'Show all tickets' }).click();
  await (await answer).finished();
  await expect(page.getByRole('button', { name: 'Active sprint only' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Show all tickets' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Active sprint only' })).toBeVisible();
  await page.goBack();
  expect(asked).toHaveLength(1);
});

test('a board of a thousand tickets draws only what is in sight, and scrolls and moves at once', async ({
  signedIn: page,
}) => {
  const { uuid } = await projectNamed(page, demo);
  const add = (n: number) =>
    page.request.post(`/dash/projects/${uuid}/tickets`, { data: { title: `Many ${n}`, status: 'todo' } });
  for (let n = 0; n < 999; n += 27) {
    const made = Array.from({ length: 27 }, (_, k) => add(n + k));
    for (const answer of await Promise.all(made)) expect(answer.ok()).toBe(true);
  }
  expect((await add(999)).ok()).toBe(true); // on its own, so it sorts last
  await page.goto(`/projects/${uuid}/board?sprint=all&q=Many`);
  const todo = column(page, 'To do');
  await expect(todo.getByRole('img', { name: /^1,000 tickets/ })).toBeVisible();
  expect(await page.locator('[data-card]').count()).toBeLessThan(60);
  await todo.locator('[data-card]').first().focus();
  await page.keyboard.press('End');
  await expect(todo.getByRole('link', { name: 'Many 999' })).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(column(page, 'In progress').getByRole('link', { name: 'Many 999' })).toBeFocused();
  const frame = await page.evaluate(async () => {
    const list = document.querySelector('[data-column="todo"] ul')?.parentElement;
    const took: number[] = [];
    for (let n = 0; n < 60; n++) {
      const before = performance.now();
      list?.scrollTo(0, n * 900);
      await new Promise((drawn) => requestAnimationFrame(drawn));
      took.push(performance.now() - before);
    }
    return took.sort((a, b) => a - b)[30] ?? 0;
  });
  test.info().annotations.push({ type: 'frame while scrolling', description: `${Math.round(frame)} ms` });
  expect(frame).toBeLessThan(200); // well above an idle machine, well below a board that renders every card
});

test('on a phone one column fills the screen, and the filters are behind a button', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const box = await column(page, 'Backlog').boundingBox();
  expect(box?.width).toBeGreaterThan(330);
  await expect(page.getByRole('button', { name: 'Assignee' })).toBeHidden();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await expect(page.getByRole('button', { name: 'Assignee' })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});

test('the board has no fault that axe knows, in any look', async ({ signedIn: page }) => {
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
