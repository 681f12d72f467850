// The starting point of every spec: `import { expect, test } from './support/fixtures'`.
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { dash } from './api';
import { Guard } from './guard';
import { type Instance, startInstance, type Template, template } from './instance';

export { expect };

/** Whether the long forms of the tests run, as in `make soak`. */
export const long = (process.env.EARNEST_SOAK ?? '') !== '';

interface Fixtures {
  /** demo (the default): the demo workspace. empty: an instance that is not set up yet. */
  workspace: 'demo' | 'empty';
  /** Extra arguments for `earnest serve`. */
  serveArgs: string[];
  instance: Instance;
  /** Credentials for the demo: an administrator who owns its projects. */
  demo: Template;
  guard: Guard;
  /** A page with the demo user signed in, not yet navigated. */
  signedIn: Page;
  /** Opens another person's browser, with separate cookies but the same guard. */
  another: () => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  workspace: ['demo', { option: true }],
  serveArgs: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern here
  demo: async ({}, use) => use(await template()),
  instance: async ({ workspace, serveArgs, demo }, use) => {
    const instance = await startInstance({
      template: workspace === 'demo' ? demo.database : undefined,
      args: serveArgs,
    });
    await use(instance);
    await instance.stop();
  },
  context: async ({ context }, use) => {
    await stopTransitions(context);
    await use(context);
  },
  baseURL: async ({ instance }, use) => use(instance.url),
  guard: [
    async ({ page, instance }, use) => {
      const guard = new Guard();
      guard.watch(page, () => instance.url);
      await use(guard);
      guard.check();
    },
    { auto: true },
  ],
  signedIn: async ({ page, demo, instance }, use) => {
    await signIn(page, instance.url, demo);
    await use(page);
  },
  another: async ({ browser, guard, instance, contextOptions }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: instance.url, locale: 'en-GB' });
      contexts.push(context);
      await stopTransitions(context);
      const page = await context.newPage();
      guard.watch(page, () => instance.url);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/**
 * Disables transitions. Reduced motion alone leaves a very short transition on every property, so switching the colour scheme
 * would start about a thousand of them.
 */
const stopTransitions = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets = [sheet];
  });

/** Signs a page's browser in without the form. */
export async function signIn(
  page: Page,
  url: string,
  user: { email: string; password: string; code?: string },
): Promise<void> {
  const { email, password, code } = user;
  const response = await page.request.post(`${url}/dash/session`, { data: { email, password, code } });
  expect(response.status(), await response.text()).toBe(200);
}

/** Fills in and submits the sign-in form on the page. */
export async function submitSignIn(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Accepts all of the signed-in user's invitations. */
export async function acceptAll(page: Page): Promise<void> {
  const { invitations } = await dash<{ invitations: { uuid: string }[] }>(page, '/invitations');
  for (const { uuid } of invitations) {
    const response = await page.request.post(`/dash/invitations/${uuid}/accept`);
    expect(response.ok(), await response.text()).toBe(true);
  }
}

/** Creates a user with a password from the command line. */
export async function addUser(
  instance: Instance,
  user: { email: string; password: string; firstname?: string; lastname?: string },
) {
  const names = ['--firstname', user.firstname ?? 'Test', '--lastname', user.lastname ?? 'Person'];
  await instance.command(['user', 'add', '--email', user.email, ...names], `${user.password}\n`);
}
