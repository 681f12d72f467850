// Hostile input is displayed, never executed: every text field contains an attack, and the test visits every page.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { anyProject, dash } from './support/api';
import { expect, test } from './support/fixtures';
import { attacks, htmlAttacks, Poison } from './support/hostile';
import { type Instance, startInstance, type Template } from './support/instance';

const password = 'correct horse battery staple';

interface Ticket {
  uuid: string;
  key: string;
}

interface Named {
  uuid: string;
}

interface Frame {
  epics: Named[];
  super_epics: Named[];
  sprints: (Named & { status: string })[];
}

/** Imports the first demo project with all user text replaced by attacks. */
async function importPoisonedDemo(instance: Instance, demo: Template): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earnest-hostile-'));
  const source = await startInstance({ template: demo.database });
  try {
    const file = join(folder, 'workspace.json');
    await source.command(['export', file]);
    const workspace = JSON.parse(await readFile(file, 'utf8')) as { projects: unknown[] };
    workspace.projects = workspace.projects.slice(0, 1);
    await writeFile(file, JSON.stringify(new Poison().workspace(workspace)));
    await instance.command(['import', file]);
  } finally {
    await source.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs the demo user in through a password reset link, with an attack as the user agent. */
async function signInByLink(page: Page, instance: Instance, email: string): Promise<void> {
  const reset = JSON.parse(await instance.command(['user', 'reset', '--email', email])) as { reset_url: string };
  const token = reset.reset_url.split('#')[1];
  const headers = { 'User-Agent': attacks[0] ?? '' };
  await succeeds(page.request.post('/dash/invitation', { data: { token, password }, headers }));
}

async function succeeds(request: ReturnType<APIRequestContext['post']>): Promise<unknown> {
  const response = await request;
  expect(response.ok(), `${response.url()} ${await response.text()}`).toBe(true);
  return response.json();
}

/** Creates what a workspace file cannot contain, through the dashboard and the API: keys, raw comments and history. */
async function writeAttacks(page: Page, project: string): Promise<Ticket> {
  const api = page.request;
  const key = { name: attacks[0], scopes: ['tickets:write', 'comments:write', 'tickets:read'] };
  const { secret } = await dash<{ secret: string }>(page, '/keys', key);
  const headers = { Authorization: `Bearer ${secret}` };
  const { data: ticket } = (await succeeds(
    api.post('/api/v1/tickets', {
      headers,
      data: { project_uuid: project, title: attacks[1], description: attacks.join('\n'), acceptance_criteria: attacks },
    }),
  )) as { data: Ticket };
  for (const text of attacks) {
    await succeeds(api.put(`/dash/tickets/${ticket.uuid}`, { data: { title: text, description: text } }));
    await dash(page, `/tickets/${ticket.uuid}/subtasks`, { title: text });
    await dash(page, `/tickets/${ticket.uuid}/time`, { duration_minutes: 5, comment: text });
  }
  for (const content of htmlAttacks) {
    // A comment without visible text is rejected; any other is sanitised and stored.
    await api.post('/api/v1/comments', { headers, data: { ticket_uuid: ticket.uuid, content } });
    await api.post(`/dash/tickets/${ticket.uuid}/comments`, { data: { content } });
  }
  return ticket;
}

/** The path of every page the server lists, with each * and $key replaced by something from the project. */
async function pagePaths(project: string, ticket: Ticket, frame: Frame): Promise<string[]> {
  const source = await readFile(resolve(import.meta.dirname, '../web.go'), 'utf8');
  const listed = /func Pages\(\) \[\]string \{([^}]*\{[^}]*\})/.exec(source)?.[1] ?? '';
  const patterns = [...listed.matchAll(/"(\/[^"]*)"/g)].map((match) => match[1] ?? '');
  expect(patterns.length).toBeGreaterThan(30);
  const first = (list: Named[]) => list[0]?.uuid ?? '';
  const active = frame.sprints.filter((sprint) => sprint.status !== 'planning');
  const values: Record<string, string[]> = {
    '/projects/*/sprints/*': active.slice(-2).map((sprint) => sprint.uuid),
    '/projects/*/finance/*': ['cpi', 'eac'],
    '/projects/*/epics/*': [first(frame.epics)],
    '/projects/*/super-epics/*': [first(frame.super_epics)],
    '/projects/*/settings/*': ['general', 'members', 'tags', 'statuses', 'types', 'budget', 'danger'],
    '/guide/*': ['earned-value', 'forecast', 'portfolio', 'roadmap', 'time'],
  };
  return patterns.flatMap((pattern) => {
    if (pattern === '/tickets/*') return [`/tickets/${ticket.uuid}`];
    if (pattern === '/$key') return [`/${ticket.key}`];
    const path = pattern.startsWith('/projects/') ? pattern.replace('*', project) : pattern;
    return path.includes('*') ? (values[pattern] ?? []).map((value) => path.replace('*', value)) : [path];
  });
}

