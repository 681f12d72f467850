// Start and due dates: set, refused, cleared, and shown on the card and in the backlog.
import type { Page } from '@playwright/test';
import type { Frame, Ticket } from '../src/api/types.gen';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';
import { overflowOf, toast } from './support/page';

async function projectWith(page: Page, ticket: object) {
  const { project } = await dash<Frame>(page, '/projects', { name: 'Dates' });
  const { uuid } = await dash<Ticket>(page, `/projects/${project.uuid}/tickets`, { status: 'todo', ...ticket });
  return { project: project.uuid, uuid };
}

const panel = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => panel(page).getByLabel(name, { exact: true });
const stored = async (page: Page, uuid: string) => {
  const { start_date, due_date } = await dash<Ticket>(page, `/tickets/${uuid}`);
  return [start_date, due_date];
};

test('the panel sets dates, refuses them in the wrong order in words, and clears them', async ({ signedIn: page }) => {
  const { project, uuid } = await projectWith(page, { title: 'Alpha' });
  await page.goto(`/projects/${project}/board?ticket=${uuid}`);
  await field(page, 'Start date').fill('2026-03-09');
  await field(page, 'Start date').press('Enter');
  await expect.poll(() => stored(page, uuid)).toEqual(['2026-03-09', null]);
  await field(page, 'Due date').fill('2026-03-02');
  await field(page, 'Due date').press('Enter');
  await expect(panel(page).getByText('The due date is before the start date.')).toBeVisible();
  await setLanguage(page, 'fr');
  await expect(panel(page).getByText('L’échéance est avant la date de début.')).toBeVisible();
  await setLanguage(page, 'en');
  expect(await stored(page, uuid)).toEqual(['2026-03-09', null]);
  await field(page, 'Start date').fill('2026-03-01'); // now both are in order, and both are saved
  await field(page, 'Start date').press('Enter');
  await expect.poll(() => stored(page, uuid)).toEqual(['2026-03-01', '2026-03-02']);
  await panel(page).getByRole('tab', { name: 'History' }).click();
  await expect(panel(page).getByText('Start date: 9 Mar 2026 → 1 Mar 2026')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Clear the due date' }).press('Enter');
  await expect(field(page, 'Due date')).toBeFocused();
  await expect.poll(() => stored(page, uuid)).toEqual(['2026-03-01', null]);
  await checkLooks(page);
});

test('a date that somebody else has set meanwhile is not replaced', async ({ signedIn: page }) => {
  const { project, uuid } = await projectWith(page, { title: 'Alpha', due_date: '2026-03-09' });
  await page.goto(`/projects/${project}/board?ticket=${uuid}`);
  await expect(field(page, 'Due date')).toHaveValue('2026-03-09');
  await field(page, 'Due date').fill('2026-03-10');
  const other = await page.request.put(`/dash/tickets/${uuid}`, { data: { title: 'Bravo', due_date: '2026-03-20' } });
  expect(other.ok()).toBe(true);
  await expect(panel(page).getByRole('button', { name: 'Bravo', exact: true })).toBeVisible();
  await field(page, 'Due date').press('Enter');
  await expect(toast(page, 'Someone else has changed this meanwhile')).toBeVisible();
  await field(page, 'Due date').blur();
  await expect(field(page, 'Due date')).toHaveValue('2026-03-20');
  expect(await stored(page, uuid)).toEqual([null, '2026-03-20']);
});

test('cards and backlog rows say when a ticket is due and that it is overdue', async ({ signedIn: page }) => {
  const { project } = await projectWith(page, { title: 'Late', due_date: '2020-03-02' });
  await dash(page, `/projects/${project}/tickets`, { title: 'Early', status: 'todo', due_date: '2199-03-02' });
  await dash(page, `/projects/${project}/tickets`, { title: 'Whenever', status: 'todo' });
  await dash(page, `/projects/${project}/tickets`, { title: 'Finished', status: 'done', due_date: '2020-03-02' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/projects/${project}/backlog`);
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(row('Late')).toContainText('Overdue since 2 Mar 2020');
  await expect(row('Early')).toContainText('Due 2 Mar 2199');
  await expect(row('Whenever')).not.toContainText(/due/i);
  expect(await overflowOf(page)).toBe(0);
  await checkLooks(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/projects/${project}/board`);
  const card = (title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) });
  await expect(card('Late')).toHaveAccessibleName(/Overdue since 2 Mar 2020/);
  await expect(card('Late').getByText('Overdue since 2 Mar 2020').last()).toBeVisible();
  await expect(card('Early')).toHaveAccessibleName(/Due 2 Mar 2199/);
  await checkLooks(page);
  await setLanguage(page, 'fr');
  await expect(card('Late').getByText('En retard depuis le 2 mars 2020').last()).toBeVisible();
});
