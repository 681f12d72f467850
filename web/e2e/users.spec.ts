import type { Page } from '@playwright/test';
import { dash } from './support/api';
import { addUser, expect, signIn, test } from './support/fixtures';
import { checkA11y, checkLooks } from './support/looks';

/** Reads the one-time link from the dialog. */
async function linkIn(page: Page): Promise<string> {
  const link = await page.getByRole('dialog').locator('pre').innerText();
  return link.replace(/^https?:\/\/[^/]+/, '');
}

test('an administrator can add a person, whose invitation link works only once', async ({
  signedIn: page,
  another,
  guard,
}) => {
  guard.allow(404, 409, 422);
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await page.getByLabel('State').selectOption('admin');
  await expect(page.getByRole('row')).toHaveCount(2);
  await checkLooks(page);
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('lin@example.org');
  await dialog.getByLabel('First name').fill('Lin');
  await dialog.getByLabel('Last name').fill('Chen');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Add a person' }).click();
  await expect(dialog.getByText('Send this link to Lin')).toBeVisible();
  await checkA11y(page);
  const link = await linkIn(page);
  expect(link).toMatch(/^\/invitation#inv_/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByLabel('State').selectOption('');
  const row = page.getByRole('row', { name: /Lin Chen/ });
  await expect(row).toContainText('No password yet');

  const lin = await another();
  await lin.goto(link);
  await expect(lin.getByText('Hello Lin.')).toBeVisible();
  await expect(lin.getByLabel('Email')).toHaveValue('lin@example.org');
  await checkLooks(lin);
  await lin.getByLabel('New password').fill('short');
  await lin.getByRole('button', { name: 'Get started' }).click();
  await expect(lin.getByText('A password needs at least 10 characters.')).toBeVisible();
  await lin.getByLabel('New password').fill('lin chooses well');
  await lin.getByRole('button', { name: 'Get started' }).click();
  await expect(lin).toHaveURL(/\/projects$/);

  const second = await another();
  await second.goto(link);
  await expect(second.getByRole('alert')).toContainText('This link does not work');
  await checkA11y(second);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await dialog.getByLabel('Email').fill('LIN@example.org');
  await dialog.getByLabel('First name').fill('Lin');
  await dialog.getByLabel('Last name').fill('Again');
  await dialog.getByRole('button', { name: 'Add a person' }).click();
  await expect(dialog.getByText(/already/)).toBeVisible();
});

test('a password reset signs the person out everywhere and lets them choose a new password', async ({
  signedIn: page,
  another,
  instance,
  guard,
}) => {
  guard.allow(401);
  const max = { email: 'max@example.org', password: 'forgotten soon', firstname: 'Max', lastname: 'Born' };
  await addUser(instance, max);
  const maxPage = await another();
  await signIn(maxPage, instance.url, max);
  await maxPage.goto('/account');

  await page.goto('/admin/users');
  await page.getByLabel('Search by name or email').fill('max b');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByText('1 of ')).toBeVisible();
  await page.getByRole('button', { name: 'Reset password for Max Born' }).click();
  await checkLooks(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  const link = await linkIn(page);

  await maxPage.reload();
  await expect(maxPage).toHaveURL(/\/signin/);
  await maxPage.goto(link);
  await expect(maxPage.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await maxPage.getByLabel('New password').fill('remembered now');
  await maxPage.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(maxPage).toHaveURL(/\/projects$/);
  const old = await page.request.post('/dash/session', { data: { email: max.email, password: max.password } });
  expect(old.status()).toBe(401);
});

test('editing an account shows the consequences first, and deactivation locks the user out immediately', async ({
  signedIn: page,
  another,
  instance,
  guard,
}) => {
  guard.allow(403);
  const kim = { email: 'kim@example.org', password: 'kim was here once', firstname: 'Kim', lastname: 'Lee' };
  await addUser(instance, kim);
  const kimPage = await another();
  await signIn(kimPage, instance.url, kim);
  await page.goto('/admin/users');
  await page.getByLabel('Search by name or email').fill('kim');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit Kim Lee’s account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Plan').selectOption('free');
  await expect(dialog.getByText('They lose API access, which starts with the Pro plan.')).toBeVisible();
  await dialog.getByLabel('Subscription start').fill('2025-06-01');
  await expect(dialog.getByText(/They keep API access, because accounts that started before 1 Jan 2026/)).toBeVisible();
  await dialog.getByRole('switch', { name: /^Active/ }).click();
  await expect(dialog.getByText('Kim is locked out immediately')).toBeVisible();
  await checkLooks(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row', { name: /Kim Lee/ });
  await expect(row).toContainText('Inactive');
  await expect(row).toContainText('No, account inactive');
  expect((await kimPage.request.get('/dash/projects')).status()).toBe(403);

  await page.getByLabel('State').selectOption('grandfathered');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.goto('/admin/plans');
  await expect(page.getByText(/API access starts with the Pro plan/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Kim Lee/ })).toContainText('1 Jun 2025');
  await checkLooks(page);
});

test('the last administrator who can sign in cannot be demoted or deactivated', async ({
  signedIn: page,
  demo,
  guard,
}) => {
  guard.allow(409);
  await page.goto('/admin/users');
  await page
    .getByRole('row')
    .filter({ hasText: demo.email })
    .getByRole('button', { name: /^Edit .*’s account$/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('switch', { name: /^Administrator/ })).toBeDisabled();
  await expect(dialog.getByText(/This is the last administrator who can sign in/).first()).toBeVisible();
  const { user } = await dash<{ user: { id: number } }>(page, '/session');
  const refused = await page.request.put(`/dash/admin/users/${user.id}`, { data: { active: false } });
  expect(refused.status()).toBe(409);
});

test('a user who is not an administrator sees neither the admin pages nor their links', async ({
  page,
  instance,
  guard,
}) => {
  const sam = { email: 'sam@example.org', password: 'sam is a member' };
  await addUser(instance, sam);
  await signIn(page, instance.url, sam);
  for (const path of ['users', 'plans', 'quotas', 'changes', 'health']) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByText('Page not found')).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
  guard.allow(403);
  expect((await page.request.get('/dash/admin/users')).status()).toBe(403);
});
