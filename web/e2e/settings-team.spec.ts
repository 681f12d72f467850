// Project settings about people: members, ownership and permissions.
import { anyProject, dash } from './support/api';
import { addUser, expect, signIn, test } from './support/fixtures';
import { checkLooks } from './support/looks';
import { frameOf, joinAs, open, password } from './support/settings';

test('a new person joins a project through an invitation link, and an existing user by accepting', async ({
  signedIn: page,
  another,
  instance,
  guard,
}) => {
  test.slow();
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
  await expect(guest.getByLabel('First name')).toHaveValue('Grace');
  await expect(guest.getByText('You are joining this project:')).toBeVisible();
  await checkLooks(guest);
  await guest.getByLabel('New password').fill(password);
  await guest.getByRole('button', { name: 'Get started' }).click();
  await expect(guest).toHaveURL(/\/projects$/);
  await page.reload();
  await expect(row('Grace Hopper')).toContainText('Active');

  await addUser(instance, { email: 'known@example.org', password, firstname: 'Known', lastname: 'Person' });
  await page.getByRole('button', { name: 'Add a member' }).click();
  await dialog.getByLabel('Email').fill('known@example.org');
  await dialog.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await expect(dialog.getByText('Can see everything, but change nothing.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add a member' }).click();
  await expect(page.getByText('Known Person has been invited and will join the team once they accept.')).toBeVisible();
  await expect(row('Known Person')).toContainText('Invited');

  const known = await another();
  await signIn(known, instance.url, { email: 'known@example.org', password });
  await known.goto('/projects');
  const waiting = known.getByRole('region', { name: 'Waiting for your answer' });
  await expect(waiting).toContainText('Your role: Viewer.');
  await expect(known.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await checkLooks(known);
  await waiting.getByRole('button', { name: 'Accept' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(known.getByRole('heading', { name: 'No projects yet' })).toHaveCount(0);
  await expect(row('Known Person')).toContainText('Active');

  await page.getByRole('button', { name: 'Actions for Known Person' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Member' }).click();
  await dialog.getByLabel('Department').fill('Quality');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row('Known Person')).toContainText('Quality');
  await page.getByRole('button', { name: 'Actions for Known Person' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the team' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(row('Known Person')).toHaveCount(0);
});

test('a daily rate applies from a date or to all past time, and can be hidden from viewers', async ({
  signedIn: page,
  another,
  instance,
}) => {
  const project = await open(page, 'members');
  const frame = await frameOf(page, project);
  const name = frame.members.find(({ role }) => role === 'member')?.name ?? '';
  const row = page.getByRole('row', { name: new RegExp(name) });
  const dialog = page.getByRole('dialog');
  const openRates = async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Daily rates' }).click();
  };
  await openRates();
  await dialog.getByLabel('New daily rate').fill('777');
  await expect(dialog.getByText(/a day’s work by .* costs €777/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Set the rate' }).click();
  await expect(row).toContainText('777');
  await expect(row).toContainText('+ 1 other');
  await openRates();
  await expect(dialog.getByRole('row', { name: /777/ })).toContainText('Current');
  await dialog.getByLabel('New daily rate').fill('888');
  await dialog.getByRole('radio', { name: 'To all past time too' }).check();
  await expect(dialog.getByText('Past costs change', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Set the rate' }).click();
  await expect(row).toContainText('888');
  await expect(row).not.toContainText('other');

  const viewer = await another();
  await joinAs(instance, page, viewer, project, 'viewer');
  await open(viewer, 'members', project);
  await expect(viewer.getByRole('columnheader', { name: 'Daily rate' })).toBeVisible();
  await page.getByRole('radio', { name: 'Owner and admins only' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await viewer.reload();
  await expect(viewer.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect(viewer.getByRole('columnheader', { name: 'Daily rate' })).toHaveCount(0);
  await expect(viewer.getByText('888')).toHaveCount(0);
});

test('an owner who is not an administrator invites by email alone, and invitations can be declined', async ({
  signedIn: page,
  another,
  instance,
}) => {
  const owner = await another();
  await addUser(instance, { email: 'owner@example.org', password, firstname: 'Olga', lastname: 'Own' });
  await signIn(owner, instance.url, { email: 'owner@example.org', password });
  const created = await dash<{ project: { uuid: string } }>(owner, '/projects', { name: 'Small' });
  await open(owner, 'members', created.project.uuid);
  const dialog = owner.getByRole('dialog');
  for (const email of ['unknown@example.org', 'max@example.org']) {
    if (email.startsWith('max')) await addUser(instance, { email, password, firstname: 'Max', lastname: 'Born' });
    await owner.getByRole('button', { name: 'Add a member' }).click();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Add a member' }).click();
    await expect(owner.getByRole('row', { name: new RegExp(email) })).toContainText('Invited');
  }
  await expect(owner.getByText('Max Born')).toHaveCount(0);

  const max = await another();
  await signIn(max, instance.url, { email: 'max@example.org', password });
  await max.goto('/projects');
  await max.getByRole('button', { name: 'Decline' }).click();
  await expect(max.getByText('You declined Small.')).toBeVisible();
  await expect(owner.getByRole('row', { name: /max@example.org/ })).toHaveCount(0);

  await page.goto('/admin/users');
  const list = page.getByRole('region', { name: 'Open invitations' });
  await expect(list).toContainText('Invited to Small by owner@example.org');
  await checkLooks(page);
  await list.getByRole('button', { name: /^Cancel the invitation for unknown@example.org/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the invitation' }).click();
  await expect(list.getByText('unknown@example.org')).toHaveCount(0);
  await expect(owner.getByRole('row', { name: /unknown@example.org/ })).toHaveCount(0);
});

test('ownership can be offered, withdrawn and accepted, and the former owner can leave', async ({
  signedIn: page,
  instance,
  another,
}) => {
  const project = await open(page, 'danger');
  const newOwner = await another();
  await joinAs(instance, page, newOwner, project, 'member');
  await page.reload();
  await expect(page.getByText('every project needs an owner', { exact: false })).toBeVisible();
  const dialog = page.getByRole('dialog');
  const offer = async () => {
    await page.getByRole('combobox', { name: 'New owner' }).click();
    await page.getByRole('option', { name: 'New member' }).click();
    await page.getByRole('button', { name: 'Offer' }).click();
    await expect(dialog).toContainText('You then become an admin');
    await dialog.getByRole('button', { name: 'Offer' }).click();
    await expect(page.getByText(/offered to New member, who can accept until/)).toBeVisible();
  };
  await offer();
  await expect(page.getByRole('button', { name: 'Delete the project' })).toBeVisible();
  await open(page, 'members', project);
  await page.getByRole('button', { name: 'Withdraw the offer' }).click();
  await expect(page.getByText('The offer to New member was withdrawn.')).toBeVisible();
  await open(page, 'danger', project);
  await offer();

  await newOwner.goto('/projects');
  const waiting = newOwner.getByRole('region', { name: 'Waiting for your answer' });
  await expect(waiting).toContainText('You have been offered ownership of');
  await waiting.getByRole('button', { name: 'Accept' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete the project' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave the project' }).click();
  await dialog.getByRole('button', { name: 'Leave the project' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  expect((await page.request.get(`/dash/projects/${project}`)).status()).toBe(403);
});

test('deleting a project requires typing its name', async ({ signedIn: page }) => {
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
  await expect(page.getByText(`${name} was deleted.`)).toBeVisible();
  expect((await page.request.get(`/dash/projects/${project}`)).status()).toBe(404);
});

test('a member sees the project settings and why they cannot change them', async ({
  signedIn: page,
  instance,
  another,
}) => {
  const project = await anyProject(page);
  const member = await another();
  await joinAs(instance, page, member, project, 'member');
  for (const tab of ['general', 'members', 'tags', 'statuses', 'types', 'budget', 'danger']) {
    await open(member, tab, project);
    await expect(
      member.getByText('Your role here (Member) does not allow you to change this.', { exact: false }).first(),
    ).toBeVisible();
    await expect(
      member.getByRole('button', { name: /^(Add|Save|New status|Add a member|Move |Edit |Remove |Delete)/ }),
    ).toHaveCount(0);
  }
  await checkLooks(member);
});
