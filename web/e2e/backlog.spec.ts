// Backlog and sprints: planning with mouse and keyboard, bulk changes, and the life cycle of a sprint.
import type { Page } from '@playwright/test';
import { dash } from './support/api';
import { expect, signIn, test } from './support/fixtures';
import { checkLooks } from './support/looks';
import { holdNext, overflowOf, toast } from './support/page';
import { addTicket, cardsIn, inWords, later, type ProjectFacts, projectNamed, workspaceWith } from './support/project';
import { joinAs } from './support/settings';

const demo = 'Application voyageurs';
/** Added by the tests, because the demo's own tickets depend on the current date. */
const ticket = 'Billet au poignet gauche';
const q = 'q=poignet+gauche';

async function open(page: Page, name = demo): Promise<ProjectFacts> {
  const project = await projectNamed(page, name);
  await page.goto(`/projects/${project.uuid}/backlog`);
  await expect(page.getByRole('list', { name: 'Backlog' })).toBeVisible();
  return project;
}

/** Adds the ticket, worth five points, before opening the page. */
async function openWith(page: Page): Promise<ProjectFacts> {
  const { uuid } = await projectNamed(page, demo);
  await addTicket(page, uuid, { title: ticket, story_points: 5 });
  return open(page);
}

const sprintOf = (project: ProjectFacts, title: string) => {
  const sprint = project.sprints.find((candidate) => candidate.title === title);
  if (sprint === undefined) throw new Error(`there is no ${title}`);
  return sprint;
};

const backlog = (page: Page) => page.getByRole('list', { name: 'Backlog' });
const sprints = (page: Page) => page.getByRole('list', { name: 'Sprints' });
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

test('dragging a ticket into a sprint updates its points, and undo moves the ticket back', async ({
  signedIn: page,
}) => {
  const project = await openWith(page);
  const sprint = sprintOf(project, 'Sprint 16');
  const progress = (points: number) =>
    sprint.done_points > 0 ? `${sprint.done_points} of ${points} points done` : `${points} points`;
  const head = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Sprint 16' }) });
  await expect(head).toContainText(progress(sprint.points));
  await row(page, ticket).dragTo(head);
  await expect(toast(page, '1 ticket moved to Sprint 16')).toBeVisible();
  await expect(head).toContainText(progress(sprint.points + 5));
  await expect(sprints(page).getByRole('button', { name: ticket, exact: true })).toBeVisible();
  await expect(backlog(page).getByRole('button', { name: ticket, exact: true })).toHaveCount(0);
  await expect.poll(async () => (await cardsIn(page, project.uuid, q))[0]?.sprint_uuid).toBe(sprint.uuid);
  await toast(page, '1 ticket moved').getByRole('button', { name: 'Undo' }).click();
  await expect(backlog(page).getByRole('button', { name: ticket, exact: true })).toBeVisible();
  await expect(head).toContainText(progress(sprint.points));
  await expect.poll(async () => (await cardsIn(page, project.uuid, q))[0]?.sprint_uuid).toBeNull();
});

