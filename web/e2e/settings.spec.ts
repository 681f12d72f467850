// Project settings other than members: general, statuses, tags, ticket types and budget.
import type { Locator } from '@playwright/test';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';
import { later } from './support/project';
import { frameOf, open } from './support/settings';

const rows = (list: Locator) => list.getByRole('listitem');
/** The items of a sortable list, in order. */
const names = (list: Locator): Promise<string[]> =>
  list
    .getByRole('button', { name: /^Move / })
    .evaluateAll((handles) =>
      handles.map((handle) => /^Move (.*): drag/.exec(handle.getAttribute('aria-label') ?? '')?.[1] ?? ''),
    );

test('general settings are saved together, and leaving with unsaved changes asks for confirmation', async ({
  signedIn: page,
}) => {
  const project = await open(page, 'general');
  await page.getByLabel('Name', { exact: true }).fill('Renamed project');
  const line = page.getByLabel(/^Add a line/);
  await line.fill('Seen by the customer');
  await line.press('Enter');
  const list = page.getByRole('list', { name: 'Default definition of done' });
  await expect(rows(list).last()).toContainText('Seen by the customer');
  await list.getByRole('button', { name: /^Move Seen by/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(list.getByRole('button', { name: /^Move Seen by/ })).toBeFocused();

  await page.getByRole('link', { name: 'Tags' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Renamed project');
  const order = await names(list);
  expect(order.indexOf('Seen by the customer')).toBe(order.length - 2);
  expect((await frameOf(page, project)).project.name).toBe('Renamed project');
});

test('statuses can be added, reordered by keyboard and mouse, and removed with their tickets moved', async ({
  signedIn: page,
}) => {
  const project = await open(page, 'statuses');
  const list = page.getByRole('list', { name: 'Statuses' });
  await page.getByRole('button', { name: 'New status' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('Waiting');
  await dialog.getByLabel('Text colour').fill('#cccccc');
  await dialog.getByLabel('Background').fill('#ffffff');
  await expect(dialog.getByText('Contrast 1.6, too low')).toBeVisible();
  await dialog.getByLabel('Text colour').fill('#1d4ed8');
  await expect(dialog.getByText('Contrast 6.7, good')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows(list).last()).toContainText('Waiting');

  await list.getByRole('button', { name: /^Move Waiting/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(list.getByRole('button', { name: /^Move Waiting/ })).toBeFocused();
  await expect.poll(async () => (await names(list)).reverse().indexOf('Waiting')).toBe(2);
  // Wait until both moves are saved, because redrawing the list under the pointer would end the drag.
  const saved = async () => (await frameOf(page, project)).statuses.map(({ label }) => label).reverse();
  await expect.poll(async () => (await saved()).indexOf('Waiting')).toBe(2);
  await list
    .getByRole('button', { name: /^Move Waiting/ })
    .dragTo(rows(list).first(), { targetPosition: { x: 40, y: 4 } });
  await expect.poll(async () => (await names(list))[0]).toBe('Waiting');
  await expect.poll(async () => (await frameOf(page, project)).statuses[0]?.label).toBe('Waiting');

  const done = (await frameOf(page, project)).statuses.find(({ is_done }) => is_done);
  await dash(page, `/projects/${project}/tickets`, { title: 'Stuck', status: 'waiting', story_points: 8 });
  await page.reload();
  await list.getByRole('button', { name: 'Remove Waiting' }).click();
  await dialog.getByRole('combobox', { name: 'Its 1 ticket goes to' }).click();
  await page.getByRole('option', { name: 'Done', exact: true }).click();
  await expect(dialog.getByText(/It affects 1 ticket \(8 points\)/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The status Waiting was removed.')).toBeVisible();
  await expect(list.getByText('Waiting')).toHaveCount(0);
  const { cards } = await dash<{ cards: { title: string; status: string }[] }>(
    page,
    `/projects/${project}/cards?q=Stuck`,
  );
  expect(cards.map(({ status }) => status)).toEqual([done?.key]);
});

test('marking a status as done first shows the effect on earned value', async ({ signedIn: page, guard }) => {
  await open(page, 'statuses');
  await page.getByRole('button', { name: 'Edit In progress' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Counts as done' }).click();
  await expect(dialog.getByText(/Progress goes from .* to .*\. Earned value goes from .* to .*\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  guard.allow(409);
  await page.getByRole('button', { name: 'Edit Backlog' }).click();
  await dialog.getByRole('switch', { name: 'Counts as done' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('New tickets cannot start as done');
});

test('tags can be added, renamed, merged and deleted, and show how many tickets use them', async ({
  signedIn: page,
  guard,
}) => {
  const project = await open(page, 'tags');
  const { tags } = await dash<{ tags: { name: string; tickets: number }[] }>(page, `/projects/${project}/tags`);
  const used = tags.find(({ tickets }) => tickets > 0);
  const add = page.getByLabel('New tag');
  await add.fill('Twin');
  await add.press('Enter');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
  await expect(row('Twin')).toBeVisible();
  const choose = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await choose('Twin', 'Rename');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tag').fill('Doppelganger');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row('Doppelganger')).toBeVisible();

  await choose(used?.name ?? '', 'Rename');
  await dialog.getByLabel('Tag').fill('doppelganger');
  await dialog.getByRole('button', { name: 'Merge into Doppelganger' }).click();
  await expect(dialog).toContainText(`${used?.tickets} ticket`);
  await dialog.getByRole('button', { name: 'Merge into another' }).click();
  await expect(page.getByText(`${used?.name} was merged into Doppelganger.`)).toBeVisible();
  await expect(row('Doppelganger').getByRole('cell').nth(1)).toHaveText(String(used?.tickets));

  await choose('Doppelganger', 'Delete');
  await expect(dialog).toContainText(`${used?.tickets} ticket`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row('Doppelganger')).toHaveCount(0);

  guard.allow(409);
  const other = tags.find(({ name }) => name !== used?.name)?.name ?? '';
  await add.fill(other.toUpperCase());
  await add.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'already' })).toBeVisible();
});

test('ticket types can be added, made the default and removed while in use', async ({ signedIn: page }) => {
  const project = await open(page, 'types');
  const list = page.getByRole('list', { name: 'Ticket types' });
  const add = page.getByLabel('New type');
  await add.fill('Experiment');
  await add.press('Enter');
  await expect(rows(list).last()).toContainText('Experiment');
  await page.getByRole('button', { name: 'Actions for Experiment' }).click();
  await page.getByRole('menuitem', { name: 'Make it the default' }).click();
  await expect(rows(list).filter({ hasText: 'Default' })).toHaveText(/Experiment/);
  await dash(page, `/projects/${project}/tickets`, { title: 'Try it' });
  await page.reload();
  await page.getByRole('button', { name: 'Actions for Experiment' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('It is the default');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(list.getByText('Experiment')).toHaveCount(0);
  await expect(rows(list).filter({ hasText: 'Default' })).toHaveCount(1);
});

test('the effect of a new budget is previewed before it is saved', async ({ signedIn: page }) => {
  const project = await open(page, 'budget');
  const row = page.getByRole('row', { name: /^Budget \(BAC\)/ });
  await expect(row.getByRole('cell')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Budget' }).fill('123456');
  await expect(row.getByRole('cell').last()).toHaveText('€123,456');
  expect((await frameOf(page, project)).project.budget).not.toBe(123456);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  expect((await frameOf(page, project)).project.budget).toBe(123456);
  await page.getByRole('textbox', { name: 'Budget' }).fill('');
  await expect(row.getByRole('cell').last()).toHaveText('–');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('textbox', { name: 'Budget' })).toHaveValue('123,456');
});

test('a budget from an earlier day is kept in the history with its reason, and the past keeps its budget', async ({
  signedIn: page,
}) => {
  const project = await open(page, 'budget');
  const { today } = await dash<{ today: string }>(page, `/projects/${project}/budgets`);
  const day = later(today, -10);
  const before = await dash<{ finance: { bac: number } }>(page, `/projects/${project}/finance?as_of=${later(day, -1)}`);
  const preview = page.getByRole('row', { name: /^Budget \(BAC\)/ });
  await page.getByRole('textbox', { name: 'Budget' }).fill('654321');
  await page.getByLabel('Applies from').fill(later(today, 1));
  await expect(page.getByText('A budget cannot begin after today')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Applies from').fill(day);
  await page.getByLabel('Reason').fill('A second stage');
  await expect(page.getByText(/^Figures from .* on will use this budget/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  await expect(preview.getByRole('cell')).toHaveText(['€654,321']);

  const history = page.getByRole('region', { name: 'History' }).first();
  await expect(history.getByRole('row').nth(1)).toContainText('654,321');
  await expect(history.getByRole('row').nth(1)).toContainText('A second stage');
  await expect(history.getByRole('row').last()).toContainText('The start');
  await checkLooks(page);

  const after = await dash<{ finance: { bac: number } }>(page, `/projects/${project}/finance?as_of=${later(day, -1)}`);
  expect(after.finance.bac).toBe(before.finance.bac);
  await page.goto(`/projects/${project}/finance`);
  const curve = page.getByRole('region', { name: 'S-curve' }).first();
  await expect(curve.getByText(/marks? .*changes? of the budget/)).toContainText('(A second stage)');
  await curve.getByRole('button', { name: 'Show as a table' }).click();
  await expect(curve.getByRole('columnheader', { name: 'Change of budget' })).toBeVisible();

  await page.goto(`/projects/${project}/settings/budget`);
  await page
    .getByRole('button', { name: /^Correct the budget from/ })
    .first()
    .click();
  await expect(page.getByLabel('Reason')).toHaveValue('A second stage');
  await page.getByLabel('Reason').fill('The second stage');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(history.getByRole('row').nth(1)).toContainText('The second stage');
});

for (const tab of ['general', 'members', 'tags', 'statuses', 'types', 'budget', 'danger']) {
  test(`the ${tab} settings pass axe in both languages and colour schemes`, async ({ signedIn: page }) => {
    await open(page, tab);
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await checkLooks(page);
  });
}

test('the settings dialogs pass axe in both languages and colour schemes', async ({ signedIn: page }) => {
  const project = await open(page, 'statuses');
  await page.getByRole('button', { name: 'Edit In progress' }).click();
  await page.getByRole('dialog').getByRole('switch').click();
  await expect(page.getByText('What this does to earned value')).toBeVisible();
  await checkLooks(page);
  await open(page, 'members', project);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .click();
  await page.getByRole('menuitem', { name: 'Daily rates' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLooks(page);
  await open(page, 'members', project);
  await page.getByRole('button', { name: 'Add a member' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkLooks(page);
});
