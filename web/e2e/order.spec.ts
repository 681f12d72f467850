// The order of tickets: a ticket lands where the line shows it, by mouse and by keyboard, and everyone sees the same order.
import type { Locator, Page } from '@playwright/test';
import type { Frame, Ticket } from '../src/api/types.gen';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';
import { holdNext, toast } from './support/page';
import { cardsIn } from './support/project';
import { joinAs } from './support/settings';

const names = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot'];

/** A project of its own with these tickets, all of them to do; returns its uuid. */
async function projectWith(page: Page, titles: readonly string[], more: object = {}): Promise<string> {
  const { project } = await dash<Frame>(page, '/projects', { name: 'Order' });
  for (const title of titles) await dash(page, `/projects/${project.uuid}/tickets`, { title, status: 'todo', ...more });
  return project.uuid;
}

async function openBoard(page: Page, project: string, query = ''): Promise<void> {
  await page.goto(`/projects/${project}/board${query}`);
  await expect(page.locator('[data-card]').first()).toBeVisible();
}

async function openBacklog(page: Page, project: string): Promise<void> {
  await page.goto(`/projects/${project}/backlog`);
  await expect(page.locator('[data-title]').first()).toBeVisible();
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, title: string) => page.getByRole('link', { name: title });
const backlog = (page: Page) => page.getByRole('list', { name: 'Backlog' });
const sprints = (page: Page) => page.getByRole('list', { name: 'Sprints' });
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const announced = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);

const inOrder = (titles: string) => titles.split(' ').map((title) => new RegExp(title));
const expectCards = (page: Page, name: string, titles: string) =>
  expect(column(page, name).getByRole('listitem')).toHaveText(inOrder(titles));
const expectRows = (list: Locator, titles: string) =>
  expect(list.locator('[data-title]')).toHaveText(titles.split(' '));

/** The titles as the server has them. */
const stored = async (page: Page, project: string, query = '') =>
  (await cardsIn(page, project, query)).map(({ title }) => title).join(' ');
const expectStored = (page: Page, project: string, titles: string, query = '') =>
  expect.poll(() => stored(page, project, query)).toBe(titles);

/** Drags like a real pointer to a part of an element (0 is its top, 1 its bottom), and holds there. */
async function hold(page: Page, from: Locator, to: Locator, part: number): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (box === null) throw new Error('there is nothing to drop on');
  const [x, y] = [box.x + Math.min(80, box.width / 2), box.y + box.height * part];
  await page.mouse.move(x, y - 3, { steps: 3 });
  await page.mouse.move(x, y, { steps: 2 });
}

test('a card lands where the line shows it, in its column and in another one, and on “Drop here”', async ({
  signedIn: page,
  guard,
}) => {
  guard.allow(422);
  const project = await projectWith(page, names);
  await openBoard(page, project);
  const [todo, doing] = [column(page, 'To do'), column(page, 'In progress')];
  const line = (title: string) => expect(page.locator('[data-line]')).toHaveText(new RegExp(title));

  await hold(page, card(page, 'Alpha'), card(page, 'Delta'), 0.8);
  await line('Echo');
  await page.mouse.up();
  await expectCards(page, 'To do', 'Bravo Charlie Delta Alpha Echo Foxtrot');
  await announced(page, 'Alpha moved to position 4 of 6 in To do');
  await expectStored(page, project, 'Bravo Charlie Delta Alpha Echo Foxtrot');

  // An empty column, then a place between two cards, and one below the last card.
  await hold(page, card(page, 'Charlie'), doing, 0.5);
  await doing.getByText('Drop here').hover();
  await page.mouse.up();
  await expectCards(page, 'In progress', 'Charlie');
  await expect(toast(page, 'moved to In progress')).toBeVisible();
  await hold(page, card(page, 'Charlie'), card(page, 'Echo'), 0.2);
  await line('Echo');
  await page.mouse.up();
  await expectCards(page, 'To do', 'Bravo Delta Alpha Charlie Echo Foxtrot');
  await hold(page, card(page, 'Bravo'), todo, 0.9);
  await todo.getByText('Drop here').hover();
  await page.mouse.up();
  await expectCards(page, 'To do', 'Delta Alpha Charlie Echo Foxtrot Bravo');
  await expectStored(page, project, 'Delta Alpha Charlie Echo Foxtrot Bravo');
  await hold(page, card(page, 'Foxtrot'), card(page, 'Delta'), 0.1);
  await line('Delta');
  await page.mouse.up();
  await expectCards(page, 'To do', 'Foxtrot Delta Alpha Charlie Echo Bravo');

  await expectStored(page, project, 'Foxtrot Delta Alpha Charlie Echo Bravo');
  await page.keyboard.press('Control+z');
  await expectCards(page, 'To do', 'Delta Alpha Charlie Echo Foxtrot Bravo');
  await expectStored(page, project, 'Delta Alpha Charlie Echo Foxtrot Bravo');

  // Escape drops nothing, and a card that the server rejects goes back.
  await hold(page, card(page, 'Alpha'), card(page, 'Foxtrot'), 0.8);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.route('**/bulk', (route) =>
    route.fulfill({ status: 422, json: { error: { code: 'validation_failed', message: 'that ticket is gone' } } }),
  );
  await hold(page, card(page, 'Echo'), card(page, 'Delta'), 0.1);
  await page.mouse.up();
  await expect(toast(page, 'Not saved')).toBeVisible();
  await expectCards(page, 'To do', 'Delta Alpha Charlie Echo Foxtrot Bravo');
});

