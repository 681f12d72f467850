// The roadmap: linking by mouse and keyboard, rejected cycles, the schedule in real dates, milestones, the table, read-only
// access and live changes.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures';
import { checkA11y, checkLooks } from './support/looks';
import { toast } from './support/page';
import { makePlan, roadmapOf } from './support/plan';
import { inWords, later } from './support/project';
import { joinAs } from './support/settings';

const bar = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}: \\d`) });
const arrow = (page: Page, pred: string, succ: string) =>
  page.getByRole('button', { name: new RegExp(`[lL]ink: ${succ} waits for ${pred}(,|$)`) });
const undated = (page: Page) => page.getByRole('region', { name: 'not on the timeline yet' });

async function open(page: Page, project: string, query = ''): Promise<void> {
  await page.goto(`/projects/${project}/roadmap${query}`);
  await expect(page.getByRole('heading', { name: 'Roadmap', level: 1 })).toBeVisible();
}

/** Drags a link from one bar's handle to another bar. */
async function drawLink(page: Page, pred: string, succ: string): Promise<void> {
  await bar(page, pred).hover();
  await page.getByRole('button', { name: `Draw a link from ${pred}` }).hover();
  await page.mouse.down();
  await bar(page, succ).hover({ position: { x: 20, y: 8 } });
  await bar(page, succ).hover({ position: { x: 24, y: 8 } });
  await page.mouse.up();
}

test('links can be drawn by mouse and keyboard, and a cycle is rejected and highlighted', async ({
  signedIn: page,
  guard,
}) => {
  const { project, nodes } = await makePlan(page);
  await open(page, project);
  const design = (await roadmapOf(page, project)).epics.find(({ title }) => title === 'Design');
  await expect(bar(page, 'Design')).toHaveAccessibleName(
    new RegExp(`^Design: ${inWords(design?.start ?? '')} to ${inWords(design?.finish ?? '')}, 63% done, `),
  );
  await expect(undated(page).getByRole('link', { name: 'Dream', exact: true })).toBeVisible();
  await expect(undated(page).getByRole('link', { name: 'Plan its tickets: Dream' })).toHaveAttribute(
    'href',
    `/projects/${project}/backlog?epic=${nodes.Dream}`,
  );

  // A link that was drawn by mistake can be undone at once.
  await drawLink(page, 'Design', 'Build');
  await expect(arrow(page, 'Design', 'Build')).toBeVisible();
  await toast(page, 'Build now waits for Design').getByRole('button', { name: 'Undo' }).click();
  await expect(arrow(page, 'Design', 'Build')).toHaveCount(0);
  await expect.poll(async () => (await roadmapOf(page, project)).links).toHaveLength(0);
  await toast(page, 'Build no longer waits for Design').getByRole('button', { name: 'Undo' }).click();
  await expect(arrow(page, 'Design', 'Build')).toBeVisible();
  await expect(page.getByText('Build now waits for Design')).toBeVisible();
  expect((await roadmapOf(page, project)).links).toMatchObject([{ pred_uuid: nodes.Design, succ_uuid: nodes.Build }]);

  // By keyboard, a link is added from the epic's menu.
  await page.getByRole('button', { name: 'Actions for Sell' }).press('Enter');
  await page.getByRole('option', { name: 'Add a predecessor…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a link' });
  await dialog.getByRole('combobox', { name: 'First' }).fill('Build');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Link', exact: true }).press('Enter');
  await expect(arrow(page, 'Build', 'Sell')).toBeVisible();
  const end = (await roadmapOf(page, project)).schedule.forecast_finish ?? '';
  await expect(page.getByText(`expected to finish on ${inWords(end)}`)).toBeVisible();
  await expect(page.getByText('The end depends on Design → Build → Sell.')).toBeVisible();

  guard.allow(422);
  await drawLink(page, 'Sell', 'Design');
  const refusal = page.getByRole('alert').filter({ hasText: 'The link from Sell to Design was refused' });
  await expect(refusal).toContainText('Design → Build → Sell → Design');
  for (const title of ['Design', 'Build', 'Sell']) {
    await expect(page.locator(`[data-node="${nodes[title]}"][data-cycle]`)).toBeVisible();
  }
  await expect(page.locator(`[data-node="${nodes.Paint}"][data-cycle]`)).toHaveCount(0);
  await expect(arrow(page, 'Sell', 'Design')).toHaveCount(0);
  await checkLooks(page);
  await refusal.getByRole('button', { name: 'Got it' }).click();
  await expect(page.locator('[data-cycle]')).toHaveCount(0);

  // A link can be selected and removed, and the removal undone.
  await arrow(page, 'Build', 'Sell').press('Enter');
  const selected = page.getByRole('region', { name: 'Selected link' });
  await expect(selected).toBeFocused();
  await page.keyboard.press('Enter'); // pressed once too often, it removes nothing
  await expect(arrow(page, 'Build', 'Sell')).toBeVisible();
  await selected.getByRole('button', { name: 'Remove link' }).click();
  await expect(arrow(page, 'Build', 'Sell')).toHaveCount(0);
  await expect.poll(async () => (await roadmapOf(page, project)).links).toHaveLength(1);
  await toast(page, 'Sell no longer waits for Build').getByRole('button', { name: 'Undo' }).click();
  await expect(arrow(page, 'Build', 'Sell')).toBeVisible();

  // A cycle caused by moving an epic cannot be rejected, so the page shows it and offers to remove its links.
  await page.request.post(`/dash/projects/${project}/links`, {
    data: { pred_type: 'super_epic', pred_uuid: nodes.Shop, succ_type: 'epic', succ_uuid: nodes.Paint },
  });
  await page.request.put(`/dash/epics/${nodes.Paint}`, { data: { super_epic_uuid: nodes.Shop } });
  const warning = page.getByRole('alert').filter({ hasText: 'The links form a cycle' });
  await expect(warning).toContainText('Shop → Paint');
  await warning.getByRole('button', { name: 'Remove link from Shop to Paint' }).click();
  await expect(warning).toHaveCount(0);
});

interface Scheduled {
  finish: string | null;
  total_slack: number | null;
  free_slack: number | null;
  critical: boolean;
}

test('the schedule matches the report, on the timeline and in the table', async ({ signedIn: page, instance }) => {
  const { project, nodes } = await makePlan(page);
  for (const [pred, succ] of [
    ['Design', 'Build'],
    ['Build', 'Sell'],
    ['Paint', 'Sell'],
  ] as const) {
    const data = { pred_type: 'epic', pred_uuid: nodes[pred], succ_type: 'epic', succ_uuid: nodes[succ] };
    expect((await page.request.post(`/dash/projects/${project}/links`, { data })).status()).toBe(201);
  }
  const output = await instance.command(['report', '--project', project, '--format', 'json']);
  const { schedule } = JSON.parse(output) as {
    schedule: { forecast_finish: string; nodes: Record<string, Scheduled> };
  };
  const plan = await roadmapOf(page, project);
  const reported = plan.epics.map(({ uuid, title }) => ({ title, ...(schedule.nodes[uuid] as Scheduled) }));
  const critical = reported.filter((node) => node.critical).map((node) => node.title);
  expect(critical).toContain('Sell'); // it comes last
  await open(page, project);
  const slack = (days: number | null) => `${days} working day${days === 1 ? '' : 's'} of slack`;
  for (const node of reported) {
    if (node.title === 'Dream') continue;
    const text = node.critical ? 'critical, no slack' : slack(node.total_slack);
    await expect(bar(page, node.title)).toHaveAccessibleName(new RegExp(`, ${text}$`));
  }
  await expect(page.locator('[data-node][data-critical][data-kind=epic]')).toHaveCount(critical.length);
  await expect(page.getByText(/^End \d/)).toBeVisible();
  await bar(page, 'Paint').press('Enter');
  await expect(page.getByRole('dialog', { name: 'Paint' })).toContainText('Forecast');
  await page.keyboard.press('Escape');
  await expect(bar(page, 'Paint')).toBeFocused();

  // The table shows the same data and can be used by keyboard.
  await page.getByRole('radio', { name: 'Timeline' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/view=table/);
  const table = page.getByRole('region', { name: 'The roadmap as a table' });
  const number = (value: number | null) => (value === null ? '–' : String(value));
  for (const node of reported) {
    const cells = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: node.title, exact: true }) });
    await expect(cells.getByRole('cell').nth(5)).toHaveText(node.finish === null ? '–' : inWords(node.finish));
    await expect(cells.getByRole('cell').nth(8)).toHaveText(number(node.total_slack));
    await expect(cells.getByRole('cell').nth(9)).toHaveText(number(node.free_slack));
    await expect(cells.getByRole('cell').nth(10)).toHaveText(node.critical ? 'Yes' : 'No');
  }
  await expect(table.getByRole('row', { name: /^Sell/ })).toContainText('Build');
  await table.getByRole('link', { name: 'Sell' }).focus();
  await page.keyboard.press('Tab');
  await expect(table.getByRole('button', { name: /^Remove link from (Build|Paint) to Sell$/ }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Sell no longer waits for/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('roadmap.csv');
  await checkLooks(page);
});

test('a link has a type and a lag, an epic its own dates and a project its working days', async ({
  signedIn: page,
}) => {
  const { project } = await makePlan(page);
  await open(page, project);
  await page.getByRole('button', { name: 'Actions for Sell' }).press('Enter');
  await page.getByRole('option', { name: 'Add a predecessor…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a link' });
  await dialog.getByRole('combobox', { name: 'First' }).fill('Build');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: /^Finish to finish/ }).click();
  await dialog.getByLabel('Lag').fill('30');
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(arrow(page, 'Build', 'Sell')).toHaveAccessibleName(/, pushed by \d+ working days$/);
  expect((await roadmapOf(page, project)).links).toMatchObject([{ type: 'FF', lag_days: 30 }]);
  await checkLooks(page);

  await arrow(page, 'Build', 'Sell').press('Enter');
  const selected = page.getByRole('region', { name: 'Selected link' });
  await expect(selected).toContainText('Sell finishes when Build has finished. Lag: 30 working days.');
  await selected.getByRole('button', { name: 'Edit…' }).click();
  await page.getByRole('dialog', { name: 'Edit link' }).getByLabel('Lag').fill('-3');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(selected).toContainText('Lag: −3 working days.');
  // Undoing its removal brings back the type and the lag that it had in the end.
  await selected.getByRole('button', { name: 'Remove link' }).click();
  await toast(page, 'Sell no longer waits for Build').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await roadmapOf(page, project)).links).toMatchObject([{ type: 'FF', lag_days: -3 }]);

  // Dream gets dates of its own and moves to the timeline.
  const { today } = await roadmapOf(page, project);
  await page.getByRole('button', { name: 'Actions for Dream' }).click();
  await page.getByRole('option', { name: 'Edit…' }).click();
  const form = page.getByRole('dialog', { name: 'Edit epic' });
  await form.getByLabel('Start').fill(later(today, 5));
  await form.getByLabel('Target').fill(later(today, 25));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(bar(page, 'Dream')).toBeVisible();

  await page.goto(`/projects/${project}/settings`);
  await page.getByRole('checkbox', { name: 'Saturday' }).check();
  await page.getByLabel('Add a holiday').fill(later(today, 3));
  const calendar = page.getByRole('region', { name: 'Working days' });
  await calendar.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: `Remove ${inWords(later(today, 3))}` })).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  const frame = await (await page.request.get(`/dash/projects/${project}`)).json();
  expect(frame.project).toMatchObject({ workdays: [1, 2, 3, 4, 5, 6], holidays: [later(today, 3)] });
});

/** Drags from the middle of something by a number of pixels. */
async function dragBy(page: Page, what: Locator, pixels: number): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 4 });
  await page.mouse.up();
}

test('bars and planned dates are moved by keyboard and mouse, with a preview before saving, and undone', async ({
  signedIn: page,
}) => {
  const { project, nodes } = await makePlan(page);
  const link = { pred_type: 'epic', pred_uuid: nodes.Sell, succ_type: 'epic', succ_uuid: nodes.Paint };
  expect((await page.request.post(`/dash/projects/${project}/links`, { data: link })).status()).toBe(201);
  const epic = async (title: string) => (await roadmapOf(page, project)).epics.find((one) => one.title === title);
  const before = await epic('Sell');
  const [start, finish] = [before?.start ?? '', before?.finish ?? ''];
  await open(page, project);
  const panel = page.getByRole('region', { name: 'Preview' });

  await bar(page, 'Sell').press('PageDown');
  await expect(panel).toContainText(`Sell: planned from ${inWords(later(start, 7))} to ${inWords(later(finish, 7))}`);
  await expect(panel.getByRole('listitem').filter({ hasText: /^Paint: / })).toBeVisible();
  await expect(panel).toContainText('The end of the roadmap moves from');
  await checkLooks(page);
  expect((await epic('Sell'))?.start_date).toBeNull();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);

  await bar(page, 'Sell').press('PageDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(panel).toContainText(`to ${inWords(later(finish, 8))}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sell moved')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(bar(page, 'Sell')).toBeFocused();
  expect(await epic('Sell')).toMatchObject({ start_date: later(start, 7), target_date: later(finish, 8) });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  expect(await epic('Sell')).toMatchObject({ start_date: null, target_date: null });

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/roadmap?epic=*', (route) => held.then(() => route.continue()));
  await dragBy(page, bar(page, 'Sell'), 60);
  await expect(panel).toContainText('Sell: planned from');
  await expect(page.getByRole('dialog', { name: 'Sell' })).toHaveCount(0); // it was no click
  const save = panel.getByRole('button', { name: 'Save' });
  const place = await save.boundingBox();
  release();
  await expect(panel).toContainText('The end of the roadmap moves from');
  expect(await save.boundingBox(), 'the button stays under the pointer while the preview loads').toEqual(place);
  await save.click();
  await expect.poll(async () => (await epic('Sell'))?.start_date).not.toBeNull();

  const row = page.getByRole('listitem').filter({ has: bar(page, 'Build') });
  await dragBy(page, row.locator('[data-grip=target]'), 40);
  await expect(panel).toContainText('Build: planned until');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toHaveCount(0);
  expect((await epic('Build'))?.target_date).toBeNull();
});

