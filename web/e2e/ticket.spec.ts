// The ticket panel beside the board: everything can be read and changed there.
import type { Page } from '@playwright/test';
import { acceptAll, addUser, expect, signIn, test } from './support/fixtures';
import { checkA11y, checkLooks, setScheme } from './support/looks';
import { cardsIn, projectNamed } from './support/project';

const demo = 'Application voyageurs';
const ticket = 'Signature du billet vérifiable sans réseau par le contrôleur';
const other = "L'attestation porte la date d'achat au lieu de la date de début";

const panel = (page: Page) => page.getByRole('dialog').first();
const part = (page: Page, name: string) => panel(page).getByRole('region', { name });
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

interface Whole {
  [field: string]: unknown;
  acceptance_criteria: string[];
  subtasks: { title: string; status: string; assignee_id: number | null }[];
  dependencies: { title: string }[];
  dependents: { title: string }[];
}

async function find(page: Page, title: string) {
  const project = await projectNamed(page, demo);
  const found = (await cardsIn(page, project.uuid, `q=${encodeURIComponent(title)}`))[0];
  if (found === undefined) throw new Error(`there is no ticket ${title}`);
  return { project, uuid: found.uuid };
}

async function open(page: Page, title = ticket): Promise<() => Promise<Whole>> {
  const { project, uuid } = await find(page, title);
  await page.goto(`/projects/${project.uuid}/board?ticket=${uuid}`);
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  return async () => (await (await page.request.get(`/dash/tickets/${uuid}`)).json()) as Whole;
}

test('its address leads to it over the board, and closing it leads to its card', async ({ signedIn: page }) => {
  const { uuid } = await find(page, ticket);
  await page.goto(`/tickets/${uuid}`);
  await expect(page).toHaveURL(new RegExp(`/board\\?.*ticket=${uuid}`));
  await expect(page.getByRole('dialog', { name: ticket })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/ticket=/);
  await expect(page.locator(`[data-card="${uuid}"]`)).toBeFocused();
});

test('an address of no ticket says so', async ({ signedIn: page, guard }) => {
  guard.allow(404);
  await page.goto('/tickets/01890000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'This ticket no longer exists' })).toBeVisible();
});

test('title and fields are changed in place, and the card behind follows', async ({ signedIn: page }) => {
  const now = await open(page);
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
  await expect.poll(now).toMatchObject({
    title: 'A better title',
    story_points: 8,
    priority: 'critique',
    status: 'done',
    tags: { length: 2 },
  });
  await panel(page).getByRole('textbox', { name: 'Other number of points' }).fill('2.5');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await now()).story_points).toBe(2.5);
});

test('the description is Markdown, shown safely, and a draft survives closing', async ({ signedIn: page }) => {
  const now = await open(page);
  await part(page, 'Description').getByRole('button', { name: 'Edit the description' }).click();
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
  await expect(field).toHaveValue(/^\*\*Plan\*\*/);
  await panel(page).getByText('Preview', { exact: true }).click();
  await expect(panel(page).getByRole('link', { name: 'site' })).toHaveAttribute('href', 'https://example.org');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(part(page, 'Description').locator('strong')).toHaveText('Plan');
  await expect(part(page, 'Description').getByRole('checkbox', { name: 'Done' })).toBeChecked();
  await expect(part(page, 'Description')).toContainText('<img src=x onerror=alert(1)>');
  await expect(part(page, 'Description').getByRole('link')).toHaveCount(1);
  await expect.poll(async () => (await now()).description).toMatch(/^\*\*Plan/);
});