test('Alt and the arrow keys move a card and keep the focus on it, and the help lists them', async ({
  signedIn: page,
}) => {
  const project = await projectWith(page, names);
  await openBoard(page, project);
  await card(page, 'Alpha').focus();
  // Keys pressed faster than the screen redraws are not lost.
  await Promise.all(Array.from({ length: 3 }, () => page.keyboard.press('Alt+ArrowDown')));
  await expectCards(page, 'To do', 'Bravo Charlie Delta Alpha Echo Foxtrot');
  await announced(page, 'Alpha moved to position 4 of 6 in To do');
  await expect(card(page, 'Alpha')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expectCards(page, 'To do', 'Bravo Charlie Alpha Delta Echo Foxtrot');
  await expect(card(page, 'Alpha')).toBeFocused();
  await expectStored(page, project, 'Bravo Charlie Alpha Delta Echo Foxtrot');
  await page.keyboard.press('Alt+ArrowRight');
  await expectCards(page, 'In progress', 'Alpha');
  await announced(page, 'Alpha moved to position 1 of 1 in In progress');
  await expect(card(page, 'Alpha')).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expectCards(page, 'To do', 'Bravo Charlie Alpha Delta Echo Foxtrot');
  await page.keyboard.press('?');
  await expect(page.getByRole('row', { name: 'Move the focused card up or down Alt + ↑/↓' })).toBeVisible();
  await page.keyboard.press('Escape');

  await openBacklog(page, project);
  await backlog(page).getByRole('button', { name: 'Foxtrot', exact: true }).focus();
  await Promise.all(Array.from({ length: 2 }, () => page.keyboard.press('Alt+ArrowUp')));
  await expectRows(backlog(page), 'Bravo Charlie Alpha Foxtrot Delta Echo');
  await announced(page, 'Foxtrot moved to position 4 of 6 in Backlog');
  await expect(backlog(page).getByRole('button', { name: 'Foxtrot', exact: true })).toBeFocused();
  await expectStored(page, project, 'Bravo Charlie Alpha Foxtrot Delta Echo');
  await page.keyboard.press('Alt+ArrowUp');
  await expectStored(page, project, 'Bravo Charlie Foxtrot Alpha Delta Echo');
  await announced(page, 'Foxtrot moved to position 3 of 6 in Backlog');
  // Each press is undone by itself, also one that is still on its way.
  for (const titles of [
    'Bravo Charlie Alpha Foxtrot Delta Echo',
    'Bravo Charlie Alpha Delta Foxtrot Echo',
    'Bravo Charlie Alpha Delta Echo Foxtrot',
  ]) {
    await page.keyboard.press('Control+z');
    await expectStored(page, project, titles);
    await expectRows(backlog(page), titles);
  }
});

test('a row stays where it was moved although the list was read again before the server had the move', async ({
  signedIn: page,
}) => {
  const project = await projectWith(page, names);
  await openBacklog(page, project);
  const foxtrot = backlog(page).getByRole('button', { name: 'Foxtrot', exact: true });
  await foxtrot.focus();
  const move = await holdNext(page, 'write', /\/bulk$/);
  await page.keyboard.press('Alt+ArrowUp');
  await move.reached;
  await dash(page, `/projects/${project}/tickets`, { title: 'Golf' });
  await expectRows(backlog(page), 'Alpha Bravo Charlie Delta Foxtrot Echo Golf');
  const list = await holdNext(page, 'read', /\/cards\?/);
  move.release();
  await list.reached;
  await page.keyboard.press('Alt+ArrowUp');
  await expectRows(backlog(page), 'Alpha Bravo Charlie Foxtrot Delta Echo Golf');
  await expectStored(page, project, 'Alpha Bravo Charlie Foxtrot Delta Echo Golf');
  list.release();
  await expectRows(backlog(page), 'Alpha Bravo Charlie Foxtrot Delta Echo Golf');
  await expect(foxtrot).toBeFocused();
});

test('rows are dragged to an exact place within the backlog and between lists, also several at once', async ({
  signedIn: page,
}) => {
  const project = await projectWith(page, names);
  const { uuid: sprint } = await dash<{ uuid: string }>(page, `/projects/${project}/sprints`, { title: 'Sprint A' });
  await openBacklog(page, project);
  await hold(page, row(page, 'Echo'), row(page, 'Bravo'), 0.2);
  await expect(page.locator('[data-edge]')).toHaveCount(1);
  await page.mouse.up();
  await expectRows(backlog(page), 'Alpha Echo Bravo Charlie Delta Foxtrot');
  await announced(page, 'Echo moved to position 2 of 6 in Backlog');
  await expectStored(page, project, 'Alpha Echo Bravo Charlie Delta Foxtrot');

  // An empty sprint has no place yet; then there are places above and below its ticket.
  await hold(page, row(page, 'Charlie'), page.getByText('Drag tickets here'), 0.5);
  await page.mouse.up();
  await expectRows(sprints(page), 'Charlie');
  await hold(page, row(page, 'Alpha'), row(page, 'Charlie'), 0.8);
  await page.mouse.up();
  await expectRows(sprints(page), 'Charlie Alpha');
  await expect(toast(page, '1 ticket moved to Sprint A').first()).toBeVisible();
  await expectStored(page, project, 'Echo Bravo Charlie Alpha Delta Foxtrot');

  for (const title of ['Echo', 'Foxtrot']) await page.getByRole('checkbox', { name: `Select ${title}` }).click();
  const writes: string[] = [];
  page.on(
    'request',
    (sent) => sent.method() !== 'GET' && writes.push(`${sent.method()} ${new URL(sent.url()).pathname}`),
  );
  await hold(page, row(page, 'Foxtrot'), row(page, 'Charlie'), 0.2);
  await page.mouse.up();
  await expectRows(sprints(page), 'Echo Foxtrot Charlie Alpha');
  await expectRows(backlog(page), 'Bravo Delta');
  await expectStored(page, project, 'Bravo Echo Foxtrot Charlie Alpha Delta');
  await expectStored(page, project, 'Echo Foxtrot Charlie Alpha', `sprint=${sprint}`);
  await toast(page, '2 tickets moved to Sprint A').getByRole('button', { name: 'Undo' }).click();
  await expectRows(backlog(page), 'Echo Bravo Delta Foxtrot');
  await expectStored(page, project, 'Echo Bravo Charlie Alpha Delta Foxtrot');
  const bulk = `POST /dash/projects/${project}/bulk`;
  expect(writes).toEqual([bulk, `${bulk}/undo`]);

  // Below the last row is the end of the backlog.
  await page.keyboard.press('Escape');
  await hold(page, row(page, 'Echo'), backlog(page).locator('..'), 0.9);
  await page.mouse.up();
  await expectRows(backlog(page), 'Bravo Delta Foxtrot Echo');
  await expectStored(page, project, 'Bravo Charlie Alpha Delta Foxtrot Echo');
});

test('tickets that a filter hides keep their place, and undo knows it', async ({ signedIn: page, guard }) => {
  guard.allow(409);
  const project = await projectWith(page, ['Red 1', 'Blue 1', 'Red 2', 'Blue 2', 'Red 3', 'Blue 3']);
  await openBoard(page, project, '?q=red');
  await hold(page, card(page, 'Red 1'), card(page, 'Red 2'), 0.8);
  await page.mouse.up();
  await expect(column(page, 'To do').getByRole('listitem')).toHaveText([/Red 2/, /Red 1/, /Red 3/]);
  await expectStored(page, project, 'Blue 1 Red 2 Red 1 Blue 2 Red 3 Blue 3');
  await hold(page, card(page, 'Red 3'), card(page, 'Red 2'), 0.1);
  await page.mouse.up();
  await expectStored(page, project, 'Blue 1 Red 3 Red 2 Red 1 Blue 2 Blue 3');
  // Undo puts them back among the hidden ones, unless somebody has moved them meanwhile.
  await page.keyboard.press('Control+z');
  await expectStored(page, project, 'Blue 1 Red 2 Red 1 Blue 2 Red 3 Blue 3');
  await page.keyboard.press('Control+z');
  await expectStored(page, project, 'Red 1 Blue 1 Red 2 Blue 2 Red 3 Blue 3');
  await card(page, 'Red 1').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expectStored(page, project, 'Blue 1 Red 2 Red 1 Blue 2 Red 3 Blue 3');
  const [first] = await cardsIn(page, project, 'q=red+1');
  await dash(page, `/projects/${project}/bulk`, { tickets: [first?.uuid], place: 'bottom' });
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Tickets have been moved again meanwhile')).toBeVisible();
  await expectStored(page, project, 'Blue 1 Red 2 Blue 2 Red 3 Blue 3 Red 1');
});

test('undo takes back no other change if the one that was on its way is refused', async ({ signedIn: page, guard }) => {
  guard.allow(422);
  const project = await projectWith(page, ['Alpha', 'Bravo', 'Charlie']);
  const bulk = `/dash/projects/${project}/bulk`;
  const writes: string[] = [];
  page.on('request', (sent) => sent.method() === 'POST' && writes.push(new URL(sent.url()).pathname));
  for (const open of [openBoard, openBacklog]) {
    await open(page, project);
    const alpha = open === openBoard ? card(page, 'Alpha') : page.getByRole('button', { name: 'Alpha', exact: true });
    await alpha.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expectStored(page, project, 'Bravo Alpha Charlie');
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route(`**${bulk}`, async (route) => {
      await refused;
      await route.fulfill({ status: 422, json: { error: { code: 'invalid', message: 'not today' } } });
    });
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Control+z');
    refuse();
    await expect(toast(page, 'Not today')).toBeVisible();
    await page.unroute(`**${bulk}`);
    // The next change is sent when undo has had its turn.
    await alpha.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expectStored(page, project, 'Bravo Charlie Alpha');
    expect(writes).toEqual([bulk, bulk, bulk]);
    await expect(toast(page, 'Undone')).toHaveCount(0);
    for (const titles of ['Bravo Alpha Charlie', 'Alpha Bravo Charlie']) {
      await page.keyboard.press('Control+z');
      await expectStored(page, project, titles);
    }
    writes.length = 0;
  }
});

test('tickets move to the top or bottom, one from its menu or several at once, and back', async ({
  signedIn: page,
}) => {
  const project = await projectWith(page, names);
  await openBoard(page, project);
  await card(page, 'Charlie').focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Move to top' }).click();
  await expectCards(page, 'To do', 'Charlie Alpha Bravo Delta Echo Foxtrot');
  await expect(card(page, 'Charlie')).toBeFocused();
  await expectStored(page, project, 'Charlie Alpha Bravo Delta Echo Foxtrot');
  await toast(page, '“Charlie” moved to the top').getByRole('button', { name: 'Undo' }).click();
  await expectStored(page, project, 'Alpha Bravo Charlie Delta Echo Foxtrot');
  await card(page, 'Charlie').click();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText('Reordered').first()).toBeVisible();

  await openBacklog(page, project);
  for (const title of ['Delta', 'Bravo']) await page.getByRole('checkbox', { name: `Select ${title}` }).click();
  const bar = page.getByRole('toolbar', { name: 'Change the selected tickets' });
  await bar.getByRole('button', { name: 'Move to bottom' }).click();
  await expectRows(backlog(page), 'Alpha Charlie Echo Foxtrot Bravo Delta');
  await expectStored(page, project, 'Alpha Charlie Echo Foxtrot Bravo Delta');
  await toast(page, '2 tickets moved to the bottom').getByRole('button', { name: 'Undo' }).click();
  await expectStored(page, project, 'Alpha Bravo Charlie Delta Echo Foxtrot');
  await expectRows(backlog(page), 'Alpha Bravo Charlie Delta Echo Foxtrot');
  await page.keyboard.press('Escape');
  await row(page, 'Foxtrot').getByRole('button', { name: 'Actions for Foxtrot' }).click();
  await page.getByRole('option', { name: 'Move to top' }).click();
  await expectRows(backlog(page), 'Foxtrot Alpha Bravo Charlie Delta Echo');
  await page.keyboard.press('Control+z');
  await expectStored(page, project, 'Alpha Bravo Charlie Delta Echo Foxtrot');
});

