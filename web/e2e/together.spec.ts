// Two people who edit the same thing at the same time: nobody's text is lost, and nobody replaces a text that they have not seen.
import type { Locator, Page } from '@playwright/test';
import type { FinancePage, Frame, Ticket } from '../src/api/types.gen';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkA11y } from './support/looks';
import { joinAs } from './support/settings';

const create = async (page: Page, path: string, data: unknown) => (await dash<{ uuid: string }>(page, path, data)).uuid;
/** A project of its own is small, and its pages load fast. */
const newProject = async (page: Page) => (await dash<Frame>(page, '/projects', { name: 'Apollo' })).project.uuid;

/** Saves something as another person, or in another window. */
async function put(page: Page, path: string, data: unknown): Promise<void> {
  const response = await page.request.put(`/dash${path}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
}

const theirs = (where: Page | Locator) =>
  where.getByRole('alert').filter({ hasText: 'Someone else has changed this since you began' });

test.beforeEach(async ({ page, guard }) => {
  guard.allow(412);
  await page.route('**/events?*', () => undefined); // no news arrives, as on a bad connection
});

test('a subtask or criterion that two people reword is shown in both versions, and other criteria merge', async ({
  signedIn: page,
  another,
  instance,
}) => {
  const project = await newProject(page);
  const other = await another();
  await joinAs(instance, page, other, project, 'member');
  const uuid = await create(page, `/projects/${project}/tickets`, {
    title: 'Sell tickets',
    acceptance_criteria: ['Works', 'Is fast'],
  });
  const subtask = await create(page, `/tickets/${uuid}/subtasks`, { title: 'Ask the depot' });
  const stored = () => dash<Ticket>(page, `/tickets/${uuid}`);
  const title = async () => (await stored()).subtasks.find((one) => one.uuid === subtask)?.title;
  await page.goto(`/projects/${project}/board?ticket=${uuid}`);

  const section = page.getByRole('region', { name: 'Subtasks' });
  await section.getByRole('button', { name: 'Ask the depot', exact: true }).click();
  const field = section.getByRole('textbox', { name: 'Subtask', exact: true });
  await field.fill('Ask both depots');
  await put(other, `/subtasks/${subtask}`, { title: 'Ask the new depot' });
  await field.press('Enter');
  await expect(theirs(section)).toContainText('Ask the new depot');
  await expect(field).toHaveValue('Ask both depots');
  expect(await title()).toBe('Ask the new depot');
  await section.getByRole('button', { name: 'Replace it with mine' }).click();
  await expect.poll(title).toBe('Ask both depots');

  const criteria = page.getByRole('region', { name: 'Acceptance criteria' });
  const list = async () => (await stored()).acceptance_criteria;
  await criteria.getByRole('button', { name: 'Works', exact: true }).click();
  const line = criteria.getByRole('textbox', { name: 'Criterion', exact: true });
  await line.fill('Works offline');
  await put(other, `/tickets/${uuid}`, { acceptance_criteria: ['Works well', 'Is very fast'] });
  await line.press('Enter');
  await expect(criteria.getByRole('region', { name: 'Their version' })).toHaveText('Works well');
  await expect(criteria.getByRole('region', { name: 'Your version' })).toHaveText('Works offline');
  expect(await list()).toEqual(['Works well', 'Is very fast']);
  await page.reload(); // the comparison is there again with the draft
  await criteria.getByRole('button', { name: 'Continue' }).click();
  await expect(criteria.getByRole('region', { name: 'Their version' })).toHaveText('Works well');
  await criteria.getByRole('button', { name: 'Replace it with mine' }).click();
  await expect.poll(list).toEqual(['Works offline', 'Is very fast']);
  await expect(criteria.getByRole('button', { name: 'Continue' })).toHaveCount(0);

  await put(other, `/tickets/${uuid}`, { acceptance_criteria: ['Theirs'] });
  const criterion = page.getByRole('textbox', { name: 'Add a criterion' });
  await criterion.fill('Mine');
  await criterion.press('Enter');
  await expect.poll(list).toEqual(['Theirs', 'Mine']);
});

test('a sprint, the settings and a commentary that somebody else has changed are replaced only knowingly', async ({
  signedIn: page,
}) => {
  const project = await newProject(page);
  const sprint = await create(page, `/projects/${project}/sprints`, { title: 'Sprint 1' });
  const frame = () => dash<Frame>(page, `/projects/${project}`);
  /** Types a text in a field; somebody else saves another one; it is shown, and then replaced. */
  const collide = async (field: Locator, save: (text: string) => Promise<void>, stored: () => Promise<unknown>) => {
    await field.fill('My text');
    await save('Their text');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('region', { name: /Their version$/ })).toHaveText('Their text');
    await expect(page.getByRole('region', { name: /Your version$/ })).toHaveText('My text');
    await checkA11y(page);
    await expect(field).toHaveValue('My text');
    expect(await stored()).toBe('Their text');
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await expect.poll(stored).toBe('My text');
    await expect(theirs(page)).toHaveCount(0);
  };

  await page.goto(`/projects/${project}/sprints/${sprint}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await collide(
    page.getByRole('dialog').getByRole('textbox', { name: 'Goal' }),
    (goal) => put(page, `/sprints/${sprint}`, { goal }),
    async () => (await frame()).sprints.find(({ uuid }) => uuid === sprint)?.goal,
  );

  await page.goto(`/projects/${project}/settings/general`);
  await collide(
    page.getByRole('textbox', { name: 'Description' }),
    (description) => put(page, `/projects/${project}`, { description }),
    async () => (await frame()).project.description,
  );

  const finance = () => dash<FinancePage>(page, `/projects/${project}/finance`);
  const { day } = await finance();
  await page.goto(`/projects/${project}/finance`);
  await page.getByRole('button', { name: 'Write a commentary' }).click();
  await collide(
    page.getByRole('textbox', { name: /^Commentary on/ }),
    (content) => put(page, `/projects/${project}/commentary`, { day, content }),
    async () => (await finance()).commentary?.content,
  );
});