test('the keyboard can select, estimate, assign, rename and move a ticket, and undo', async ({ signedIn: page }) => {
  const project = await openWith(page);
  const stored = async () => (await cardsIn(page, project.uuid, q))[0];
  const titles = backlog(page).locator('[data-title]');
  const index = (await titles.allTextContents()).indexOf(ticket);
  await titles.nth(index - 2).focus();
  // Keys pressed faster than the screen redraws are not lost.
  await Promise.all([page.keyboard.press('ArrowDown'), page.keyboard.press('ArrowDown')]);
  await expect(backlog(page).getByRole('button', { name: ticket, exact: true })).toBeFocused();
  await Promise.all([page.keyboard.press('v'), page.keyboard.type('4')]);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored())?.story_points).toBe(4);
  await expect(row(page, ticket).getByRole('button', { name: 'Points: 4 points' })).toBeFocused();
  await page.keyboard.press('p');
  await page.keyboard.type('Critical');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored())?.priority).toBe('critique');
  await row(page, ticket).getByRole('button', { name: ticket, exact: true }).focus();
  await page.keyboard.press('a');
  await page.keyboard.type('(me)');
  await page.keyboard.press('Enter');
  await expect(row(page, ticket).getByRole('button', { name: 'Assignee: Camille Verdier' })).toBeVisible();
  await page.keyboard.press('e');
  await page.keyboard.type('Billet au bracelet');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await cardsIn(page, project.uuid, 'q=bracelet')).length).toBe(1);
  await expect(
    row(page, 'Billet au bracelet').getByRole('button', { name: 'Billet au bracelet', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('m');
  await page.keyboard.type('Sprint 17');
  await page.keyboard.press('Enter');
  await expect(toast(page, '1 ticket moved to Sprint 17')).toBeVisible();
  await expect(backlog(page).locator('[data-title]:focus'), 'focus stays in the list').toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(backlog(page).getByRole('button', { name: 'Billet au bracelet', exact: true })).toBeVisible();
});

test('several tickets can be changed in one request, deleted together and restored', async ({ signedIn: page }) => {
  const project = await open(page);
  const requests: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && requests.push(new URL(request.url()).pathname));
  const boxes = backlog(page).getByRole('checkbox');
  const before = await boxes.count();
  const titles = (await backlog(page).locator('[data-title]').allTextContents()).slice(1, 5);
  const selected = async () =>
    (await cardsIn(page, project.uuid, 'sprint=none&done=false')).filter((card) => titles.includes(card.title));
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Change the selected tickets' });
  await expect(bar).toContainText('4 selected');
  await bar.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'To do' }).click();
  await expect(toast(page, '4 tickets changed')).toBeVisible();
  expect(requests.filter((path) => path.endsWith('/bulk'))).toHaveLength(1);
  await expect.poll(async () => (await selected()).map((card) => card.status)).toEqual(Array(4).fill('todo'));
  await bar.getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('option').first().click();
  await expect.poll(async () => (await selected()).filter((card) => card.tags.length > 0).length).toBe(4);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 4 tickets' }).click();
  await expect(boxes).toHaveCount(before - 4);
  await toast(page, '4 tickets deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(boxes).toHaveCount(before);
});