test('a milestone is moved by keyboard and mouse, and a link is drawn between any two ends', async ({
  signedIn: page,
}) => {
  const { project, nodes } = await makePlan(page);
  const { today } = await roadmapOf(page, project);
  const data = { name: 'Launch', date: later(today, 12) };
  expect((await page.request.post(`/dash/projects/${project}/milestones`, { data })).status()).toBe(201);
  await open(page, project);
  const mark = page.getByRole('button', { name: /^Milestone Launch/ });
  const panel = page.getByRole('region', { name: 'Preview' });
  const date = async () => (await roadmapOf(page, project)).milestones[0]?.date;
  await mark.press('ArrowRight');
  await expect(panel).toContainText(`Milestone Launch, ${inWords(later(today, 13))}`);
  await page.keyboard.press('Enter');
  await expect.poll(date).toBe(later(today, 13));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(date).toBe(later(today, 12));
  await dragBy(page, mark, -40);
  await expect(panel).toContainText('Nothing else moves with a milestone.');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(mark).toHaveAccessibleName(`Milestone Launch, ${inWords(later(today, 12))}`);

  await bar(page, 'Build').hover();
  await page.getByRole('button', { name: 'Draw a link from the start of Build' }).hover();
  await page.mouse.down();
  const box = await bar(page, 'Sell').boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 2, (box?.y ?? 0) + 8, { steps: 4 });
  await page.mouse.up();
  await expect(arrow(page, 'Build', 'Sell')).toBeVisible();
  const ends = { pred_uuid: nodes.Build, succ_uuid: nodes.Sell };
  await expect.poll(async () => (await roadmapOf(page, project)).links).toMatchObject([{ type: 'SF', ...ends }]);
});

