import type { Page } from '@playwright/test';
import { dash } from './support/api';
import { financeOf, newKey } from './support/finance';
import { expect, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';
import { holdNext, toast } from './support/page';
import { later } from './support/project';
import { joinAs } from './support/settings';

interface Seed {
  project: string;
  tickets: Record<string, string>;
  secret: string;
}

interface Week {
  days: string[];
  today: string;
  totals: number[];
  rows: { ticket: { uuid: string }; entries: { uuid: string; minutes: number; comment: string | null }[][] }[];
}

/** Creates a project with an active sprint and three tickets; the user's time costs 1 a minute. */
async function seedProject(page: Page): Promise<Seed> {
  const { project } = await dash<{ project: { uuid: string } }>(page, '/projects', { name: 'Hours', budget: 10_000 });
  const { members } = await dash<{ members: { uuid: string }[] }>(page, `/projects/${project.uuid}/members`);
  const rated = await page.request.put(`/dash/members/${members[0]?.uuid}/rate`, {
    data: { tjm: 480, rewrite_past: true },
  });
  expect(rated.ok(), await rated.text()).toBe(true);
  const sprint = await dash<{ uuid: string }>(page, `/projects/${project.uuid}/sprints`, { title: 'Sprint 1' });
  const tickets: Record<string, string> = {};
  for (const title of ['Alpha quay', 'Beta quay', 'Gamma quay']) {
    const ticket = { title, story_points: 3, sprint_uuid: sprint.uuid };
    tickets[title] = (await dash<{ uuid: string }>(page, `/projects/${project.uuid}/tickets`, ticket)).uuid;
  }
  return { project: project.uuid, tickets, secret: await newKey(page) };
}

/** The actual cost from the public API. */
const spent = async (page: Page, seed: Seed) => (await financeOf(page, seed.secret, seed.project)).ac;

const weekOf = (page: Page, query = '') => dash<Week>(page, `/time/week${query}`);
const loggedOn = (week: Week, ticket: string | undefined): number[] =>
  week.days.map((_, day) =>
    (week.rows.find((row) => row.ticket.uuid === ticket)?.entries[day] ?? []).reduce(
      (sum, entry) => sum + entry.minutes,
      0,
    ),
  );
const line = (page: Page) => page.getByRole('textbox', { name: 'Log time' });
const cell = (page: Page, title: string, day: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${title}, ${day}`) });
const undo = (page: Page, message: RegExp) => toast(page, message).last().getByRole('button', { name: 'Undo' }).click();

test('a week can be filled, corrected and undone by keyboard, and the cost follows to the minute', async ({
  signedIn: page,
  guard,
}) => {
  const seed = await seedProject(page);
  const alpha = seed.tickets['Alpha quay'];
  // All days of last week have come, so that time can be logged for any of them.
  const lastWeek = `?day=${later((await weekOf(page)).today, -7)}`;
  await page.goto(`/time${lastWeek}`);

  // Quick entry takes a duration in any format, part of the ticket's title and a comment.
  const { days } = await weekOf(page, lastWeek);
  const wednesday = 2;
  await page.getByRole('combobox', { name: 'Day' }).selectOption(days[wednesday] ?? '');
  for (const [typed, sum] of [
    ['1h30', 90],
    ['0.5d', 330],
    ['90', 420],
    ['1,5h', 510],
  ] as const) {
    await line(page).fill(`${typed} alpha q`);
    await expect(page.getByRole('option', { name: /Alpha quay/ })).toBeVisible();
    await line(page).press('Enter');
    await line(page).pressSequentially('3 mornings'); // a comment, although it starts with a number
    await line(page).press('Enter');
    await expect.poll(async () => loggedOn(await weekOf(page, lastWeek), alpha)[wednesday]).toBe(sum);
  }
  await expect(page.getByRole('button', { name: /^Alpha quay, .*8 h 30 in 4 entries/ })).toBeVisible();
  const comments = (await weekOf(page, lastWeek)).rows
    .flatMap((row) => row.entries.flat())
    .map((entry) => entry.comment);
  expect(comments.filter((comment) => comment === '3 mornings')).toHaveLength(4);
  expect(await spent(page, seed)).toBe(510);
  await line(page).fill('2h alpha q');
  await expect(page.getByRole('option', { name: /Alpha quay/ })).toBeVisible();
  await line(page).press('Enter');
  await expect(line(page)).toHaveValue('');
  await line(page).press('Backspace'); // removing the chosen ticket brings the duration back
  await expect(line(page)).toHaveValue('2h ');
  await line(page).fill('soon');
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await expect(page.getByText('Start with a duration such as')).toBeVisible();
  await line(page).fill('');

  // In the grid, a row can be added, filled and navigated without a mouse.
  await page.getByRole('textbox', { name: 'Add a ticket to the week' }).fill('gamma q');
  await page.getByRole('option', { name: /Gamma quay/ }).click();
  const gamma = seed.tickets['Gamma quay'];
  await cell(page, 'Gamma quay', 'Monday').focus();
  await page.keyboard.type('1h30');
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 'Gamma quay', 'Tuesday')).toBeFocused();
  await page.keyboard.type('2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(cell(page, 'Gamma quay', 'Monday')).toHaveValue(/1.h.30/);
  await cell(page, 'Gamma quay', 'Thursday').focus();
  await page.keyboard.type('often');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Gamma quay', 'Thursday')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await expect(cell(page, 'Gamma quay', 'Thursday')).toHaveValue('');
  await expect.poll(async () => loggedOn(await weekOf(page, lastWeek), gamma)).toEqual([90, 120, 0, 0, 0, 0, 0]);
  expect(await spent(page, seed)).toBe(720);
  const row = page.getByRole('row').filter({ hasText: 'Gamma quay' });
  await expect(row.getByRole('cell').last()).toHaveText(/^3.h.30$/);

  // An entry can be corrected, and the correction undone.
  await cell(page, 'Gamma quay', 'Tuesday').focus();
  await page.keyboard.type('3h');
  await page.keyboard.press('Enter');
  await expect.poll(() => spent(page, seed)).toBe(780);
  await undo(page, /Changed: HOU-3 Gamma quay/);
  await expect.poll(() => spent(page, seed)).toBe(720);
  await expect(cell(page, 'Gamma quay', 'Tuesday')).toHaveValue(/^2.h$/);
  await cell(page, 'Gamma quay', 'Tuesday').fill('');
  await page.keyboard.press('Enter');
  await expect.poll(() => spent(page, seed)).toBe(600);
  await undo(page, /removed from HOU-3 Gamma quay/);
  await expect.poll(() => spent(page, seed)).toBe(720);

  // A cell with several entries opens a list of them, where one can be moved to another ticket.
  await page.getByRole('button', { name: /^Alpha quay, .*in 4 entries/ }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Duration' }).first().fill('1:00');
  await dialog.getByRole('textbox', { name: 'Ticket' }).first().fill('beta q');
  await page.getByRole('option', { name: /Beta quay/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(async () => loggedOn(await weekOf(page, lastWeek), seed.tickets['Beta quay'])[wednesday]).toBe(60);
  expect(await spent(page, seed)).toBe(690);

  // A rejected change is rolled back on screen, with the reason.
  guard.allow(404);
  const notFound = { status: 404, json: { error: { code: 'not_found', message: 'time entry not found' } } };
  await page.route('**/dash/time/entries/*', (route) => route.fulfill(notFound));
  await cell(page, 'Gamma quay', 'Monday').fill('5h');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This does not exist or has been deleted.')).toBeVisible();
  await expect(cell(page, 'Gamma quay', 'Monday')).toHaveValue(/^1.h.30$/);
  await page.unroute('**/dash/time/entries/*');
  expect(await spent(page, seed)).toBe(690);

  // A working day without time is flagged, with a button that leads to the quick entry.
  const thursday = (await weekOf(page, lastWeek)).rows.flatMap((row) => row.entries[3] ?? []);
  for (const { uuid } of thursday) expect((await page.request.delete(`/dash/time/entries/${uuid}`)).ok()).toBe(true);
  await page.reload();
  const missing = page.getByRole('region', { name: 'No time yet on' });
  await missing.getByRole('button', { name: /^Thu/ }).click();
  await expect(line(page)).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Day' })).toHaveValue(days[3] ?? '');

  // Every total on screen matches the API.
  const week = await weekOf(page, lastWeek);
  const sums = page.getByRole('row').last().getByRole('cell');
  for (const [day, minutes] of week.totals.entries()) {
    const shown = ((await sums.nth(day).innerText()).match(/^(?:(\d+)\s?h)?\s?(\d+)?/) ?? []).slice(1).map(Number);
    if (minutes >= 60) expect((shown[0] ?? 0) * 60 + (shown[1] || 0)).toBe(minutes);
  }
  await checkLooks(page);
});

test('a timer survives a reload, is shared between tabs, and can be rounded when logged', async ({
  signedIn: page,
}) => {
  const seed = await seedProject(page);
  const ticket = seed.tickets['Beta quay'];
  await page.goto(`/tickets/${ticket}`);
  await page.getByRole('tab', { name: /^Time/ }).click();
  await page.getByRole('button', { name: 'Start timer' }).click();
  await expect(page.getByRole('button', { name: /^Stop timer \(0/ })).toBeVisible();
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('earnest.timer.')) ?? '';
    const timer = JSON.parse(localStorage.getItem(name) ?? '{}') as { since: number };
    localStorage.setItem(name, JSON.stringify({ ...timer, since: timer.since - 61 * 60_000 }));
  });
  await page.reload();
  await page.getByRole('tab', { name: /^Time/ }).click();
  await expect(page.getByRole('button', { name: /^Stop timer \(1.h.0\d\)/ })).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/time');
  const timer = other.getByRole('region', { name: 'Running timer' });
  await expect(timer).toContainText('Beta quay');
  await expect(timer).toContainText(/1.h.0\d/);

  await page.getByRole('button', { name: /^Stop timer/ }).click();
  await page.getByRole('radio', { name: /rounded to 15/ }).check();
  await page
    .getByRole('dialog', { name: /the time on the timer/ })
    .getByLabel('Comment (optional)')
    .fill('With the bank');
  await checkLooks(page);
  await page.getByRole('button', { name: /^Log 1.h$/ }).click();
  await expect(page.getByRole('button', { name: 'Start timer' })).toBeVisible();
  await expect(timer).toHaveCount(0);
  await other.close();
  await expect.poll(() => spent(page, seed)).toBe(60);

  // Users can also edit, delete and restore their own time on the ticket.
  const entry = page.getByRole('listitem').filter({ hasText: 'With the bank' });
  await entry.getByRole('button', { name: /^Edit / }).click();
  const form = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Save' }) });
  await form.getByRole('textbox', { name: 'Duration' }).fill('2h15');
  const request = page.waitForRequest((sent) => sent.method() === 'PUT');
  await form.getByRole('button', { name: 'Save' }).click();
  expect((await request).postDataJSON()).toEqual({ duration_minutes: 135 }); // only changed fields are sent
  await expect(entry).toContainText(/2.h.15/);
  expect(await spent(page, seed)).toBe(135);
  await entry.getByRole('button', { name: /^Delete / }).click();
  await expect(entry).toHaveCount(0);
  expect(await spent(page, seed)).toBe(0);
  await undo(page, /removed from HOU-2 Beta quay/);
  await expect(entry).toContainText(/2.h.15/);
  expect(await spent(page, seed)).toBe(135);
});

test("an owner can see and correct everyone's time, and a member sees only their own", async ({
  signedIn: owner,
  another,
  instance,
  guard,
}) => {
  const seed = await seedProject(owner);
  const member = await another();
  await joinAs(instance, owner, member, seed.project, 'member');
  const alpha = seed.tickets['Alpha quay'];
  await dash(owner, `/tickets/${alpha}/time`, { duration_minutes: 100 });
  const { uuid } = await dash<{ uuid: string }>(member, `/tickets/${alpha}/time`, { duration_minutes: 45 });

  await member.goto('/time/totals');
  await expect(member.getByText('Your own time by project')).toBeVisible();
  await expect(member.getByRole('row').filter({ hasText: 'New member' })).toContainText('45 min');
  await expect(member.getByRole('row')).toHaveCount(3); // header, self, total
  guard.allow(403);
  const me = (await dash<{ user: { id: number } }>(owner, '/session')).user.id;
  expect((await member.request.get(`/dash/time/week?user=${me}`)).status()).toBe(403);
  await member.goto('/time');
  await expect(member.getByLabel('Whose week')).toHaveCount(0);

  // A narrow screen shows one day, and a decimal comma is accepted.
  await member.setViewportSize({ width: 390, height: 844 });
  await setLanguage(member, 'fr');
  const { today } = await weekOf(member);
  const lastWeek = `?day=${later(today, -7)}`;
  await member.goto(`/time${lastWeek}`);
  await member.getByRole('textbox', { name: 'Ajouter un ticket à la semaine' }).fill('alpha q');
  await member.getByRole('option', { name: /Alpha quay/ }).click();
  await member.getByRole('group', { name: 'Jour' }).getByRole('button').nth(1).click();
  await member.getByRole('textbox', { name: /^Alpha quay, mardi/ }).fill('1,5 h');
  await member.keyboard.press('Enter');
  await expect.poll(async () => (await weekOf(member, lastWeek)).totals[1]).toBe(90);
  await checkLooks(member);

  const totalsPath = `/time/totals?project=${seed.project}&from=${later(today, -14)}&to=${today}`;
  await owner.goto(totalsPath);
  const totals = await dash<{ people: { name: string; minutes: number }[] }>(owner, totalsPath);
  expect(totals.people).toHaveLength(2);
  const row = owner.getByRole('row').filter({ hasText: 'New member' });
  await expect(row.getByRole('cell').first()).toHaveText(/^2.h.15$/);
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'Download CSV' }).click();
  const file = await (await download).createReadStream();
  let text = '';
  for await (const part of file) text += String(part);
  expect(text).toContain('New member,2.25,2.25,2');
  await checkLooks(owner);

  // The owner opens the member's week and corrects it.
  await row.getByRole('link', { name: 'New member' }).click();
  await expect(owner.getByText('You see what New member logged')).toBeVisible();
  const shown = owner.getByRole('textbox', { name: /^Alpha quay/ });
  await expect(shown.first()).toBeVisible();
  const week = await weekOf(member);
  const day = week.rows[0]?.entries.findIndex((entries) => entries.some((entry) => entry.uuid === uuid)) ?? 0;
  expect((await owner.request.put(`/dash/time/entries/${uuid}`, { data: { duration_minutes: 50 } })).ok()).toBe(true);
  expect((await weekOf(member)).rows[0]?.entries[day]?.find((entry) => entry.uuid === uuid)?.minutes).toBe(50);
});

test('a refused change that moves an entry to another day keeps what was typed', async ({ signedIn: page, guard }) => {
  guard.allow(409, 412);
  const seed = await seedProject(page);
  const alpha = seed.tickets['Alpha quay'];
  const lastWeek = `?day=${later((await weekOf(page)).today, -7)}`;
  const { days } = await weekOf(page, lastWeek);
  const entry = { duration_minutes: 60, logged_at: days[0], comment: 'First' };
  const { uuid } = await dash<{ uuid: string }>(page, `/tickets/${alpha}/time`, entry);
  await page.goto(`/time${lastWeek}`);
  await cell(page, 'Alpha quay', 'Monday').press('Shift+Enter');
  const dialog = page.getByRole('dialog');
  const comment = dialog.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Mine');
  await dialog.getByLabel('Day').fill(days[1] ?? '');
  const refusal = { status: 409, json: { error: { code: 'conflict', message: 'somebody was faster' } } };
  await page.route('**/dash/time/entries/*', (route) => route.fulfill(refusal), { times: 1 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Somebody was faster.')).toBeVisible();
  await expect(comment).toHaveValue('Mine');
  await expect(dialog.getByLabel('Day')).toHaveValue(days[1] ?? '');

  // Somebody else changes the comment, and moves the entry to a third day.
  const theirs = { comment: 'Theirs', logged_at: days[2] };
  expect((await page.request.put(`/dash/time/entries/${uuid}`, { data: theirs })).ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('region', { name: /^Comment.*Their version$/ })).toHaveText('Theirs');
  await expect(comment).toHaveValue('Mine');
  await dialog.getByRole('button', { name: 'Replace it with mine' }).click();
  await expect(dialog).toHaveCount(0);
  const { rows } = await weekOf(page, lastWeek);
  expect(rows.find(({ ticket }) => ticket.uuid === alpha)?.entries[1]).toMatchObject([{ uuid, comment: 'Mine' }]);
});

test('time goes to a ticket that was found for the text in the field, not for an earlier one', async ({
  signedIn: page,
}) => {
  await seedProject(page);
  await page.goto('/time');
  const option = (title: string) => page.getByRole('option', { name: new RegExp(title) });
  const weekField = page.getByRole('textbox', { name: 'Add a ticket to the week' });
  for (const [field, begin, wanted] of [
    [line(page), '1h30 ', 'Beta quay'],
    [weekField, '', 'Gamma quay'],
  ] as const) {
    await field.fill(`${begin}alpha q`);
    await expect(option('Alpha quay')).toBeVisible();
    const search = await holdNext(page, 'read', new RegExp(`/dash/search\\?.*${wanted.split(' ')[0]}`, 'i'));
    await field.fill(begin + wanted);
    await field.press('Enter');
    await expect(page.getByText('Searching…')).toBeVisible();
    await search.reached;
    await expect(page.getByRole('option', { name: /quay/ })).toHaveCount(0);
    await expect(field).toHaveValue(begin + wanted);
    search.release();
    await expect(option(wanted)).toBeVisible();
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }
  await expect(page.getByRole('form', { name: 'Log time' })).toContainText('Beta quay');
  await expect(page.getByRole('row').filter({ hasText: 'Gamma quay' })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'Alpha quay' })).toHaveCount(0);
});
