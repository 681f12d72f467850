import { dash } from './support/api';
import { expect, signIn, submitSignIn, test } from './support/fixtures';
import { checkA11y, checkLooks } from './support/looks';
import { totp } from './support/totp';

test('a changed name appears in the menu immediately and survives a reload', async ({ signedIn: page, guard }) => {
  guard.allow(422);
  await page.goto('/account');
  await expect(page.getByText('This browser')).toBeVisible();
  await checkLooks(page);
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Grace Hopper’s account' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Grace');
});

test('a new password replaces the old one and signs out other browsers', async ({
  signedIn: page,
  another,
  demo,
  instance,
  guard,
}) => {
  guard.allow(401, 422);
  const other = await another();
  await signIn(other, instance.url, demo);
  await other.goto('/projects');

  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByLabel('Current password').fill('not my password');
  await section.getByLabel('New password').fill('a whole new password');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByText('This is not your password.')).toBeVisible();
  await section.getByLabel('Current password').fill(demo.password);
  await section.getByLabel('New password').fill('short');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByText(/at least 10 characters/).last()).toBeVisible();
  await section.getByLabel('New password').fill('a whole new password');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  await expect(section.getByLabel('Current password')).toHaveValue('');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await other.goto('/account');
  await expect(other).toHaveURL(/\/signin/);
  const old = await other.request.post('/dash/session', { data: { email: demo.email, password: demo.password } });
  expect(old.status()).toBe(401);
  await signIn(other, instance.url, { email: demo.email, password: 'a whole new password' });
});

test('a user can end one session, then all of them', async ({ signedIn: page, another, demo, instance, guard }) => {
  guard.allow(401);
  const [second, third] = [await another(), await another()];
  for (const other of [second, third]) {
    await signIn(other, instance.url, demo);
    await other.goto('/account');
  }
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await section
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await expect(section.getByRole('listitem')).toHaveCount(2);

  await section.getByRole('button', { name: 'Sign out everywhere' }).click();
  await checkA11y(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/signin/);
  for (const other of [second, third]) {
    await other.reload();
    await expect(other).toHaveURL(/\/signin/);
  }
});

test('the second factor can be turned on, replaced once by a recovery code, and turned off', async ({
  signedIn: page,
  another,
  demo,
  guard,
}) => {
  guard.allow(401);
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Second factor' });
  const dialog = page.getByRole('dialog');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByLabel('Current password').fill(demo.password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await checkLooks(page);
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('That code is wrong')).toBeVisible();
  await dialog.getByLabel('Code from the app').fill(totp(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();

  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await checkLooks(page);
  const recovery = await codes.first().innerText();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('earnest-recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section.getByText('On', { exact: true })).toBeVisible();

  const other = await another();
  await other.goto('/signin');
  await submitSignIn(other, demo);
  await expect(other.getByLabel('Code')).toBeFocused();
  await expect(other.getByRole('alert')).toHaveCount(0);
  await checkLooks(other);
  await other.getByLabel('Code').fill('123');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByText('That code is wrong')).toBeVisible();
  await other.getByLabel('Code').fill(recovery);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL(/\/projects$/);
  const reused = { email: demo.email, password: demo.password, code: recovery };
  expect((await page.request.post('/dash/session', { data: reused })).status()).toBe(401);

  await section.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Current password').fill(demo.password);
  await dialog.getByLabel('Code').fill(totp(secret, 1));
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  await signIn(await another(), new URL(page.url()).origin, demo);
});

test('new recovery codes invalidate the old ones', async ({ signedIn: page, demo, guard }) => {
  guard.allow(401);
  const { secret } = await dash<{ secret: string }>(page, '/account/second-factor', { password: demo.password });
  const first = await page.request.put('/dash/account/second-factor', { data: { code: totp(secret) } });
  const old = (await first.json()).recovery_codes[0];
  await page.goto('/account');
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(demo.password);
  await dialog.getByLabel('Code').fill(totp(secret, 1));
  await dialog.getByRole('button', { name: 'New recovery codes' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const fresh = await codes.first().innerText();
  const status = async (code: string) =>
    (await page.request.post('/dash/session', { data: { email: demo.email, password: demo.password, code } })).status();
  expect(await status(old)).toBe(401);
  expect(await status(fresh)).toBe(200);
});
