// Screenshots for the README. Every run takes them, so a page that fails to render fails here; `make pictures` saves them to
// docs/images.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures';
import { setLanguage, setScheme } from './support/looks';

const desk = { width: 1440, height: 900 };

/** Takes a screenshot in both colour schemes, plus a light French one where the wording matters. */
async function shoot(page: Page, name: string, folder: string, french = false): Promise<void> {
  for (const scheme of ['dark', 'light'] as const) {
    await setScheme(page, scheme);
    await picture(page, `${name}-${scheme}`, folder);
  }
  if (!french) return;
  await setLanguage(page, 'fr');
  await picture(page, `${name}-fr`, folder);
  await setLanguage(page, 'en');
}

/** Saves a screenshot. Nothing may be wider than the window. */
async function picture(page: Page, name: string, folder: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess, `${name} is wider than its window`).toBeLessThanOrEqual(0);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The demo's busiest project, whatever its name. */
async function projectOf(page: Page): Promise<string> {
  const answer = await page.request.get('/dash/projects');
  const { projects } = (await answer.json()) as { projects: { uuid: string; sprint: unknown }[] };
  const running = projects.find((project) => project.sprint !== null);
  expect(running, 'the demo has a project with a running sprint').toBeDefined();
  return running?.uuid ?? '';
}

test.use({ viewport: desk });

test('the pages can be pictured', async ({ page, demo }, info) => {
  test.slow();
  const folder = process.env.SCREENS ?? info.outputDir;
  await page.goto('/signin');
  await expect(page.getByLabel('Email')).toBeFocused();
  await shoot(page, 'signin', folder);
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  const project = await projectOf(page);
  for (const [name, path] of [
    ['projects', '/projects'],
    ['board', `/projects/${project}/board`],
    ['backlog', `/projects/${project}/backlog`],
    ['settings', `/projects/${project}/settings/members`],
    ['keys', '/account/keys'],
    ['newkey', '/account/keys/new'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {});
    await shoot(page, name, folder);
  }
  for (const [name, path] of [
    ['finance', `/projects/${project}/finance`],
    ['explanation', `/projects/${project}/finance/cpi`],
    ['forecast', `/projects/${project}/forecast?scope=%2B20%25`],
    ['portfolio', '/portfolio'],
    ['roadmap', `/projects/${project}/roadmap`],
    ['flow', `/projects/${project}/flow`],
    ['timesheet', '/time'],
    ['reports', `/projects/${project}/reports`],
    ['health', '/admin/health'],
  ] as const) {
    // Tall enough for the S-curve on finance and the chart on portfolio.
    await page.setViewportSize({ ...desk, height: name === 'finance' || name === 'portfolio' ? 1300 : desk.height });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {});
    await shoot(page, name, folder, true);
  }
  await page.setViewportSize(desk);
  await page.goto(`/projects/${project}/board`);
  await page.getByRole('button', { name: 'New ticket' }).waitFor();
  const answer = await page.request.get(`/dash/projects/${project}/cards?sprint=active`);
  const { cards } = (await answer.json()) as { cards: { uuid: string; subtasks_total: number; comments: number }[] };
  const rich = cards.toSorted((a, b) => b.subtasks_total + b.comments - a.subtasks_total - a.comments)[0];
  await page.goto(`/projects/${project}/board?ticket=${rich?.uuid}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'ticket', folder);
});