/** Asserts that user text on the page is nothing but text. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const all = (selector: string) =>
      [...document.querySelectorAll(selector)].map((node) => node.outerHTML.slice(0, 200));
    const scripted = [...document.querySelectorAll('*')].filter((node) =>
      [...node.attributes].some(
        ({ name, value }) =>
          /^on/i.test(name) || (/href|src|action|data$/i.test(name) && /^\s*javascript:/i.test(value)),
      ),
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      ran: (window as { __pwned?: unknown }).__pwned,
      violations: (window as { __violations?: string[] }).__violations ?? [],
      polluted: ({} as Record<string, unknown>).__pwned,
      elements: [
        ...all(
          'img[src="x"], img[src*="evil"], [src*="evil"], script:not([src]):not([type="application/json"]), base, object, embed',
        ),
        ...all('form[action*="evil"], iframe[srcdoc], [style*="fixed"] > [style*="inset"], svg[onload]'),
        ...scripted.map((node) => node.outerHTML.slice(0, 200)),
      ],
      unsafeLinks: [...document.querySelectorAll<HTMLAnchorElement>('a[href*="evil"]')]
        .filter((link) => !/noopener/.test(link.rel) || !/nofollow/.test(link.rel))
        .map((link) => link.outerHTML),
      overflow: scrollWidth - clientWidth > 1 ? scrollWidth - clientWidth : 0,
    };
  });
  expect(found, page.url()).toEqual({
    ran: undefined,
    violations: [],
    polluted: undefined,
    elements: [],
    unsafeLinks: [],
    overflow: 0,
  });
}

/** Waits until the page has loaded and rendered everything. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"], main .mantine-Loader-root')).toHaveCount(0);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

test.use({ workspace: 'empty' });

test('user text is shown as text on every page and never executed', async ({ page, instance, demo }) => {
  test.setTimeout(480_000); // about fifty pages, one after another
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { __violations: violations });
    document.addEventListener('securitypolicyviolation', (e) =>
      violations.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`),
    );
  });
  await importPoisonedDemo(instance, demo);
  await signInByLink(page, instance, demo.email);
  const project = await anyProject(page);
  const ticket = await writeAttacks(page, project);
  const frame = await dash<Frame>(page, `/projects/${project}`);
  for (const path of await pagePaths(project, ticket, frame)) {
    await test.step(path, async () => {
      await page.goto(path);
      await settle(page);
      await expectHarmless(page);
    });
  }
  await test.step('the ticket panel on the board', async () => {
    await page.goto(`/projects/${project}/board?ticket=${ticket.uuid}`);
    await expect(page.getByRole('dialog').first()).toBeVisible({ timeout: 30_000 });
    await expectHarmless(page);
  });
  await test.step('the command palette', async () => {
    await page.goto('/projects');
    await settle(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('pwned');
    await expect(page.getByRole('option').first()).toBeVisible({ timeout: 30_000 });
    await expectHarmless(page);
  });
  await test.step('the report as a separate page', async () => {
    await page.goto(`/dash/projects/${project}/report`);
    await expectHarmless(page);
  });
  await test.step('the CSV exports', async () => {
    for (const kind of ['tickets', 'time', 'finance']) {
      const text = await (await page.request.get(`/dash/projects/${project}/export/${kind}.csv`)).text();
      expect(text.length).toBeGreaterThan(50);
      expect(text.split(/[\n;,]/).filter((cell) => /^"?[=@]/.test(cell))).toEqual([]);
    }
  });
  expect(dialogs).toEqual([]);
});