test('two people who move cards at the same time see the same order', async ({ signedIn: page, instance, another }) => {
  const project = await projectWith(page, names);
  const other = await another();
  await joinAs(instance, page, other, project, 'member');
  await Promise.all([openBoard(page, project), openBoard(other, project)]);
  // Both hold a card over the same place before either of them drops it.
  await hold(page, card(page, 'Alpha'), card(page, 'Delta'), 0.8);
  await hold(other, card(other, 'Foxtrot'), card(other, 'Delta'), 0.8);
  await Promise.all([page.mouse.up(), other.mouse.up()]);
  await card(page, 'Bravo').focus();
  await card(other, 'Echo').focus();
  const press = async (who: Page, key: string) => {
    for (let n = 0; n < 4; n++) await who.keyboard.press(key);
  };
  await Promise.all([press(page, 'Alt+ArrowDown'), press(other, 'Alt+ArrowUp')]);
  const seen = async (who: Page) => {
    const texts = await column(who, 'To do').getByRole('listitem').allTextContents();
    return texts.map((text) => names.find((name) => text.includes(name))).join(' ');
  };
  await expect(async () => {
    const order = await stored(page, project);
    expect([await seen(page), await seen(other)]).toEqual([order, order]);
    await page.waitForTimeout(300);
    expect([await stored(page, project), await seen(page), await seen(other)]).toEqual([order, order, order]);
  }).toPass();
  expect((await stored(page, project)).split(' ').sort()).toEqual(names);
});

