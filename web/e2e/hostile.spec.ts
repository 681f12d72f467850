// Hostile input is displayed, never executed: every text field holds an attack, and the test visits every page.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './support/fixtures';
import { attacks, Poison, rich } from './support/hostile';
import { type Instance, startInstance, type Template } from './support/instance';

const password = 'correct horse battery staple';

interface Named {
  uuid: string;
}

interface Frame {
  epics: Named[];
  super_epics: Named[];
  sprints: (Named & { status: string })[];
}

/** Loads the demo with every text replaced by an attack. */
async function poisoned(instance: Instance, demo: Template): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earnest-hostile-'));
  const good = await startInstance({ template: demo.database });
  try {
    const file = join(folder, 'workspace.json');
    await good.command(['export', file]);
    const workspace = JSON.parse(await readFile(file, 'utf8')) as { projects: unknown[] };
    workspace.projects = workspace.projects.slice(0, 1);
    await writeFile(file, JSON.stringify(new Poison().workspace(workspace)));
    await instance.command(['import', file]);
  } finally {
    await good.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs the demo user in through a password link, in a browser whose user agent is an attack. */
async function enter(page: Page, instance: Instance, email: string): Promise<void> {
  const reset = JSON.parse(await instance.command(['user', 'reset', '--email', email])) as { reset_url: string };
  const token = reset.reset_url.split('#')[1];
  const headers = { 'User-Agent': attacks[0] ?? '' };
  await done(page.request.post('/dash/invitation', { data: { token, password }, headers }));
}

async function done(answer: ReturnType<APIRequestContext['post']>): Promise<unknown> {
  const got = await answer;
  expect(got.ok(), `${got.url()} ${await got.text()}`).toBe(true);
  return got.json();
}

/** Creates what a workspace file cannot hold, through the dashboard and the API: keys, raw comments, history. */
async function write(page: Page, project: string): Promise<string> {
  const api = page.request;
  const made = (await done(
    api.post('/dash/keys', { data: { name: attacks[0], scopes: ['tickets:write', 'comments:write', 'tickets:read'] } }),
  )) as { secret: string };
  const headers = { Authorization: `Bearer ${made.secret}` };
  const { data: ticket } = (await done(
    api.post('/api/v1/tickets', {
      headers,
      data: { project_uuid: project, title: attacks[1], description: attacks.join('\n'), acceptance_criteria: attacks },
    }),
  )) as { data: Named };
  for (const text of attacks) {
    await done(api.put(`/dash/tickets/${ticket.uuid}`, { data: { title: text, description: text } }));
    await done(api.post(`/dash/tickets/${ticket.uuid}/subtasks`, { data: { title: text } }));
    await done(api.post(`/dash/tickets/${ticket.uuid}/time`, { data: { duration_minutes: 5, comment: text } }));
  }
  for (const content of rich) {
    // A comment with no visible text is refused; anything else is stored as sanitised.
    await api.post('/api/v1/comments', { headers, data: { ticket_uuid: ticket.uuid, content } });
    await api.post(`/dash/tickets/${ticket.uuid}/comments`, { data: { content } });
  }
  return ticket.uuid;
}

/** Every page the server lists, with each * replaced by something from the project. */
async function addresses(project: string, ticket: string, frame: Frame): Promise<string[]> {
  const source = await readFile(resolve(import.meta.dirname, '../web.go'), 'utf8');
  const listed = /func Pages\(\) \[\]string \{([^}]*\{[^}]*\})/.exec(source)?.[1] ?? '';
  const patterns = [...listed.matchAll(/"(\/[^"]*)"/g)].map((found) => found[1] ?? '');
  expect(patterns.length).toBeGreaterThan(30);
  const first = (list: Named[]) => list[0]?.uuid ?? '';
  const active = frame.sprints.filter((sprint) => sprint.status !== 'planning');
  const places: Record<string, string[]> = {
    '/projects/*/sprints/*': active.slice(-2).map((sprint) => sprint.uuid),
    '/projects/*/finance/*': ['cpi', 'eac'],
    '/projects/*/epics/*': [first(frame.epics)],
    '/projects/*/super-epics/*': [first(frame.super_epics)],
    '/projects/*/settings/*': ['general', 'members', 'tags', 'statuses', 'types', 'budget', 'danger'],
    '/guide/*': ['earned-value', 'forecast', 'portfolio', 'roadmap', 'time'],
  };
  return patterns.flatMap((pattern) => {
    if (pattern === '/tickets/*') return [`/tickets/${ticket}`];
    const path = pattern.startsWith('/projects/') ? pattern.replace('*', project) : pattern;
    return path.includes('*') ? (places[pattern] ?? []).map((place) => path.replace('*', place)) : [path];
  });
}

