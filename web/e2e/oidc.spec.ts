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
    const known = ['--oidc-client-id', client.id, '--oidc-client-secret', client.secret, '--oidc-name', 'Corporate ID'];
    await use(['--oidc-issuer', provider.url, ...known]);
  },
});

const camille = { sub: 'camille', email_verified: true, given_name: 'Camille', family_name: 'Verdier' };

test('the provider of the organisation lets known people in, to the page they wanted', async ({
  page,
  demo,
  provider,
  guard,
}) => {
  guard.allowOrigin(provider.url);
  provider.next({ ...camille, email: demo.email });
  await page.goto('/account');
  const button = page.getByRole('link', { name: 'Sign in with Corporate ID' });
  await expect(button).toBeVisible();
  await checkLooks(page);
  await button.click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('button', { name: 'Account of Camille Verdier' })).toBeVisible();
});

test('strangers, unconfirmed addresses and those who say no are told why', async ({ page, demo, provider, guard }) => {
  guard.allowOrigin(provider.url);
  for (const [person, why] of [
    [{ ...camille, sub: 'stranger', email: 'stranger@example.org' }, 'Ask an administrator to add you'],
    [{ ...camille, email: demo.email, email_verified: false }, 'has not confirmed your email address'],
    [null, 'you cancelled it there'],
  ] as const) {
    provider.next(person);
    await page.goto('/signin');
    await page.getByRole('link', { name: 'Sign in with Corporate ID' }).click();
    await expect(page.getByRole('alert')).toContainText(why);
  }
});