test('a board can be ordered by priority, where cards still move between columns', async ({ signedIn: page }) => {
  const project = await projectWith(page, ['Alpha', 'Bravo']);
  for (const [title, priority] of [
    ['Minor', 'faible'],
    ['Urgent', 'critique'],
  ]) {
    await dash<Ticket>(page, `/projects/${project}/tickets`, { title, priority, status: 'todo' });
  }
  await openBoard(page, project);
  await expectCards(page, 'To do', 'Alpha Bravo Minor Urgent');
  await page.getByRole('button', { name: 'Order: Manual' }).click();
  await page.getByRole('option', { name: 'Priority' }).click();
  await expectCards(page, 'To do', 'Urgent Alpha Bravo Minor');
  await expect(page).toHaveURL(/order=priority/);
  await checkLooks(page);
  const hint = 'Cards are ordered by priority.';
  await hold(page, card(page, 'Alpha'), card(page, 'Minor'), 0.8);
  await expect(column(page, 'To do').getByText(hint)).toBeVisible();
  await expect(page.locator('[data-line]')).toHaveCount(0);
  await page.mouse.up();
  await expectCards(page, 'To do', 'Urgent Alpha Bravo Minor');
  await hold(page, card(page, 'Alpha'), column(page, 'In progress'), 0.5);
  await page.mouse.up();
  await expectCards(page, 'In progress', 'Alpha');
  await hold(page, card(page, 'Urgent'), column(page, 'In progress'), 0.9);
  await expect(page.locator('[data-line]')).toHaveText(/Alpha/);
  await page.mouse.up();
  await expectCards(page, 'In progress', 'Urgent Alpha');
  await card(page, 'Alpha').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(toast(page, hint)).toBeVisible();
  await expectStored(page, project, 'Alpha Bravo Minor Urgent');

  // The choice is remembered, and the order of the project is unchanged.
  await page.goto(`/projects/${project}/board`);
  await expectCards(page, 'In progress', 'Urgent Alpha');
  await page.getByRole('button', { name: 'Order: Priority' }).click();
  await page.getByRole('option', { name: 'Manual' }).click();
  await expectCards(page, 'In progress', 'Alpha Urgent');
});

