// The ticket panel over the board, where everything about a ticket can be read and changed.
import type { Page } from '@playwright/test';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkA11y, checkLooks, setLanguage, setScheme } from './support/looks';
import { holdNext, toast } from './support/page';
import { cardsIn, later, projectNamed, saturdayUpTo } from './support/project';
import { joinAs } from './support/settings';

const demo = 'Application voyageurs';
const ticket = 'Signature du billet vérifiable sans réseau par le contrôleur';
const other = "L'attestation porte la date d'achat au lieu de la date de début";

const panel = (page: Page) => page.getByRole('dialog').first();
const section = (page: Page, name: string) => panel(page).getByRole('region', { name });

interface TicketFacts {
  [field: string]: unknown;
  acceptance_criteria: string[];
  subtasks: { title: string; status: string; assignee_id: number | null }[];
  dependencies: { title: string }[];
  dependents: { title: string }[];
}

async function findTicket(page: Page, title: string) {
  const project = await projectNamed(page, demo);
  const found = (await cardsIn(page, project.uuid, `q=${encodeURIComponent(title)}`))[0];
  if (found === undefined) throw new Error(`there is no ticket ${title}`);
  return { project, uuid: found.uuid };
}

/** Opens a ticket over the board and returns a function that reads it from the server. */
async function open(page: Page, title = ticket): Promise<() => Promise<TicketFacts>> {
  const { project, uuid } = await findTicket(page, title);
  await page.goto(`/projects/${project.uuid}/board?ticket=${uuid}`);
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  return () => dash<TicketFacts>(page, `/tickets/${uuid}`);
}

test('a ticket URL opens the ticket over the board, and closing it focuses its card', async ({ signedIn: page }) => {
  const { uuid } = await findTicket(page, ticket);
  await page.goto(`/tickets/${uuid}`);
  await expect(page).toHaveURL(new RegExp(`/board\\?.*ticket=${uuid}`));
  await expect(page.getByRole('dialog', { name: ticket })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/ticket=/);
  await expect(page.locator(`[data-card="${uuid}"]`)).toBeFocused();
});

test('an unknown ticket URL shows "This ticket no longer exists"', async ({ signedIn: page, guard }) => {
  guard.allow(404);
  await page.goto('/tickets/01890000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'This ticket no longer exists' })).toBeVisible();
});

test('the title and fields can be edited in place, and the card on the board follows', async ({ signedIn: page }) => {
  const stored = await open(page);
  await panel(page).getByRole('button', { name: ticket }).click();
  await panel(page).getByRole('textbox', { name: 'Title' }).fill('A better title');
  await page.keyboard.press('Escape');
  await expect(panel(page).getByRole('button', { name: ticket })).toBeVisible();
  await panel(page).getByRole('button', { name: ticket }).click();
  await panel(page).getByRole('textbox', { name: 'Title' }).fill('A better title');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-card]').filter({ hasText: 'A better title' })).toHaveCount(1);
  await panel(page).getByRole('button', { name: '8', exact: true }).click();
  await panel(page).getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'Critical' }).click();
  await panel(page).getByRole('combobox', { name: 'Assignee' }).fill('marc');
  await page.getByRole('option', { name: 'Marc Delorge' }).click();
  await panel(page).getByRole('combobox', { name: 'Tags' }).click();
  await page.getByRole('option').first().click();
  await panel(page).getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Done' }).click();
  await expect(toast(page, 'moved to Done')).toBeVisible();
  await expect.poll(stored).toMatchObject({
    title: 'A better title',
    story_points: 8,
    priority: 'critique',
    status: 'done',
    tags: { length: 2 },
  });
  await panel(page).getByRole('textbox', { name: 'Other number of points' }).fill('2.5');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).story_points).toBe(2.5);
});

