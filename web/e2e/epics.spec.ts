// Epics and super-epics: the list, burn-up and cost on their pages, and permissions.
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkA11y, checkLooks } from './support/looks';
import { makePlan, roadmapOf } from './support/plan';
import { projectNamed } from './support/project';
import { joinAs } from './support/settings';

interface EpicFacts {
  cost: number;
  engaged_charge: number;
  minutes: number;
  points: number;
  done_points: number;
  open_total: number;
  burnup: { date: string; scope: number; done: number }[];
  epics: unknown[];
}

const number = (value: number, locale = 'en-GB') =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value);

test('an epic can be created, given a status and description, and deleted', async ({ signedIn: page, guard }) => {
  const { project, nodes } = await makePlan(page);
  await page.goto(`/projects/${project}/epics`);
  const row = (title: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title }) });
  await expect(row('Build')).toContainText('63%');
  await expect(row('Build')).toContainText('5 of 8');
  await expect(row('Shop')).toContainText('5 of 16');
  await page.getByRole('button', { name: 'New epic…' }).click();
  const form = page.getByRole('dialog', { name: 'New epic' });
  await form.getByLabel('Title').fill('Deliver');
  await form.getByRole('combobox', { name: 'Super-epic' }).click();
  await page.getByRole('option', { name: 'Shop' }).click();
  await form.getByRole('button', { name: 'Create epic' }).click();
  await expect(row('Deliver')).toBeVisible();
  await page.getByLabel('Search epics').fill('deli');
  await expect(row('Build')).toHaveCount(0);
  await checkLooks(page);

  await page.getByRole('link', { name: 'Deliver' }).click();
  await expect(page.getByRole('heading', { name: 'Deliver', level: 1 })).toBeVisible();
  const current = page.getByRole('navigation').getByRole('link', { name: 'Roadmap' });
  await expect(current).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Nothing to show yet.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'In progress' }).click();
  await page.getByRole('button', { name: 'Edit the description' }).click();
  const prose = page.getByRole('textbox', { name: 'Description' });
  await prose.fill('Bring it **home**.');
  guard.allow(503); // the first save fails, and the typed text must survive it
  const unavailable = { status: 503, json: { error: { code: 'unavailable', message: 'not now' } } };
  await page.route('**/dash/epics/*', (route) => route.fulfill(unavailable), { times: 1 });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The server is not ready right now.')).toBeVisible();
  await expect(prose).toHaveValue('Bring it **home**.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Description' }).locator('strong')).toHaveText('home');
  await page.getByRole('link', { name: 'Shop' }).click();
  await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible();
  await expect(row('Deliver')).toContainText('In progress');

  await row('Build').getByRole('link', { name: 'Build' }).click();
  await page.getByRole('button', { name: 'Build: the rest' }).click();
  await expect(page).toHaveURL(/ticket=/);
  await expect(page.getByRole('dialog')).toContainText('Build: the rest');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Build?' });
  await expect(question).toContainText('Its 2 tickets stay, without an epic');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/epics$/);
  await expect(row('Sell')).toBeVisible();
  await expect(row('Build')).toHaveCount(0);
  expect((await roadmapOf(page, project)).epics.map((epic) => epic.uuid)).not.toContain(nodes.Build);
});

test('epic and super-epic pages match the API, in both languages', async ({ signedIn: page }) => {
  test.slow(); // axe is slow on a page with many tickets
  const { uuid: project } = await projectNamed(page, 'Application voyageurs');
  const plan = await roadmapOf(page, project);
  const worked = plan.epics.find((epic) => epic.minutes > 0 && epic.done_tickets < epic.tickets);
  expect(worked).toBeDefined();
  const facts = await dash<EpicFacts>(page, `/epics/${worked?.uuid}`);
  await page.goto(`/projects/${project}/epics/${worked?.uuid}`);
  const figure = (name: string) => page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) });
  await expect(figure('Points done')).toContainText(`${facts.done_points} of ${facts.points}`);
  await expect(figure('Cost')).toContainText(number(facts.cost));
  await expect(figure('Engaged charge')).toContainText(number(facts.engaged_charge));
  await expect(page.getByRole('heading', { name: `Open tickets (${facts.open_total})` })).toBeVisible();

  await checkLooks(page);

  // The burn-up can be read by keyboard and as a table.
  const slider = page.getByRole('slider', { name: /^Burn-up/ });
  await slider.focus();
  await slider.press('End');
  const last = facts.burnup.at(-1);
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`Done ${last?.done}, Scope ${last?.scope}`));
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('region', { name: 'Burn-up as a table' }).getByRole('row')).toHaveCount(
    facts.burnup.length + 1,
  );
  await page.evaluate(() => localStorage.setItem('earnest.language', 'fr'));
  await page.reload();
  await expect(figure('Charge engagée')).toContainText(number(facts.engaged_charge, 'fr-FR'));

  const [group] = plan.super_epics;
  await page.goto(`/projects/${project}/super-epics/${group?.uuid}`);
  const groupFacts = await dash<EpicFacts>(page, `/super-epics/${group?.uuid}`);
  await expect(figure('Coût')).toContainText(number(groupFacts.cost, 'fr-FR'));
  await expect(page.getByRole('region', { name: 'Epics' }).getByRole('row')).toHaveCount(groupFacts.epics.length + 1);
  await checkA11y(page);
});

test('a viewer sees no controls for changing epics, and no cost if rates are hidden', async ({
  signedIn: page,
  instance,
  another,
}) => {
  const { project, nodes } = await makePlan(page);
  await page.request.put(`/dash/projects/${project}`, { data: { rates_for: 'admins' } });
  const viewer = await another();
  await joinAs(instance, page, viewer, project, 'viewer');
  await viewer.goto(`/projects/${project}/epics`);
  await expect(viewer.getByRole('columnheader', { name: 'Time' })).toBeVisible();
  await expect(viewer.getByRole('columnheader', { name: 'Cost' })).toHaveCount(0);
  await expect(viewer.getByText('This project shows cost only to its owner and admins.')).toBeVisible();
  await expect(viewer.getByRole('button', { name: /^(New (super-)?epic|Actions)/ })).toHaveCount(0);
  await viewer.goto(`/projects/${project}/epics/${nodes.Design}`);
  await expect(viewer.getByText('Points done')).toBeVisible();
  await expect(viewer.getByText('Engaged charge')).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(0);
  await expect(viewer.getByRole('combobox')).toHaveCount(0);

  // The owner's change shows up immediately.
  await page.request.put(`/dash/epics/${nodes.Design}`, { data: { title: 'Draw', status: 'done' } });
  await expect(viewer.getByRole('heading', { name: 'Draw', level: 1 })).toBeVisible();
  await checkA11y(viewer);
});