test('four people who move cards at random end up with one order', async ({ signedIn: page, instance, another }) => {
  const project = await projectWith(page, names);
  const people = [page];
  for (const lastname of ['Second', 'Third', 'Fourth']) {
    const other = await another();
    const email = `${lastname}@example.org`;
    await joinAs(instance, page, other, project, 'member', { firstname: 'The', lastname }, email);
    people.push(other);
  }
  await Promise.all(people.map((who) => openBoard(who, project)));
  const columns = ['To do', 'In progress'];
  const keys = ['Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+ArrowRight', 'Alt+ArrowLeft'];
  let seed = 11;
  const pick = <T>(values: readonly T[]): T => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return values[Math.floor((seed / 2 ** 31) * values.length)] as T;
  };
  const plans = people.map(() => Array.from({ length: 8 }, () => [pick(names), pick(keys)] as const));
  await Promise.all(
    people.map(async (who, n) => {
      for (const [title, key] of plans[n] ?? []) {
        await card(who, title).focus();
        await who.keyboard.press(key);
      }
    }),
  );
  const seen = async (who: Page) => {
    const texts = await Promise.all(columns.map((name) => column(who, name).locator('[data-card]').allTextContents()));
    return texts.map((list) => list.map((text) => names.find((name) => text.includes(name))).join(' ')).join(' | ');
  };
  const inApi = async () => {
    const cards = await cardsIn(page, project, '');
    const of = (status: string) => cards.filter((one) => one.status === status).map(({ title }) => title);
    return [of('todo'), of('in_progress')].map((titles) => titles.join(' ')).join(' | ');
  };
  await expect(async () => {
    const order = await inApi();
    expect(await Promise.all(people.map(seen))).toEqual(people.map(() => order));
    await page.waitForTimeout(500);
    expect([await inApi(), ...(await Promise.all(people.map(seen)))]).toEqual([order, ...people.map(() => order)]);
  }).toPass();
  expect((await stored(page, project)).split(' ').sort()).toEqual(names);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('cards and rows are moved by touch from their menus', async ({ signedIn: page }) => {
    const project = await projectWith(page, names.slice(0, 3));
    await openBoard(page, project);
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Alpha' }).tap();
      await page.getByRole('menuitem', { name: item }).tap();
    };
    await choose('Move down');
    await expectStored(page, project, 'Bravo Alpha Charlie');
    await choose('Move up');
    await expectStored(page, project, 'Alpha Bravo Charlie');
    await choose('Move to bottom');
    await expectStored(page, project, 'Bravo Charlie Alpha');
    await choose('In progress');
    await expectStored(page, project, 'Alpha', 'status=in_progress');

    await openBacklog(page, project);
    await row(page, 'Charlie').getByRole('button', { name: 'Actions for Charlie' }).tap();
    await page.getByRole('option', { name: 'Move up' }).tap();
    await expectStored(page, project, 'Charlie Bravo Alpha');
  });

  test('a finger on the cards scrolls their column', async ({ signedIn: page }) => {
    const project = await projectWith(page, [...names, ...names]);
    await openBoard(page, project);
    await card(page, 'Echo').first().scrollIntoViewIfNeeded();
    const scroller = column(page, 'To do').getByRole('list').locator('..');
    await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
    const box = await card(page, 'Echo').first().boundingBox();
    if (box === null) throw new Error('there is no card');
    const touches = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up: number) =>
      touches.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 60, y: box.y + 40 - up }],
      });
    await touch('touchStart', 0);
    for (const up of [20, 60, 100, 140, 180]) await touch('touchMove', up);
    await touch('touchEnd', 180);
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(80);
    await expectStored(page, project, [...names, ...names].join(' '));
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
