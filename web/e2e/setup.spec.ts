import { expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';

test.use({ workspace: 'empty' });

test('the setup token that the server prints creates the first administrator, once', async ({
  page,
  instance,
  guard,
}) => {
  guard.allow(403, 422);
  await page.goto('/');
  await expect(page).toHaveURL(/\/setup$/);
  await expect(page).toHaveTitle(/Set up Earnest/);
  await checkLooks(page);

  const link = /http\S+(\/setup#set_\S+)/.exec(instance.output());
  expect(link, instance.output()).not.toBeNull();
  const token = (link?.[1] ?? '').split('#')[1] ?? '';

  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await expect(page.getByLabel('Setup token')).toBeFocused();
  await expect(page.getByText('This field is required.')).toHaveCount(5);

  await page.getByLabel('Setup token').fill(`${token.slice(0, -4)}aaaa`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('analytical engine');
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await expect(page.getByText('not the token that the server printed')).toBeVisible();
  await expect(page.getByLabel('Setup token')).toBeFocused();

  await page.getByLabel('Setup token').fill(token);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await expect(page.getByText('A password needs at least 10 characters.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('analytical engine');
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await page.getByRole('button', { name: 'Ada Byron’s account' }).click();
  await expect(page.getByRole('link', { name: 'Administration' })).toBeVisible();

  await page.goto(`/setup#${token}`);
  await expect(page).toHaveURL(/\/projects$/);
});

test('the setup link that the server prints fills in the token', async ({ page, instance }) => {
  const link = /(http\S+\/setup#(set_\S+))/.exec(instance.output());
  await page.goto((link?.[1] ?? '').replace(/^http:\/\/[^/]+/, ''));
  await expect(page.getByLabel('Setup token')).toHaveValue(link?.[2] ?? 'no token');
});