test('criteria and subtasks are added, renamed, ticked, put in order and removed', async ({ signedIn: page }) => {
  const now = await open(page);
  const add = panel(page).getByRole('textbox', { name: 'Add a criterion' });
  for (const line of ['Works offline', 'Is signed']) {
    await add.fill(line);
    await add.press('Enter');
  }
  await part(page, 'Acceptance criteria')
    .getByRole('button', { name: /^Move Is signed/ })
    .press('ArrowUp');
  await part(page, 'Acceptance criteria').getByRole('button', { name: 'Works offline', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Criterion', exact: true }).fill('Works without a network');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await now()).acceptance_criteria).toEqual(['Is signed', 'Works without a network']);
  await part(page, 'Acceptance criteria').getByRole('button', { name: 'Delete criterion Is signed' }).click();
  await expect.poll(async () => (await now()).acceptance_criteria).toEqual(['Works without a network']);

  const subtasks = part(page, 'Subtasks');
  const step = panel(page).getByRole('textbox', { name: 'Add a subtask' });
  await step.fill('Ask the depot');
  await step.press('Enter');
  await expect.poll(async () => (await now()).subtasks.at(-1)?.title).toBe('Ask the depot');
  const before = (await now()).subtasks; // the number and progress depend on the date
  const done = before.filter((one) => one.status === 'done').length;
  await step.fill('Ask the inspector');
  await step.press('Enter');
  await expect(subtasks).toContainText(`${done} of ${before.length + 1} done`);
  await subtasks.getByRole('checkbox', { name: 'Done: Ask the inspector' }).click();
  await expect(subtasks).toContainText(`${done + 1} of ${before.length + 1} done`);
  const last = async () => (await now()).subtasks.at(-1);
  await expect.poll(last).toMatchObject({ title: 'Ask the inspector', status: 'done' });
  await subtasks.getByRole('button', { name: 'Ask the inspector', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Subtask', exact: true }).fill('Ask two inspectors');
  await page.keyboard.press('Enter');
  await subtasks.getByRole('button', { name: 'Assign subtask Ask two inspectors' }).click();
  await page.getByRole('option', { name: 'Karim Haddad' }).click();
  await expect.poll(async () => (await last())?.assignee_id).not.toBeNull();
  await subtasks.getByRole('button', { name: /^Move Ask two inspectors/ }).press('ArrowUp');
  await expect.poll(async () => (await now()).subtasks.at(-2)?.title).toBe('Ask two inspectors');
  await subtasks.getByRole('button', { name: 'Delete subtask Ask two inspectors' }).click();
  await expect.poll(async () => (await now()).subtasks.length).toBe(before.length);
});

test('dependencies go both ways, and a circle is refused with a reason', async ({ signedIn: page, guard }) => {
  guard.allow(422);
  const now = await open(page);
  const links = part(page, 'Dependencies');
  await links.getByRole('combobox', { name: 'Add a ticket that this one waits for' }).fill('attestation porte');
  await page.getByRole('option', { name: other }).click();
  await expect(links.getByRole('link', { name: other })).toBeVisible();
  await expect(links).toContainText('Waiting for 1 ticket');
  expect((await now()).dependencies.map((one) => one.title)).toEqual([other]);
  await links.getByRole('combobox', { name: 'Add a ticket that waits for this one' }).fill('attestation porte');
  await page.getByRole('option', { name: other }).click();
  await expect(links.getByRole('alert')).toContainText('would wait for each other');
  await links.getByRole('link', { name: other }).click();
  await expect(page.getByRole('dialog', { name: other })).toBeVisible();
  await expect(links.getByRole('link', { name: ticket })).toBeVisible();
  await links.getByRole('button', { name: `Remove ${ticket}` }).click();
  await expect(links.getByRole('link', { name: ticket })).toHaveCount(0);
  expect((await now()).dependencies).toEqual([]);
});

test('comments mention people, are edited and deleted; foreign HTML does no harm', async ({ signedIn: page }) => {
  await open(page);
  const field = panel(page).getByRole('textbox', { name: 'Write a comment' });
  await field.click();
  await field.pressSequentially('Hello @kar');
  await expect(panel(page).getByRole('option', { name: 'Karim Haddad' })).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('Hello @Karim Haddad ');
  await field.pressSequentially('this is **urgent** <script>alert(1)</script>');
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
  const said = panel(page).getByRole('article').last();
  await expect(said.locator('strong').last()).toHaveText('urgent');
  await expect(said).toContainText('<script>alert(1)</script>');
  await expect(said.getByText('@Karim Haddad')).toBeVisible();
  await expect(field).toHaveValue('');
  await said.getByRole('button', { name: /^Edit the comment/ }).click();
  const edit = panel(page).getByRole('textbox', { name: /^Edit the comment/ });
  await expect(edit).toHaveValue('Hello @Karim Haddad this is **urgent** <script>alert(1)</script>');
  await edit.fill('All is *well*');
  await edit.press('Control+Enter');
  await expect(said.locator('em')).toHaveText('well');
  await expect(said).toContainText('edited');
  await said.getByRole('button', { name: /^Delete the comment/ }).click();
  await page.getByRole('dialog', { name: 'Delete this comment?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(panel(page).getByText('All is well')).toHaveCount(0);
});

test('time is logged as one says it, and the history tells all of it in words', async ({ signedIn: page }) => {
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

test('it is deleted after a question, and brought back', async ({ signedIn: page }) => {
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

test('a viewer reads everything and can change nothing', async ({ signedIn: page, instance, another }) => {
  test.slow();
  const who = { email: 'viewer@example.org', password: 'a long enough password' };
  await addUser(instance, who);
  const { project } = await find(page, ticket);
  const added = await page.request.post(`/dash/projects/${project.uuid}/members`, {
    data: { email: who.email, role: 'viewer' },
  });
  expect(added.ok(), await added.text()).toBe(true);
  const viewer = await another();
  await signIn(viewer, instance.url, who);
  await acceptAll(viewer);
  await open(viewer);
  await expect(panel(viewer).getByText('You can read this project, but not change it.')).toBeVisible();
  await expect(panel(viewer).getByRole('textbox')).toHaveCount(0);
  await expect(panel(viewer).getByRole('combobox')).toHaveCount(0);
  await expect(panel(viewer).getByRole('button', { name: /Edit|Delete|Move|Add|Actions/ })).toHaveCount(0);
  await expect(panel(viewer).getByRole('article').first()).toBeVisible();
  await checkLooks(viewer);
});

test('the ticket has no fault that axe knows, in any look', async ({ signedIn: page }) => {
  test.slow();
  await open(page);
  await expect(panel(page).getByRole('article').first()).toBeVisible();
  await checkLooks(page);
  await setScheme(page, 'dark');
  await panel(page).getByRole('combobox', { name: 'Tags' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await part(page, 'Description').getByRole('button', { name: 'Edit the description' }).click();
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
