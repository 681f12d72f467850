// The settings of a project, as each role meets them.
import type { Locator, Page } from '@playwright/test';
import { addUser, expect, signIn, test } from './support/fixtures';
import type { Instance } from './support/instance';
import { checkLooks } from './support/looks';

const password = 'a long password here';

interface Frame {
  project: { uuid: string; name: string; budget: number | null };
  statuses: { key: string; label: string; is_done: boolean }[];
  members: { uuid: string; user_id: number; name: string; role: string }[];
}

/** dash calls the dashboard's own API with the page's session. */
async function dash<T>(page: Page, path: string, data?: unknown): Promise<T> {
  const answer = await (data === undefined
    ? page.request.get(`/dash${path}`)
    : page.request.post(`/dash${path}`, { data }));
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** anyProject is the uuid of a project of the demo. */
async function anyProject(page: Page): Promise<string> {
  const { projects } = await dash<{ projects: { uuid: string }[] }>(page, '/projects');
  return projects[0]?.uuid ?? '';
}

const frameOf = (page: Page, project: string) => dash<Frame>(page, `/projects/${project}`);

async function open(page: Page, tab: string, given?: string): Promise<string> {
  const project = given ?? (await anyProject(page));
  await page.goto(`/projects/${project}/settings/${tab}`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  return project;
}

/** joined makes a user with a role in a project, and signs a page in as them. */
async function joined(instance: Instance, owner: Page, page: Page, project: string, role: string): Promise<void> {
  const who = { email: `${role}@example.org`, password, firstname: 'New', lastname: role };
  await addUser(instance, who);
  await dash(owner, `/projects/${project}/members`, { email: who.email, role });
  await signIn(page, instance.url, who);
}

const rows = (list: Locator) => list.getByRole('listitem');
/** names are what a list that can be ordered holds, in its order. */
const names = (list: Locator): Promise<string[]> =>
  list
    .getByRole('button', { name: /^Move / })
    .evaluateAll((handles) =>
      handles.map((handle) => /^Move (.*): drag/.exec(handle.getAttribute('aria-label') ?? '')?.[1] ?? ''),
    );

test('name, description and Definition of Done are saved together, and not lost by a slip', async ({
  signedIn: page,
}) => {
  const project = await open(page, 'general');
  await page.getByLabel('Name', { exact: true }).fill('Renamed project');
  const line = page.getByLabel(/^Add a line/);
  await line.fill('Seen by the customer');
  await line.press('Enter');
  const list = page.getByRole('list', { name: 'Default Definition of Done' });
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

test('statuses are added, moved by keyboard and by dragging, and removed with their tickets sent elsewhere', async ({
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
  const moved = await names(list);
  expect(moved.indexOf('Waiting')).toBe(moved.length - 3);
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
  await expect(dialog.getByText(/It concerns 1 ticket \(8 points\)/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The status Waiting is removed.')).toBeVisible();
  await expect(list.getByText('Waiting')).toHaveCount(0);
  const { cards } = await dash<{ cards: { title: string; status: string }[] }>(
    page,
    `/projects/${project}/cards?q=Stuck`,
  );
  expect(cards.map(({ status }) => status)).toEqual([done?.key]);
});

test('a status that turns done says what that does to earned value first', async ({ signedIn: page, guard }) => {
  await open(page, 'statuses');
  await page.getByRole('button', { name: 'Edit In progress' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Means done' }).click();
  await expect(dialog.getByText(/Progress goes from .* to .*\. Earned value goes from .* to .*\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  guard.allow(409);
  await page.getByRole('button', { name: 'Edit Backlog' }).click();
  await dialog.getByRole('switch', { name: 'Means done' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('New tickets begin in');
});

test('tags are added, renamed, merged and deleted, with their use counted', async ({ signedIn: page, guard }) => {
  const project = await open(page, 'tags');
  const { tags } = await dash<{ tags: { name: string; tickets: number }[] }>(page, `/projects/${project}/tags`);
  const used = tags.find(({ tickets }) => tickets > 0);
  const add = page.getByLabel('New tag');
  await add.fill('Twin');
  await add.press('Enter');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
  await expect(row('Twin')).toBeVisible();
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await act('Twin', 'Rename');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tag').fill('Doppelganger');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row('Doppelganger')).toBeVisible();

  await act(used?.name ?? '', 'Rename');
  await dialog.getByLabel('Tag').fill('doppelganger');
  await dialog.getByRole('button', { name: 'Merge into Doppelganger' }).click();
  await expect(dialog).toContainText(`${used?.tickets} ticket`);
  await dialog.getByRole('button', { name: 'Merge into another' }).click();
  await expect(page.getByText(`${used?.name} is merged into Doppelganger.`)).toBeVisible();
  await expect(row('Doppelganger').getByRole('cell').nth(1)).toHaveText(String(used?.tickets));

  await act('Doppelganger', 'Delete');
  await expect(dialog).toContainText(`${used?.tickets} ticket`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row('Doppelganger')).toHaveCount(0);

  guard.allow(409);
  const other = tags.find(({ name }) => name !== used?.name)?.name ?? '';
  await add.fill(other.toUpperCase());
  await add.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'already' })).toBeVisible();
});

test('ticket types are added, made the default and removed with their tickets turned', async ({ signedIn: page }) => {
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

test('somebody unknown is invited by a link that lets them in, and a known person joins at once', async ({
  signedIn: page,
  another,
  instance,
  guard,
}) => {
  guard.allow(422);
  await open(page, 'members');
  await page.getByRole('button', { name: 'Add a member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('grace@example.org');
  await dialog.getByRole('button', { name: 'Add a member' }).click();
  await expect(dialog.getByText('Nobody here has this email yet.', { exact: false })).toBeVisible();
  await dialog.getByLabel('First name').fill('Grace');
  await dialog.getByLabel('Last name').fill('Hopper');
  await dialog.getByRole('button', { name: 'Add a member' }).click();
  const link = (await dialog.locator('pre').textContent()) ?? '';
  expect(link).toContain(`${instance.url}/invitation#`);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Grace Hopper')).toContainText('Invited');

  const guest = await another();
  await guest.goto(link);
  await expect(guest.getByLabel('Email')).toHaveValue('grace@example.org');
  await guest.getByLabel('New password').fill(password);
  await guest.getByRole('button', { name: 'Begin' }).click();
  await expect(guest).toHaveURL(/\/projects$/);
  await page.reload();
  await expect(row('Grace Hopper')).toContainText('Active');

  await addUser(instance, { email: 'known@example.org', password, firstname: 'Known', lastname: 'Person' });
  await page.getByRole('button', { name: 'Add a member' }).click();
  await dialog.getByLabel('Email').fill('known@example.org');
  await dialog.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await expect(dialog.getByText('Sees everything, changes nothing.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add a member' }).click();
  await expect(page.getByText('Known Person is in the team now.')).toBeVisible();
  await expect(row('Known Person')).toContainText('Viewer');

  await page.getByRole('button', { name: 'Actions for Known Person' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Member' }).click();
  await dialog.getByLabel('Service').fill('Quality');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row('Known Person')).toContainText('Quality');
  await page.getByRole('button', { name: 'Actions for Known Person' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the team' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(row('Known Person')).toHaveCount(0);
});

test('a daily rate holds from a day on or rewrites the past, and only those who may see it do', async ({
  signedIn: page,
  another,
  instance,
}) => {
  const project = await open(page, 'members');
  const frame = await frameOf(page, project);
  const name = frame.members.find(({ role }) => role === 'member')?.name ?? '';
  const row = page.getByRole('row', { name: new RegExp(name) });
  const dialog = page.getByRole('dialog');
  const rates = async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Daily rates' }).click();
  };
  await rates();
  await dialog.getByLabel('New daily rate').fill('777');
  await expect(dialog.getByText(/a day of .* costs 777/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Set the rate' }).click();
  await expect(row).toContainText('777');
  await expect(row).toContainText('+ 1 other');
  await rates();
  await expect(dialog.getByRole('row', { name: /777/ })).toContainText('In force');
  await dialog.getByLabel('New daily rate').fill('888');
  await dialog.getByRole('radio', { name: 'For all the past too' }).check();
  await expect(dialog.getByText('Costs of the past change', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Set the rate' }).click();
  await expect(row).toContainText('888');
  await expect(row).not.toContainText('other');

  const viewer = await another();
  await joined(instance, page, viewer, project, 'viewer');
  await open(viewer, 'members', project);
  await expect(viewer.getByRole('columnheader', { name: 'Daily rate' })).toBeVisible();
  await page.getByRole('radio', { name: 'Owner and admins only' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await viewer.reload();
  await expect(viewer.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect(viewer.getByRole('columnheader', { name: 'Daily rate' })).toHaveCount(0);
  await expect(viewer.getByText('888')).toHaveCount(0);
});

test('a budget is previewed before it is saved', async ({ signedIn: page }) => {
  const project = await open(page, 'budget');
  const row = page.getByRole('row', { name: /^Budget \(BAC\)/ });
  await expect(row.getByRole('cell')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Budget' }).fill('123456');
  await expect(row.getByRole('cell').last()).toHaveText('123,456');
  expect((await frameOf(page, project)).project.budget).not.toBe(123456);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  expect((await frameOf(page, project)).project.budget).toBe(123456);
  await page.getByRole('textbox', { name: 'Budget' }).fill('');
  await expect(row.getByRole('cell').last()).toHaveText('–');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('textbox', { name: 'Budget' })).toHaveValue('123,456');
});

test('ownership is handed over, and who gave it may leave', async ({ signedIn: page, instance, another }) => {
  const project = await open(page, 'danger');
  const heir = await another();
  await joined(instance, page, heir, project, 'member');
  await page.reload();
  await expect(page.getByText('every project needs an owner', { exact: false })).toBeVisible();
  await page.getByRole('combobox', { name: 'New owner' }).click();
  await page.getByRole('option', { name: 'New member' }).click();
  await page.getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You become an admin');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(page.getByText('New member owns the project now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete the project' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave the project' }).click();
  await dialog.getByRole('button', { name: 'Leave the project' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  expect((await page.request.get(`/dash/projects/${project}`)).status()).toBe(403);
});

test('a project is deleted only with its name typed', async ({ signedIn: page }) => {
  const project = await open(page, 'danger');
  const { name } = (await frameOf(page, project)).project;
  await page.getByRole('button', { name: 'Delete the project' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Delete the project' });
  await expect(dialog).toContainText(/This deletes \d+ tickets/);
  await expect(button).toBeDisabled();
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await button.click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByText(`${name} is deleted.`)).toBeVisible();
  expect((await page.request.get(`/dash/projects/${project}`)).status()).toBe(404);
});

test('a member sees the settings and why they cannot change them', async ({ signedIn: page, instance, another }) => {
  const project = await anyProject(page);
  const member = await another();
  await joined(instance, page, member, project, 'member');
  for (const tab of ['general', 'members', 'tags', 'statuses', 'types', 'budget', 'danger']) {
    await open(member, tab, project);
    await expect(
      member.getByText('Your role here (Member) does not allow changing this.', { exact: false }).first(),
    ).toBeVisible();
    await expect(
      member.getByRole('button', { name: /^(Add|Save|New status|Add a member|Move |Edit |Remove |Delete)/ }),
    ).toHaveCount(0);
  }
  await checkLooks(member);
});

test('every tab and its dialogs are right in every look', async ({ signedIn: page }) => {
  test.setTimeout(240_000);
  const project = await open(page, 'general');
  await checkLooks(page);
  for (const tab of ['members', 'tags', 'statuses', 'types', 'budget', 'danger']) {
    await open(page, tab, project);
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await checkLooks(page);
  }
  await open(page, 'statuses', project);
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
