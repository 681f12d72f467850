// Budgets over time: a past day keeps its budget, and pages say what is restated and what was reported.
import type { Page } from '@playwright/test';
import { anyProject, dash } from './support/api';
import { type FinancePage, formatField } from './support/finance';
import { expect, test } from './support/fixtures';
import type { Instance } from './support/instance';
import { checkLooks, setLanguage } from './support/looks';
import { overflowOf } from './support/page';
import { inWords, later, projectNamed } from './support/project';

/**
 * Imports a project whose budget was doubled five days ago. Half of it is done and has cost 400. Ten days ago, when some of the
 * time had not been logged yet, a cost of 300 was reported.
 */
async function raisedProject(page: Page, instance: Instance, user: string) {
  const { today } = await dash<FinancePage>(page, `/projects/${await anyProject(page)}/finance`);
  const ago = (days: number) => later(today, -days);
  const created_at = `${ago(30)} 08:00:00`;
  const done = {
    status: 'done',
    done_at: `${ago(12)} 15:00:00`,
    time_entries: [{ user, duration_minutes: 480, logged_at: ago(14) }],
  };
  const ticket = { title: 'Half of it', story_points: 5, sprint: 's', created_at };
  const points = { total_sp: 10, done_sp: 5, earned_sp: 5, planned_sp: 4, undated_sp: 0 };
  const shares = { progress_pct: 50, planned_pct: 40, contingency_pct: 10 };
  const money = { bac: 1000, pv: 400, ev: 500, ac: 300, no_sprint_cost: 0, ac_total: 300, engaged_charge: 0 };
  const project = {
    name: 'Raised',
    created_at,
    members: [{ user, project_role: 'owner', tjm: 400 }],
    budgets: [
      { from: '0001-01-01', budget: 1000, author: user },
      { from: ago(5), budget: 2000, reason: 'A second team', author: user },
    ],
    sprints: [{ ref: 's', title: 'Sprint', status: 'active', start_date: ago(20), end_date: ago(-10) }],
    tickets: [ticket, { ...ticket, ...done }],
    indicator_days: [
      { day: ago(10), reported_at: `${ago(9)} 00:10:00`, indicators: { ...points, ...shares, ...money, cpi: 5 / 3 } },
    ],
  };
  await instance.command(['import', '-'], JSON.stringify({ projects: [project] }));
  return { project: (await projectNamed(page, 'Raised')).uuid, ago };
}

test('a page says what was reported on a past day, and calls nothing reported that was not', async ({
  signedIn: page,
  instance,
  demo: { email },
}) => {
  const { project, ago } = await raisedProject(page, instance, email);
  const restated = page.getByText(/restated: with the budget of that day, and everything else as it is known now/);
  await page.goto(`/projects/${project}/finance?as_of=${ago(10)}`);
  await expect(restated).toBeVisible();
  const table = page.getByRole('region', { name: 'Reported then, known now' }).first();
  await expect(table.getByRole('columnheader', { name: 'Reported then' })).toBeVisible();
  await expect(table.locator('[data-then=ac]')).toHaveText('300');
  await expect(table.locator('[data-now=ac]')).toHaveText('400');
  await expect(table.locator('[data-then=bac]')).toHaveText('1,000');
  await expect(table.locator('[data-now=bac]')).toHaveText('1,000');
  await checkLooks(page);
  await setLanguage(page, 'fr');
  await expect(page.getByRole('region', { name: 'Publié alors, connu aujourd’hui' }).first()).toBeVisible();
  await expect(page.getByText(/chiffres reconstitués\s: avec le budget de ce jour-là/)).toBeVisible();
  await setLanguage(page, 'en');

  // Before the project existed, nothing can have been stored.
  await page.getByLabel('As of').fill(ago(40));
  await expect(page.getByRole('region', { name: 'Restated figures' })).toContainText('Nothing was reported for');
  await expect(restated).toBeVisible();
  await expect(page.getByText(/\b(reported then|as reported)\b/i)).toHaveCount(0);

  const report = (day: string) => page.goto(`/dash/projects/${project}/report?lang=en&as_of=${day}`);
  await report(ago(10));
  await expect(page.getByText(/^Restated: with the budget of that day/)).not.toContainText('Nothing was reported');
  await expect(page.getByRole('columnheader', { name: 'As reported then' })).toBeVisible();
  await report(ago(40));
  await expect(page.getByText(/^Restated: with the budget of that day/)).toContainText('Nothing was reported');
  await expect(page.getByText('As reported then')).toHaveCount(0);
});

test('explanations use the budget of their day, say so, and add up before and after a change', async ({
  signedIn: page,
  instance,
  demo: { email },
}) => {
  const { project, ago } = await raisedProject(page, instance, email);
  const since = `in force since ${inWords(ago(5))} (A second team)`;
  for (const { day, bac, note } of [
    { day: ago(6), bac: 1000, note: 'in force from the start' },
    { day: ago(5), bac: 2000, note: since },
  ]) {
    for (const [field, value] of Object.entries({ bac, ev: bac / 2, cpi: bac / 2 / 400 })) {
      await page.goto(`/projects/${project}/finance/${field}?as_of=${day}`);
      await expect(page.locator(`[data-number=${field}]`)).toHaveText(formatField('en-GB', field, value, null));
      await expect(page.getByText(/restated: with the budget of that day/)).toBeVisible();
      if (field === 'cpi') await page.getByRole('button', { name: 'Open EV' }).click();
      await expect(page.getByText(note).first()).toBeVisible();
    }
    await expect(page.getByText('Recomputed from the lines above, with the same result.')).toHaveCount(2);
  }
  await checkLooks(page);
});

test('whatever the budget becomes, the figures of the past stay', async ({
  signedIn: page,
  instance,
  demo: { email },
}) => {
  const { project, ago } = await raisedProject(page, instance, email);
  const days = [ago(12), ago(6), ago(5), ago(1)];
  const read = async () => {
    const pages: Partial<FinancePage>[] = [];
    for (const day of days) {
      const { finance, curve, budget_steps } = await dash<FinancePage>(
        page,
        `/projects/${project}/finance?as_of=${day}`,
      );
      pages.push({ finance, curve, budget_steps });
    }
    return pages;
  };
  const before = await read();
  expect(before.map((past) => past.finance?.cpi)).toEqual([1.25, 1.25, 2.5, 2.5]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/projects/${project}/settings/budget`);
  await page.getByRole('textbox', { name: 'Budget' }).fill('9000');
  await page.getByLabel('Reason').fill('A third team');
  await page.getByRole('button', { name: 'Save' }).click();
  const preview = page.getByRole('row', { name: /^Budget \(BAC\)/ });
  await expect(preview.getByRole('cell')).toHaveText(['9,000']);
  const history = page.getByRole('region', { name: 'History' }).first();
  await expect(history.getByRole('row')).toHaveCount(4);
  await expect(history.getByRole('row').nth(1)).toContainText('A third team');
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  const removed = await page.request.put(`/dash/projects/${project}`, { data: { budget: null } });
  expect(removed.ok(), await removed.text()).toBe(true);
  await expect(history.getByRole('row').nth(1)).toContainText('No budget');
  expect(await read()).toEqual(before);
});