test('milestones can be added, moved and deleted, and a viewer sees each change live', async ({
  signedIn: page,
  instance,
  another,
}) => {
  const { project } = await makePlan(page);
  const viewer = await another();
  await joinAs(instance, page, viewer, project, 'viewer');
  await open(page, project, '?zoom=months');
  await open(viewer, project);

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New milestone…' }).click();
  const { today } = await roadmapOf(page, project);
  const dialog = page.getByRole('dialog', { name: 'New milestone…' });
  await dialog.getByLabel('Name').fill('Opening day');
  await dialog.getByLabel('Day').fill(later(today, 12));
  await dialog.getByRole('button', { name: 'Create milestone' }).click();
  const mark = (date: string) => ({ name: `Milestone Opening day, ${inWords(date)}` });
  await expect(page.getByRole('button', mark(later(today, 12)))).toBeVisible();
  await expect(viewer.getByRole('img', mark(later(today, 12)))).toBeVisible();

  await page.getByRole('button', mark(later(today, 12))).press('Enter');
  await page.getByRole('dialog', { name: 'Edit milestone' }).getByLabel('Day').fill(later(today, 15));
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(viewer.getByRole('img', mark(later(today, 15)))).toBeVisible();

  await drawLink(page, 'Design', 'Build');
  await expect(arrow(viewer, 'Design', 'Build')).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: /^(Draw a link|Actions for)/ })).toHaveCount(0);
  await arrow(viewer, 'Design', 'Build').press('Enter');
  await expect(viewer.getByRole('region', { name: 'Selected link' })).toContainText('Design → Build');
  await expect(viewer.getByRole('button', { name: 'Remove link' })).toHaveCount(0);
  await bar(viewer, 'Design').click();
  await expect(viewer.getByRole('dialog', { name: 'Design' })).toContainText('Blocks');
  await checkA11y(viewer);

  await page.getByRole('button', mark(later(today, 15))).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(viewer.getByRole('img', mark(later(today, 15)))).toHaveCount(0);
  await toast(page, 'Opening day was deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(viewer.getByRole('img', mark(later(today, 15)))).toBeVisible();
});