test('the description renders Markdown safely, and a draft survives closing the ticket', async ({ signedIn: page }) => {
  const stored = await open(page);
  await section(page, 'Description').getByRole('button', { name: 'Edit the description' }).click();
  const field = panel(page).getByRole('textbox', { name: 'Description' });
  await field.fill('Plan');
  await field.press('Control+a');
  await panel(page).getByRole('button', { name: 'Bold' }).click();
  await expect(field).toHaveValue('**Plan**');
  await field.press('End');
  await field.pressSequentially(
    '\n\n- [x] one\n- two <img src=x onerror=alert(1)>\n\n[site](https://example.org) [bad](javascript:alert(1))',
  );
  await panel(page).getByRole('button', { name: 'Close the ticket' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('[data-card]').filter({ hasText: ticket }).click();
  await section(page, 'Description').getByRole('button', { name: 'Continue' }).click();
  await expect(field).toHaveValue(/^\*\*Plan\*\*/);
  await panel(page).getByText('Preview', { exact: true }).click();
  await expect(panel(page).getByRole('link', { name: 'site' })).toHaveAttribute('href', 'https://example.org');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(section(page, 'Description').locator('strong')).toHaveText('Plan');
  await expect(section(page, 'Description').getByRole('checkbox', { name: 'Done' })).toBeChecked();
  await expect(section(page, 'Description')).toContainText('<img src=x onerror=alert(1)>');
  await expect(section(page, 'Description').getByRole('link')).toHaveCount(1);
  await expect.poll(async () => (await stored()).description).toMatch(/^\*\*Plan/);
});

test('criteria and subtasks can be added, renamed, reordered and deleted', async ({ signedIn: page }) => {
  const stored = await open(page);
  const criteria = (await stored()).acceptance_criteria;
  const add = panel(page).getByRole('textbox', { name: 'Add a criterion' });
  for (const line of ['Works offline', 'Is signed']) {
    await add.fill(line);
    await add.press('Enter');
  }
  await section(page, 'Acceptance criteria')
    .getByRole('button', { name: /^Move Is signed/ })
    .press('ArrowUp');
  await section(page, 'Acceptance criteria').getByRole('button', { name: 'Works offline', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Criterion', exact: true }).fill('Works without a network');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await stored()).acceptance_criteria)
    .toEqual([...criteria, 'Is signed', 'Works without a network']);
  await section(page, 'Acceptance criteria').getByRole('button', { name: 'Delete criterion Is signed' }).click();
  await expect.poll(async () => (await stored()).acceptance_criteria).toEqual([...criteria, 'Works without a network']);

  const subtasks = section(page, 'Subtasks');
  const step = panel(page).getByRole('textbox', { name: 'Add a subtask' });
  await step.fill('Ask the depot');
  await step.press('Enter');
  await expect.poll(async () => (await stored()).subtasks.at(-1)?.title).toBe('Ask the depot');
  const before = (await stored()).subtasks; // the demo's number and progress depend on the date
  const done = before.filter((subtask) => subtask.status === 'done').length;
  await step.fill('Ask the inspector');
  await step.press('Enter');
  await expect(subtasks).toContainText(`${done} of ${before.length + 1} done`);
  await subtasks.getByRole('checkbox', { name: 'Done: Ask the inspector' }).click();
  await expect(subtasks).toContainText(`${done + 1} of ${before.length + 1} done`);
  const last = async () => (await stored()).subtasks.at(-1);
  await expect.poll(last).toMatchObject({ title: 'Ask the inspector', status: 'done' });
  await subtasks.getByRole('button', { name: 'Ask the inspector', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Subtask', exact: true }).fill('Ask two inspectors');
  await page.keyboard.press('Enter');
  await subtasks.getByRole('button', { name: 'Assign subtask Ask two inspectors' }).click();
  await page.getByRole('option', { name: 'Karim Haddad' }).click();
  await expect.poll(async () => (await last())?.assignee_id).not.toBeNull();
  await subtasks.getByRole('button', { name: /^Move Ask two inspectors/ }).press('ArrowUp');
  await expect.poll(async () => (await stored()).subtasks.at(-2)?.title).toBe('Ask two inspectors');
  await subtasks.getByRole('button', { name: 'Delete subtask Ask two inspectors' }).click();
  await expect.poll(async () => (await stored()).subtasks.length).toBe(before.length);
});

test('a criterion or subtask that the server refuses stays in its field', async ({ signedIn: page, guard }) => {
  guard.allow(409);
  const stored = await open(page);
  const criteria = (await stored()).acceptance_criteria;
  const refusal = { status: 409, json: { error: { code: 'conflict', message: 'somebody was faster' } } };
  await page.route('**/dash/tickets/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(refusal),
  );
  for (const name of ['Add a criterion', 'Add a subtask']) {
    const field = panel(page).getByRole('textbox', { name });
    await field.fill('Is signed');
    await field.press('Enter');
    await expect(toast(page, 'Somebody was faster.').first()).toBeVisible();
    await expect(field).toHaveValue('Is signed');
  }
  expect((await stored()).acceptance_criteria).toEqual(criteria);
});

test('a dependency shows on both tickets, and a cycle is rejected with a reason', async ({ signedIn: page, guard }) => {
  guard.allow(422);
  const stored = await open(page);
  const links = section(page, 'Dependencies');
  await links.getByRole('combobox', { name: 'Add a ticket that this one waits for' }).fill('attestation porte');
  await page.getByRole('option', { name: other }).click();
  await expect(links.getByRole('link', { name: other })).toBeVisible();
  await expect(links).toContainText('Waiting for 1 ticket');
  expect((await stored()).dependencies.map(({ title }) => title)).toEqual([other]);
  await links.getByRole('combobox', { name: 'Add a ticket that waits for this one' }).fill('attestation porte');
  await page.getByRole('option', { name: other }).click();
  await expect(links.getByRole('alert')).toContainText('would wait for each other');
  await links.getByRole('link', { name: other }).click();
  await expect(page.getByRole('dialog', { name: other })).toBeVisible();
  await expect(links.getByRole('link', { name: ticket })).toBeVisible();
  await links.getByRole('button', { name: `Remove ${ticket}` }).click();
  await expect(links.getByRole('link', { name: ticket })).toHaveCount(0);
  expect((await stored()).dependencies).toEqual([]);
});

test('a dependency found for an earlier text cannot be added', async ({ signedIn: page }) => {
  const stored = await open(page);
  const before = (await stored()).dependencies;
  const links = section(page, 'Dependencies');
  const field = links.getByRole('combobox', { name: 'Add a ticket that this one waits for' });
  await field.fill('attestation porte');
  await expect(page.getByRole('option', { name: other })).toBeVisible();
  const search = await holdNext(page, 'read', /\/dash\/search\?.*xylophone/);
  await field.fill('xylophone');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(links.getByText('Searching…')).toBeVisible();
  await search.reached;
  await expect(page.getByRole('option')).toHaveCount(0);
  search.release();
  await expect(links.getByText('No match')).toBeVisible();
  expect((await stored()).dependencies).toEqual(before);
});

test('comments can mention people, be edited and deleted, and show HTML as text', async ({ signedIn: page }) => {
  await open(page);
  const field = panel(page).getByRole('textbox', { name: 'Write a comment' });
  await field.click();
  await field.pressSequentially('Hello @kar');
  await expect(panel(page).getByRole('option', { name: 'Karim Haddad' })).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('Hello @Karim Haddad ');
  await field.pressSequentially('this is **urgent** <script>alert(1)</script>');
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
  const comment = panel(page).getByRole('article').last();
  await expect(comment.locator('strong').last()).toHaveText('urgent');
  await expect(comment).toContainText('<script>alert(1)</script>');
  await expect(comment.getByText('@Karim Haddad')).toBeVisible();
  await expect(field).toHaveValue('');
  await comment.getByRole('button', { name: /^Edit the comment/ }).click();
  const edit = panel(page).getByRole('textbox', { name: /^Edit the comment/ });
  await expect(edit).toHaveValue('Hello @Karim Haddad this is **urgent** <script>alert(1)</script>');
  await edit.fill('All is *well*');
  await edit.press('Control+Enter');
  await expect(comment.locator('em')).toHaveText('well');
  await expect(comment).toContainText('edited');
  await comment.getByRole('button', { name: /^Delete the comment/ }).click();
  await page.getByRole('dialog', { name: 'Delete this comment?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(panel(page).getByText('All is well')).toHaveCount(0);
});

test('time can be logged in everyday notation, and the history describes each change', async ({ signedIn: page }) => {
  await open(page);
  await panel(page).getByRole('tab', { name: /^Time/ }).click();
  await panel(page).getByRole('button', { name: 'Log time' }).click();
  await expect(panel(page).getByText('Enter a duration such as 1h30')).toBeVisible();
  await panel(page).getByLabel('Duration').fill('1h30');
  await expect(panel(page).getByText('That is 1 h 30.')).toBeVisible();
  await panel(page).getByLabel('Comment (optional)').fill('Pairing');
  await panel(page).getByRole('button', { name: 'Log time' }).click();
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'Pairing' })).toContainText('1 h 30');
  await panel(page).getByRole('button', { name: '13', exact: true }).click();
  await panel(page).getByRole('tab', { name: 'History' }).click();
  await expect(panel(page).getByText('Points: 5 → 13')).toBeVisible();
  await expect(panel(page).getByText('Created the ticket')).toBeVisible();
});

test('a day has 24 hours, has come, and is not long before the first sprint', async ({ signedIn: page, guard }) => {
  guard.allow(422);
  await open(page);
  await panel(page).getByRole('tab', { name: /^Time/ }).click();
  const today = await panel(page).getByLabel('Day').inputValue();
  const log = async (duration: string, day = saturdayUpTo(later(today, -60))) => {
    await panel(page).getByLabel('Duration').fill(duration);
    await panel(page).getByLabel('Day').fill(day);
    await panel(page).getByRole('button', { name: 'Log time' }).click();
  };
  await log('1666h');
  await expect(panel(page).getByText(/A day has only 24 hours: .* is too much/)).toBeVisible();
  await log('24h');
  await expect(panel(page).getByRole('listitem').filter({ hasText: '24 h' })).toBeVisible();
  await log('1m');
  await expect(panel(page).getByRole('alert')).toContainText('one person would have logged more than that');
  await log('1m', later(today, 1));
  await expect(panel(page).getByRole('alert')).toContainText('a day that has not come yet');
  await log('1m', '2001-01-01');
  await expect(panel(page).getByRole('alert')).toContainText('more than 90 days before the first sprint');
});

test('the options of a field are added when it is used, and the arrow keys begin at the current one', async ({
  signedIn: page,
}) => {
  const read = await open(page);
  const options = panel(page).locator('[data-combobox-option]');
  const status = panel(page).getByRole('combobox', { name: 'Status' });
  await expect(status).toBeVisible();
  await expect(options).toHaveCount(0);
  const before = (await read()).status;
  await status.focus();
  await status.press('ArrowDown');
  const current = panel(page).locator('[data-combobox-option][data-combobox-selected]');
  await expect(current).toHaveText(await status.inputValue());
  await status.press('ArrowDown');
  await expect(current).not.toHaveText(await status.inputValue());
  const next = (await current.textContent()) ?? '';
  await status.press('Enter');
  await expect(status).toHaveValue(next);
  await expect.poll(async () => (await read()).status).not.toBe(before);
});

test('a ticket can be deleted after confirmation, and restored', async ({ signedIn: page }) => {
  await open(page);
  await panel(page).getByRole('button', { name: 'Actions for this ticket' }).click();
  await page.getByRole('menuitem', { name: 'Delete the ticket' }).click();
  await page.getByRole('dialog', { name: 'Delete this ticket?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const card = page.locator('[data-card]').filter({ hasText: ticket });
  await expect(card).toHaveCount(0);
  await toast(page, 'deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
});

test('a viewer can read the whole ticket but not change it', async ({ signedIn: page, instance, another }) => {
  test.slow();
  const { uuid } = await projectNamed(page, demo);
  const viewer = await another();
  await joinAs(instance, page, viewer, uuid, 'viewer');
  await open(viewer);
  await expect(panel(viewer).getByText('You can read this project, but not change it.')).toBeVisible();
  await expect(panel(viewer).getByRole('textbox')).toHaveCount(0);
  await expect(panel(viewer).getByRole('combobox')).toHaveCount(0);
  await expect(panel(viewer).getByRole('button', { name: /Edit|Delete|Move|Add|Actions/ })).toHaveCount(0);
  await expect(panel(viewer).getByRole('article').first()).toBeVisible();
  await checkLooks(viewer);
});

test('the ticket panel passes axe in both languages and colour schemes', async ({ signedIn: page }) => {
  test.slow();
  await open(page);
  await expect(panel(page).getByRole('article').first()).toBeVisible();
  await checkLooks(page);
  await setScheme(page, 'dark');
  await panel(page).getByRole('combobox', { name: 'Tags' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await section(page, 'Description').getByRole('button', { name: 'Edit the description' }).click();
  await panel(page).getByRole('textbox', { name: 'Write a comment' }).pressSequentially('@');
  await expect(panel(page).getByRole('option').first()).toBeVisible();
  await checkA11y(page);
  await setScheme(page, 'light');
  await checkA11y(page);
  await panel(page).getByRole('tab', { name: /^Time/ }).click();
  await checkA11y(page);
  await panel(page).getByRole('tab', { name: 'History' }).click();
  await expect(panel(page).getByText('Created the ticket')).toBeVisible();
  await setScheme(page, 'dark');
  await checkA11y(page);
});

for (const [language, field, none] of [
  ['en', 'Type', 'No type'],
  ['fr', 'Type', 'Sans type'],
] as const) {
  test(`the type of a ticket can be cleared (${language})`, async ({ signedIn: page }) => {
    const project = (await dash<{ project: { uuid: string } }>(page, '/projects', { name: 'Apollo' })).project.uuid;
    const { uuid: type_uuid } = await dash<{ uuid: string }>(page, `/projects/${project}/types`, { name: 'Chore' });
    const title = 'Sweep the quay';
    const { uuid } = await dash<{ uuid: string }>(page, `/projects/${project}/tickets`, { title, type_uuid });
    await page.goto(`/tickets/${uuid}`);
    await expect(page.getByRole('dialog').first()).toBeVisible();
    await setLanguage(page, language);
    const type = page.getByRole('combobox', { name: field, exact: true });
    await type.click();
    await page.getByRole('option', { name: none }).click();
    await expect(type).toHaveValue(none);
    await expect
      .poll(async () => (await dash<{ type_uuid: string | null }>(page, `/tickets/${uuid}`)).type_uuid)
      .toBe(null);
  });
}
