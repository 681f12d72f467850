import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';

const json = async (page: Page, path: string) => (await page.request.get(`/dash${path}`)).json();
const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cells = (page: Page, name: string) => chart(page, name).getByRole('table').locator('tbody tr');

test('velocity, flow and cycle time show what the server counts, in pictures, tables and files', async ({
  signedIn: page,
}) => {
  test.slow();
  const { projects } = await json(page, '/projects');
  const project = projects.find((one: { name: string }) => one.name === 'Application voyageurs').uuid;
  const path = `/projects/${project}`;
  const [velocity, flow, cycle] = await Promise.all(
    ['velocity', 'flow', 'cycle-time'].map((part) => json(page, `${path}/${part}`)),
  );
  await page.goto(`${path}/flow`);
  await expect(chart(page, 'Velocity')).toContainText(`The last ${velocity.sprints.length} sprints finished`);
  await chart(page, 'Velocity').getByRole('button', { name: 'Show as a table' }).click();
  await checkLooks(page);
  for (const name of ['Cumulative flow', 'Cycle time']) {
    await chart(page, name).getByRole('button', { name: 'Show as a table' }).click();
  }
  await expect(cells(page, 'Velocity')).toHaveCount(velocity.sprints.length);
  const sprint = velocity.sprints.at(-1);
  await expect(cells(page, 'Velocity').last()).toContainText(sprint.title);
  await expect(cells(page, 'Velocity').last().getByRole('cell')).toHaveText([
    String(sprint.committed),
    String(sprint.done),
  ]);

  const counted = () => cells(page, 'Cumulative flow').last().getByRole('cell').allTextContents();
  const sum = (list: string[]) => list.reduce((total, text) => total + Number(text), 0);
  const held = (values: Record<string, number>) => Object.values(values).reduce((total, value) => total + value, 0);
  await expect(cells(page, 'Cumulative flow')).toHaveCount(flow.days.length);
  expect(sum(await counted())).toBe(held(flow.days.at(-1).counts));
  await chart(page, 'Cumulative flow').getByText('Points', { exact: true }).first().click();
  await expect(page).toHaveURL(/by=points/);
  await expect.poll(async () => sum(await counted())).toBe(held(flow.days.at(-1).points));

  await page.getByRole('combobox', { name: 'Days shown' }).click();
  await page.getByRole('option', { name: 'Last 90 days' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/);
  await expect(cells(page, 'Cumulative flow')).toHaveCount(90);

  await page.getByRole('combobox', { name: 'Days shown' }).click();
  await page.getByRole('option', { name: 'Custom dates…' }).click();
  await chart(page, 'Cumulative flow').getByLabel('From', { exact: true }).focus();
  await page.keyboard.type('05052026', { delay: 30 });
  await expect(page).toHaveURL(/from=2026-05-05/);
  await expect(chart(page, 'Cumulative flow').getByLabel('From', { exact: true })).toBeFocused();

  await expect(cells(page, 'Cycle time')).toHaveCount(cycle.tickets.length);
  await expect(chart(page, 'Cycle time')).toContainText(`85%: ${cycle.p85} days`);
  const saved = page.waitForEvent('download');
  await chart(page, 'Cycle time').getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(1 + cycle.tickets.length);

  const stepper = chart(page, 'Cycle time').getByRole('slider');
  await stepper.focus();
  await page.keyboard.press('Home');
  const first = cycle.tickets[0];
  await expect(stepper).toHaveAttribute('aria-valuetext', new RegExp(`${first.days} days?, from`));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`ticket=${first.uuid}`));
  await expect(page.getByRole('dialog').getByText(first.title).first()).toBeVisible();
});

test('a new project is told what is missing; one sprint makes one pair of bars', async ({ signedIn: page }) => {
  const made = await page.request.post('/dash/projects', { data: { name: 'Fresh' } });
  const path = `/projects/${(await made.json()).project.uuid}`;
  await page.goto(`${path}/flow`);
  await expect(chart(page, 'Velocity')).toContainText('The first bars appear when a sprint');
  await expect(chart(page, 'Cumulative flow')).toContainText('Nothing to show yet.');
  await expect(chart(page, 'Cycle time')).toContainText('Nothing to show yet');
  await expect(page.getByRole('slider')).toHaveCount(0);

  const post = async (to: string, data: object) => (await page.request.post(`/dash${to}`, { data })).json();
  const sprint = await post(`${path}/sprints`, { title: 'One', start_date: '2026-01-05', end_date: '2026-01-16' });
  const ticket = await post(`${path}/tickets`, { title: 'Only', story_points: 5, sprint_uuid: sprint.uuid });
  await post(`/sprints/${sprint.uuid}/start`, {});
  for (const status of ['in_progress', 'done'])
    await page.request.put(`/dash/tickets/${ticket.uuid}`, { data: { status } });
  await post(`/sprints/${sprint.uuid}/close`, { dod_done: [], goal_met: null });
  await page.reload();
  await expect(chart(page, 'Velocity')).toContainText('One sprint has ended so far, with 5 points.');
  await expect(chart(page, 'Cycle time')).toContainText('Half of the tickets took 1 day or less');
  await expect(chart(page, 'Cumulative flow').getByRole('slider')).toHaveAttribute('aria-valuetext', /Done 1/);
  await expect(page.getByRole('slider')).toHaveCount(3);
});