test('Shift+arrow selects a range, and Escape clears the selection', async ({ signedIn: page }) => {
  await open(page);
  await backlog(page).locator('[data-title]').first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('toolbar', { name: 'Change the selected tickets' });
  await expect(bar).toContainText('3 selected');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('tickets can be added one after another, to the backlog or to a sprint', async ({ signedIn: page }) => {
  const project = await open(page);
  await page.keyboard.press('c');
  await page.keyboard.type('Premier essai');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second essai');
  await page.keyboard.press('Enter');
  await expect(backlog(page).getByRole('button', { name: 'Second essai', exact: true })).toBeVisible();
  await expect(backlog(page).getByRole('button', { name: 'Premier essai', exact: true })).toBeVisible();
  await page.getByLabel('Add a ticket to Sprint 15').fill('Troisième essai');
  await page.keyboard.press('Enter');
  await expect(sprints(page).getByRole('button', { name: 'Troisième essai', exact: true })).toBeVisible();
  expect(await cardsIn(page, project.uuid, 'q=essai')).toHaveLength(3);
});

test('over plain HTTP, without secure-context APIs, adding tickets and copying still work', async ({
  signedIn: page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(crypto, 'randomUUID', { value: undefined });
  });
  const project = await open(page);
  await page.keyboard.press('c');
  await page.keyboard.type('Essai sans chiffre');
  await page.keyboard.press('Enter');
  await expect(backlog(page).getByRole('button', { name: 'Essai sans chiffre', exact: true })).toBeVisible();
  expect(await cardsIn(page, project.uuid, 'q=sans+chiffre')).toHaveLength(1);
  await page.goto(`/projects/${project.uuid}/finance`);
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.goto(`/projects/${project.uuid}/backlog`);
  await expect(backlog(page)).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.press('Control+v');
  await expect(page.locator(':focus')).toHaveValue(project.uuid);
});

test('backlog filters are kept in the URL and survive a reload', async ({ signedIn: page }) => {
  await openWith(page);
  const others = await backlog(page).locator('[data-title]').count();
  expect(others).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Assignee', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Nobody' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill('poignet');
  await expect(page).toHaveURL(/assignee=none.*q=poignet|q=poignet.*assignee=none/);
  await expect(page.locator('[data-title]')).toHaveText([ticket]);
  await page.reload();
  await expect(page.locator('[data-title]')).toHaveText([ticket]);
  await expect(page.getByRole('button', { name: 'Assignee: 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(backlog(page).locator('[data-title]')).toHaveCount(others);
});

test('a sprint can be planned, started, closed and reopened', async ({ signedIn: page }) => {
  const unestimated = 'Veille sans estimation';
  await addTicket(page, (await projectNamed(page, demo)).uuid, { title: unestimated });
  const project = await openWith(page);
  const next = later(sprintOf(project, 'Sprint 18').end_date, 1);
  const weekday = new Date(`${next}T12:00:00Z`).getUTCDay();
  const start = later(next, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
  const end = later(start, 11);
  await page.getByRole('button', { name: 'New sprint' }).click();
  const form = page.getByRole('dialog', { name: 'New sprint' });
  await expect(form.getByLabel('Title')).toHaveValue('Sprint 19');
  await expect(form.getByLabel('First day')).toHaveValue(start);
  await expect(form.getByLabel('Last day')).toHaveValue(later(start, 13));
  await expect(form.getByLabel('Definition of done')).not.toHaveValue('');
  await form.getByLabel('Goal').fill('Voyager sans papier');
  await form.getByRole('button', { name: 'Create sprint' }).click();
  await expect(form).toHaveCount(0);

  for (const title of [unestimated, ticket]) {
    await row(page, title)
      .getByRole('button', { name: `Actions for ${title}` })
      .click();
    await page.getByRole('option', { name: 'Move to sprint…' }).click();
    await page.getByRole('combobox', { name: 'Move to sprint' }).fill('Sprint 19');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'moved to Sprint 19').first()).toBeVisible();
  }

  const sprint = sprintOf(await projectNamed(page, demo), 'Sprint 19');
  await page.goto(`/projects/${project.uuid}/sprints/${sprint.uuid}`);
  await page.getByRole('button', { name: 'Start sprint…' }).click();
  const steps = page.getByRole('dialog', { name: 'Start Sprint 19' });
  await expect(steps.getByText('The team commits to 2 tickets.')).toBeVisible();
  await expect(steps.getByText(/Another sprint is active/)).toBeVisible();
  await expect(steps.getByText('1 ticket without points', { exact: true })).toBeVisible();
  await steps.getByLabel(`Points for ${unestimated}`).fill('3');
  await page.keyboard.press('Enter');
  await expect(steps.getByText('1 ticket without points', { exact: true })).toHaveCount(0);
  await expect(steps.getByText('8 points', { exact: true })).toBeVisible();
  await checkLooks(page);
  await steps.getByRole('button', { name: 'Next' }).click();
  await expect(steps.getByRole('textbox', { name: 'Goal' })).toHaveValue('Voyager sans papier');
  await steps.getByLabel('Last day').fill(later(start, -1));
  await expect(steps.getByText('The last day cannot be before the first.')).toBeVisible();
  await expect(steps.getByRole('button', { name: 'Next' })).toBeDisabled();
  await steps.getByLabel('Last day').fill(end);
  await steps.getByRole('button', { name: 'Next' }).click();
  await expect(steps.getByText(`from ${inWords(start)} to ${inWords(end)}, 12 days`)).toBeVisible();
  await steps.getByRole('button', { name: 'Start sprint' }).click();
  await expect(page.getByText(`Active · ${inWords(start)}`)).toBeVisible();

  await page.getByRole('button', { name: 'Close sprint…' }).click();
  const closing = page.getByRole('dialog', { name: 'Close Sprint 19' });
  await expect(closing.getByText('2 tickets are not done')).toBeVisible();
  await closing.getByLabel('To Sprint 16').check();
  await closing.getByRole('button', { name: 'Next' }).click();
  await closing.getByRole('checkbox').first().check();
  await closing.getByLabel('No', { exact: true }).check();
  await checkLooks(page);
  await closing.getByRole('button', { name: 'Next' }).click();
  await expect(closing.getByText('2 unfinished tickets move to Sprint 16')).toBeVisible();
  await closing.getByRole('button', { name: 'Close sprint' }).click();
  await expect(page.getByText(`Completed · ${inWords(start)}`)).toBeVisible();
  await expect(page.getByText('Missed')).toBeVisible();
  expect((await cardsIn(page, project.uuid, q))[0]?.sprint_uuid).toBe(sprintOf(project, 'Sprint 16').uuid);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText(`Active · ${inWords(start)}`)).toBeVisible();
});

test('the burndown can be stepped through by keyboard, shown as a table and downloaded', async ({ signedIn: page }) => {
  const project = await projectNamed(page, demo);
  const sprint = sprintOf(project, 'Sprint 15');
  await page.goto(`/projects/${project.uuid}/sprints/${sprint.uuid}`);
  const chart = page.getByRole('region', { name: 'Burndown' });
  const slider = chart.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^${inWords(sprint.start_date)}, Remaining [\\d.]+, Ideal pace`),
  );
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(inWords(later(sprint.start_date, 1))));
  await chart.getByRole('button', { name: 'Show as a table' }).click();
  await expect(chart.getByRole('row')).toHaveCount(15);
  const download = page.waitForEvent('download');
  await chart.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('burndown-sprint-15.csv');
  await expect(page.getByRole('region', { name: 'Burn-up' }).getByRole('img')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Scope changes' })).toBeVisible();
  await checkLooks(page);
});

test('a ticket moved in one browser moves in another without a reload', async ({
  signedIn: page,
  another,
  instance,
  demo: user,
}) => {
  const other = await another();
  await signIn(other, instance.url, user);
  await openWith(page);
  await open(other);
  await backlog(page).getByRole('button', { name: ticket, exact: true }).focus();
  await page.keyboard.press('m');
  await page.keyboard.type('Sprint 16');
  await page.keyboard.press('Enter');
  await expect(sprints(other).getByRole('button', { name: ticket, exact: true })).toBeVisible();
});

test('a viewer sees no controls for changing the backlog', async ({ signedIn: page, another, instance }) => {
  const project = await projectNamed(page, demo);
  await addTicket(page, project.uuid, { title: ticket });
  const viewer = await another();
  await joinAs(instance, page, viewer, project.uuid, 'viewer');
  await open(viewer);
  await expect(row(viewer, ticket)).toBeVisible();
  await expect(viewer.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: 'New sprint' })).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: 'Close…' })).toHaveCount(0);
  await expect(viewer.getByLabel(/^Add a ticket/)).toHaveCount(0);
  await checkLooks(viewer);
});

test('a ticket whose move the server rejects returns to the backlog, with the reason', async ({
  signedIn: page,
  guard,
}) => {
  guard.allow(409);
  await openWith(page);
  await page.route('**/bulk', (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'somebody was faster' } } }),
  );
  await backlog(page).getByRole('button', { name: ticket, exact: true }).focus();
  await page.keyboard.press('m');
  await page.keyboard.type('Sprint 16');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Somebody was faster.')).toBeVisible();
  await expect(backlog(page).getByRole('button', { name: ticket, exact: true })).toBeVisible();
});

test('a backlog of hundreds of tickets loads page by page and renders only the visible rows', async ({
  signedIn: page,
  instance,
  demo: { email },
}) => {
  test.slow();
  const tickets = Array.from({ length: 440 }, (_, n) => ({ title: `Ticket number ${n}` }));
  await instance.command(['import', '-'], workspaceWith(email, 'Large', tickets));
  const { uuid } = await projectNamed(page, 'Large');
  const total = tickets.length + 1;
  await open(page, 'Large');
  await page.keyboard.press('c');
  await page.keyboard.type('Ticket beyond the loaded ones');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${total} tickets · `)).toBeVisible();
  await expect(backlog(page).locator('[aria-setsize]').first()).toHaveAttribute('aria-setsize', String(total));
  expect(await page.locator('[data-card]').count()).toBeLessThan(120);

  // Ctrl+A selects the loaded tickets, and a button in the bar the others, too.
  await backlog(page).locator('[data-title]').first().focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Change the selected tickets' });
  await expect(bar).toContainText('selected');
  await expect(bar).not.toContainText(`${total} selected`);
  await bar.getByRole('button', { name: `Select all ${total}` }).click();
  await expect(bar).toContainText(`${total} selected`);
  await bar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await expect(toast(page, `${total} tickets changed`)).toBeVisible();
  await expect(bar).toContainText(`${total} selected`);
  const high = async () => (await cardsIn(page, uuid, 'sprint=none&done=false&priority=haute')).length;
  expect(await high()).toBe(total);
  await expect(bar).toContainText(`${total} selected`);
  await toast(page, `${total} tickets changed`).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(high).toBeLessThan(total);

  await page.reload();
  await expect(backlog(page).locator('[data-card]').first()).toBeVisible();
  await expect(async () => {
    await backlog(page)
      .locator('..')
      .evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
    await expect(backlog(page).locator(`[aria-posinset="${total}"]`)).toBeInViewport({ timeout: 300 });
  }).toPass();
  expect(await page.locator('[data-card]').count()).toBeLessThan(120);
});

