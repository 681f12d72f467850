// The settings of a project that are about its people: who is in it, owns it, and may change what.
import { addUser, expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';
import { anyProject, frameOf, joined, open, password } from './support/settings';

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
