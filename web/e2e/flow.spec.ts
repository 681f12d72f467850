import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { CycleTimes, Flow, Velocity } from '../src/api/types.gen';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';
import { projectNamed } from './support/project';

const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page, name: string) => chart(page, name).getByRole('table').locator('tbody tr');

test('velocity, flow and cycle time match the server in charts, tables and downloads', async ({ signedIn: page }) => {
  test.slow();
  const path = `/projects/${(await projectNamed(page, 'Application voyageurs')).uuid}`;
  const [velocity, flow, cycle] = await Promise.all([
    dash<Velocity>(page, `${path}/velocity`),
    dash<Flow>(page, `${path}/flow`),
    dash<CycleTimes>(page, `${path}/cycle-time`),
  ]);
  const sprint = velocity.sprints.at(-1);
  const today = flow.days.at(-1);
  const [first] = cycle.tickets;
  if (sprint === undefined || today === undefined || first === undefined) throw new Error('the demo has no history');
  await page.goto(`${path}/flow`);
  await expect(chart(page, 'Velocity')).toContainText(`The last ${velocity.sprints.length} sprints finished`);
  await chart(page, 'Velocity').getByRole('button', { name: 'Show as a table' }).click();
  await checkLooks(page);
  for (const name of ['Cumulative flow', 'Cycle time']) {
    await chart(page, name).getByRole('button', { name: 'Show as a table' }).click();
  }
  await expect(rows(page, 'Velocity')).toHaveCount(velocity.sprints.length);
  await expect(rows(page, 'Velocity').last()).toContainText(sprint.title);
  await expect(rows(page, 'Velocity').last().getByRole('cell')).toHaveText([
    String(sprint.committed),
    String(sprint.done),
  ]);

  const cellTexts = () => rows(page, 'Cumulative flow').last().getByRole('cell').allTextContents();
  const sum = (list: string[]) => list.reduce((acc, text) => acc + Number(text), 0);
  const total = (values: Record<string, number>) => Object.values(values).reduce((acc, value) => acc + value, 0);
  await expect(rows(page, 'Cumulative flow')).toHaveCount(flow.days.length);
  expect(sum(await cellTexts())).toBe(total(today.counts));
  await chart(page, 'Cumulative flow').getByText('Points', { exact: true }).first().click();
  await expect(page).toHaveURL(/by=points/);
  await expect.poll(async () => sum(await cellTexts())).toBe(total(today.points));

  await page.getByRole('combobox', { name: 'Days shown' }).click();
  await page.getByRole('option', { name: 'Last 90 days' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/);
  await expect(rows(page, 'Cumulative flow')).toHaveCount(90);

  await page.getByRole('combobox', { name: 'Days shown' }).click();
  await page.getByRole('option', { name: 'Custom dates…' }).click();
  await chart(page, 'Cumulative flow').getByLabel('From', { exact: true }).focus();
  await page.keyboard.type('05052026', { delay: 30 });
  await expect(page).toHaveURL(/from=2026-05-05/);
  await expect(chart(page, 'Cumulative flow').getByLabel('From', { exact: true })).toBeFocused();

  await expect(rows(page, 'Cycle time')).toHaveCount(cycle.tickets.length);
  await expect(chart(page, 'Cycle time')).toContainText(`85%: ${cycle.p85} days`);
  const download = page.waitForEvent('download');
  await chart(page, 'Cycle time').getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(1 + cycle.tickets.length);

  const stepper = chart(page, 'Cycle time').getByRole('slider');
  await stepper.focus();
  await page.keyboard.press('Home');
  await expect(stepper).toHaveAttribute('aria-valuetext', new RegExp(`${first.days} days?, from`));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`ticket=${first.uuid}`));
  await expect(page.getByRole('dialog').getByText(first.title).first()).toBeVisible();
});

test('flow charts of a new project explain why they are empty until a sprint ends', async ({ signedIn: page }) => {
  const { project } = await dash<{ project: { uuid: string } }>(page, '/projects', { name: 'Fresh' });
  const path = `/projects/${project.uuid}`;
  await page.goto(`${path}/flow`);
  await expect(chart(page, 'Velocity')).toContainText('The first bars appear when a sprint');
  await expect(chart(page, 'Cumulative flow')).toContainText('Nothing to show yet.');
  await expect(chart(page, 'Cycle time')).toContainText('Nothing to show yet');
  await expect(page.getByRole('slider')).toHaveCount(0);

  const create = (kind: string, data: object) => dash<{ uuid: string }>(page, `${path}/${kind}`, data);
  const sprint = await create('sprints', { title: 'One', start_date: '2026-01-05', end_date: '2026-01-16' });
  const ticket = await create('tickets', { title: 'Only', story_points: 5, sprint_uuid: sprint.uuid });
  await dash(page, `/sprints/${sprint.uuid}/start`, {});
  for (const status of ['in_progress', 'done'])
    await page.request.put(`/dash/tickets/${ticket.uuid}`, { data: { status } });
  await dash(page, `/sprints/${sprint.uuid}/close`, { dod_done: [], goal_met: null });
  await page.reload();
  await expect(chart(page, 'Velocity')).toContainText('One sprint has ended so far, with 5 points.');
  await expect(chart(page, 'Cycle time')).toContainText('Half of the tickets took 1 day or less');
  await expect(chart(page, 'Cumulative flow').getByRole('slider')).toHaveAttribute('aria-valuetext', /Done 1/);
  await expect(page.getByRole('slider')).toHaveCount(3);
});
