import { addUser, expect, submitSignIn, test } from './support/fixtures';
import { checkA11y, checkLooks, setLanguage } from './support/looks';

test('a failed sign-in does not reveal what was wrong, and a correct one opens the requested page', async ({
  page,
  demo,
  guard,
}) => {
  guard.allow(401);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/signin\?to=%2Faccount$/);
  await expect(page).toHaveTitle('Sign in · Earnest');
  await expect(page.getByLabel('Email')).toBeFocused();
  await checkLooks(page);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  for (const email of [demo.email, 'nobody@example.org']) {
    await submitSignIn(page, { email, password: 'not the password' });
    await expect(page.getByRole('alert')).toHaveText('The email or password is wrong.');
  }
  await checkLooks(page);

  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});

test('signing in never redirects to another site', async ({ page, demo }) => {
  await page.goto('/signin?to=//evil.example/');
  await submitSignIn(page, demo);
  await expect(page).toHaveURL(/\/projects$/);
});

test('after too many attempts, sign-in is disabled and the page shows how long to wait', async ({
  page,
  instance,
  guard,
}) => {
  guard.allow(401, 429);
  const eve = { email: 'eve@example.org', password: 'correct horse' };
  await addUser(instance, eve);
  for (let n = 0; n < 10; n++) {
    const response = await page.request.post(`${instance.url}/dash/session`, {
      data: { email: eve.email, password: `guess number ${n}` },
    });
    expect(response.status()).toBe(401);
  }
  await page.goto('/signin');
  await submitSignIn(page, eve);
  await expect(page.getByRole('alert')).toHaveText(/Too many attempts\. You can try again in 1[45]:\d\d/);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  await checkA11y(page);
  await setLanguage(page, 'fr');
  await expect(page.getByRole('alert')).toHaveText(/Trop de tentatives\. Vous pourrez réessayer dans 1[45]:\d\d/);
});

test('signing out ends the session, and the back button leads to sign-in', async ({ signedIn: page, demo, guard }) => {
  await page.goto('/account/keys');
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByText('This browser')).toBeVisible();
  await page.getByRole('button', { name: /’s account$/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/signin\?to=%2Faccount$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/signin/);
  guard.allow(401);
  expect((await page.request.get('/dash/sessions')).status()).toBe(401);

  await submitSignIn(page, demo);
  await expect(page).toHaveURL(/\/account(\/keys)?$/);
});

test('after the session ends elsewhere, the next page opens once the user signs in again', async ({
  signedIn: page,
  demo,
  guard,
}) => {
  guard.allow(401);
  await page.goto('/account');
  await expect(page.getByText('This browser')).toBeVisible();
  await page.request.delete('/dash/sessions');
  await page.getByRole('link', { name: 'API keys', exact: true }).click();
  await expect(page).toHaveURL(/\/signin\?to=%2Faccount%2Fkeys$/);
  await submitSignIn(page, demo);
  await expect(page).toHaveURL(/\/account\/keys$/);
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();
});

test('an error from the identity provider is explained on the sign-in page', async ({ page }) => {
  await page.goto('/signin?error=oidc_unknown');
  await expect(page.getByRole('alert')).toContainText('Ask an administrator to add you');
  await page.goto('/signin?error=whatever');
  await expect(page.getByRole('alert')).toContainText('Sign-in failed');
  await checkA11y(page);
});
