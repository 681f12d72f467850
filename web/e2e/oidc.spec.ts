import { test as base, expect } from './support/fixtures';
import { checkLooks } from './support/looks';
import { client, type Provider, startProvider } from './support/provider';

const test = base.extend<{ provider: Provider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern here
  provider: async ({}, use) => {
    const provider = await startProvider();
    await use(provider);
    provider.stop();
  },
  serveArgs: async ({ provider }, use) => {
    const options = [
      '--oidc-client-id',
      client.id,
      '--oidc-client-secret',
      client.secret,
      '--oidc-name',
      'Corporate ID',
    ];
    await use(['--oidc-issuer', provider.url, ...options]);
  },
});

const camille = { sub: 'camille', email_verified: true, given_name: 'Camille', family_name: 'Verdier' };

test('signing in through the identity provider opens the requested page', async ({ page, demo, provider, guard }) => {
  guard.allowOrigin(provider.url);
  provider.next({ ...camille, email: demo.email });
  await page.goto('/account');
  const button = page.getByRole('link', { name: 'Sign in with Corporate ID' });
  await expect(button).toBeVisible();
  await checkLooks(page);
  await button.click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('button', { name: 'Camille Verdier’s account' })).toBeVisible();
});

test('an identity provider sign-in that is refused or cancelled shows the reason', async ({
  page,
  demo,
  provider,
  guard,
}) => {
  guard.allowOrigin(provider.url);
  for (const [person, reason] of [
    [{ ...camille, sub: 'stranger', email: 'stranger@example.org' }, 'Ask an administrator to add you'],
    [{ ...camille, email: demo.email, email_verified: false }, 'has not confirmed your email address'],
    [null, 'you cancelled it there'],
  ] as const) {
    provider.next(person);
    await page.goto('/signin');
    await page.getByRole('link', { name: 'Sign in with Corporate ID' }).click();
    await expect(page.getByRole('alert')).toContainText(reason);
  }
});
