// Screenshots for the README: `make pictures` saves them to docs/images. A page that fails to render or is too wide fails here.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dash } from './support/api';
import { expect, long, submitSignIn, test } from './support/fixtures';
import { setLanguage, setScheme } from './support/looks';
import { overflowOf } from './support/page';
import { activeProject } from './support/project';

const desk = { width: 1440, height: 900 };

/** Takes a screenshot in both colour schemes, plus a light French one where the wording matters. */
async function shoot(page: Page, name: string, folder: string, french = false): Promise<void> {
  for (const scheme of ['dark', 'light'] as const) {
    await setScheme(page, scheme);
    await screenshot(page, `${name}-${scheme}`, folder);
  }
  if (!french) return;
  await setLanguage(page, 'fr');
  await screenshot(page, `${name}-fr`, folder);
  await setLanguage(page, 'en');
}

/** Saves a screenshot. Fails if the page is wider than the window. */
async function screenshot(page: Page, name: string, folder: string): Promise<void> {
  expect(await overflowOf(page), `${name} is wider than its window`).toBeLessThanOrEqual(0);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

test.use({ viewport: desk });

test('the pages shown in the README render and fit the window', async ({ page, demo }, info) => {
  test.skip(!long && process.env.SCREENS === undefined, 'pictures are taken only by make pictures and make soak');
  test.slow();
  const folder = process.env.SCREENS ?? info.outputDir;
  await page.goto('/signin');
  await expect(page.getByLabel('Email')).toBeFocused();
  await shoot(page, 'signin', folder);
  await submitSignIn(page, demo);
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  const { uuid: project } = await activeProject(page);
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
  type Card = { uuid: string; subtasks_total: number; comments: number };
  const { cards } = await dash<{ cards: Card[] }>(page, `/projects/${project}/cards?sprint=active`);
  const fullest = cards.toSorted((a, b) => b.subtasks_total + b.comments - a.subtasks_total - a.comments)[0];
  await page.goto(`/projects/${project}/board?ticket=${fullest?.uuid}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'ticket', folder);
});