test('moving all loaded tickets shows the next ones, and a change that fails half-way can be undone', async ({
  signedIn: page,
  instance,
  demo: { email },
  guard,
}) => {
  test.slow();
  guard.allow(409);
  const tickets = Array.from({ length: 540 }, (_, n) => ({ title: `Ticket ${n}` }));
  const sprint = { title: 'Sprint A' };
  const project = { name: 'Hundreds', members: [{ user: email, project_role: 'owner', tjm: 500 }], tickets };
  await instance.command(['import', '-'], JSON.stringify({ projects: [project] }));
  const { uuid } = await projectNamed(page, 'Hundreds');
  await dash(page, `/projects/${uuid}/sprints`, sprint);
  const count = async (query: string) =>
    (await dash<{ total: number }>(page, `/projects/${uuid}/cards?${query}`)).total;
  await open(page, 'Hundreds');

  // While the tickets are being moved, the backlog neither looks empty nor loads tickets that are about to leave.
  const hold = await holdNext(page, 'write', /\/bulk$/);
  const asked: string[] = [];
  page.on('request', (request) => /\/cards\?/.test(request.url()) && asked.push(request.url()));
  await backlog(page).locator('[data-title]').first().focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Change the selected tickets' });
  await expect(bar).toContainText('30 selected');
  await page.keyboard.press('m');
  await page.keyboard.type('Sprint A');
  await page.keyboard.press('Enter');
  await hold.reached;
  await expect(page.getByText('510 tickets · ')).toBeVisible();
  await expect(page.getByText('The backlog is empty')).toHaveCount(0);
  expect(asked).toEqual([]);
  hold.release();
  await expect(toast(page, '30 tickets moved to Sprint A')).toBeVisible();
  await expect(backlog(page).locator('[data-title]').first()).toBeVisible();
  await expect(bar).toContainText('30 selected');
  await page.keyboard.press('Escape');

  // A change to more tickets than fit into one request can fail after the first.
  await expect(async () => {
    await backlog(page).locator('[data-title]').first().focus();
    await page.keyboard.press('Control+a'); // it selects what is loaded, and a page may still be on its way
    await bar.getByRole('button', { name: 'Select all 510' }).click({ timeout: 1_000 });
  }).toPass();
  await expect(bar).toContainText('510 selected');
  let requests = 0;
  await page.route('**/bulk', (route) => {
    requests += 1;
    return requests === 2
      ? route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'somebody was faster' } } })
      : route.continue();
  });
  await bar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  const failed = toast(page, 'Only 500 of 510 tickets were changed');
  await expect(failed).toContainText('Somebody was faster.');
  expect(await count('priority=haute')).toBe(500);
  await failed.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => count('priority=haute')).toBe(0);
});

test('the backlog passes axe with a menu open and on a phone', async ({ signedIn: page }) => {
  await openWith(page);
  await expect(row(page, ticket)).toBeVisible();
  await checkLooks(page);
  await backlog(page).getByRole('checkbox').first().click();
  await row(page, ticket)
    .getByRole('button', { name: /^Status:/ })
    .click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await checkLooks(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('list', { name: 'Sprints and backlog' })).toBeVisible();
  await checkLooks(page);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});