/** Asserts that no user text became anything but text. */
async function harmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const all = (selector: string) =>
      [...document.querySelectorAll(selector)].map((node) => node.outerHTML.slice(0, 200));
    const acts = [...document.querySelectorAll('*')].filter((node) =>
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
      made: [
        ...all(
          'img[src="x"], img[src*="evil"], [src*="evil"], script:not([src]):not([type="application/json"]), base, object, embed',
        ),
        ...all('form[action*="evil"], iframe[srcdoc], [style*="fixed"] > [style*="inset"], svg[onload]'),
        ...acts.map((node) => node.outerHTML.slice(0, 200)),
      ],
      leads: [...document.querySelectorAll<HTMLAnchorElement>('a[href*="evil"]')]
        .filter((link) => !/noopener/.test(link.rel) || !/nofollow/.test(link.rel))
        .map((link) => link.outerHTML),
      wide: scrollWidth - clientWidth > 1 ? scrollWidth - clientWidth : 0,
    };
  });
  expect(found, page.url()).toEqual({
    ran: undefined,
    violations: [],
    polluted: undefined,
    made: [],
    leads: [],
    wide: 0,
  });
}

/** Waits until the page has loaded and rendered everything. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"], main .mantine-Loader-root')).toHaveCount(0);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

test.use({ world: 'empty' });

test('whatever people wrote stays text, on every page', async ({ page, instance, demo }) => {
  test.setTimeout(480_000); // about fifty pages, one after another
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const kept: string[] = [];
    Object.assign(window, { __violations: kept });
    document.addEventListener('securitypolicyviolation', (e) =>
      kept.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`),
    );
  });
  await poisoned(instance, demo);
  await enter(page, instance, demo.email);
  const { projects } = (await done(page.request.get('/dash/projects'))) as { projects: Named[] };
  const project = projects[0]?.uuid ?? '';
  const ticket = await write(page, project);
  const frame = (await done(page.request.get(`/dash/projects/${project}`))) as Frame;
  for (const path of await addresses(project, ticket, frame)) {
    await test.step(path, async () => {
      await page.goto(path);
      await settle(page);
      await harmless(page);
    });
  }
  await test.step('the ticket over the board', async () => {
    await page.goto(`/projects/${project}/board?ticket=${ticket}`);
    await expect(page.getByRole('dialog').first()).toBeVisible({ timeout: 30_000 });
    await harmless(page);
  });
  await test.step('the palette', async () => {
    await page.goto('/projects');
    await settle(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('pwned');
    await expect(page.getByRole('option').first()).toBeVisible({ timeout: 30_000 });
    await harmless(page);
  });
  await test.step('the report, as a page of its own', async () => {
    await page.goto(`/dash/projects/${project}/report`);
    await harmless(page);
  });
  await test.step('the tables for spreadsheets', async () => {
    for (const kind of ['tickets', 'time', 'finance']) {
      const text = await (await page.request.get(`/dash/projects/${project}/export/${kind}.csv`)).text();
      expect(text.length).toBeGreaterThan(50);
      expect(text.split(/[\n;,]/).filter((cell) => /^"?[=@]/.test(cell))).toEqual([]);
    }
  });
  expect(dialogs).toEqual([]);
});
