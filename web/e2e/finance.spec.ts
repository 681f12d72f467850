// Project finance: every figure matches the API, in both languages.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dash, listProjects } from './support/api';
import { type FinancePage, financeOf, formatField, locales, newKey, ownProject, shownIn } from './support/finance';
import { expect, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';
import { overflowOf } from './support/page';
import { cardsIn, later, projectNamed, saturdayUpTo } from './support/project';

const pageOf = (page: Page, project: string, asOf = '') =>
  dash<FinancePage>(page, `/projects/${project}/finance${asOf === '' ? '' : `?as_of=${asOf}`}`);

/** Opens the finance page of a project and waits for its numbers. */
async function open(page: Page, project: string, query = ''): Promise<void> {
  await page.goto(`/projects/${project}/finance${query}`);
  await expect(page.locator('[data-field=project_uuid]')).toHaveText(project);
}

test('all 26 finance fields match the API, in both languages', async ({ signedIn: page }) => {
  test.slow();
  const secret = await newKey(page);
  for (const { uuid, name, sees_rates } of await listProjects(page)) {
    if (!sees_rates) continue;
    const finance = await financeOf(page, secret, uuid);
    expect(Object.keys(finance).length, name).toBe(26);
    await open(page, uuid);
    for (const language of ['fr', 'en'] as const) {
      await setLanguage(page, language);
      const expected = Object.fromEntries(
        Object.entries(finance).map(([field, value]) => [field, formatField(locales[language], field, value)]),
      );
      expect(await shownIn(page, 'data-field'), `${name} in ${language}`).toEqual(expected);
    }
  }
});

test('the finance page puts its numbers into words and links to their breakdowns', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { finance, schedule } = await pageOf(page, project);
  await open(page, project);
  const money = (value: number | null) => formatField('en-GB', 'bac', value);
  const story = page.getByTestId('story');
  await expect(story).toHaveText(
    `Every €1 spent has earned €${formatField('en-GB', 'cpi', finance.cpi)}. At this rate the project will cost ${money(finance.eac)}, which is ` +
      `${money(Math.abs(finance.vac ?? 0))} over budget.`,
  );
  await setLanguage(page, 'fr');
  await expect(story).toContainText('Pour 1\u00a0€ dépensé, le travail accompli vaut');
  await setLanguage(page, 'en');
  for (const [field, value] of Object.entries(await shownIn(page, 'data-schedule'))) {
    const known = schedule?.[field as keyof typeof schedule];
    const kind = field === 'spi_t' || field === 'tspi' ? 'cpi' : 'done_sp';
    if (typeof known === 'number') expect(value, field).toBe(formatField('en-GB', kind, known));
  }
  await story.getByRole('link', { name: `€${formatField('en-GB', 'cpi', finance.cpi)}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cost performance index' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /^EAC/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Estimate at completion' })).toBeVisible();

  const stories: [string, string | RegExp][] = [
    ['Open data et API', 'There is no budget'],
    ['Station signage replacement', /^All points are earned\. The project cost .* (over|under) budget\.$/],
  ];
  for (const [name, text] of stories) {
    await open(page, (await projectNamed(page, name)).uuid);
    await expect(page.getByTestId('story')).toContainText(text);
  }
});

test('the finance curves can be stepped through, shown as tables, downloaded and printed', async ({
  signedIn: page,
}) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  // The server may still be storing past figures, so compare the page with the response that it received.
  const loaded = page.waitForResponse((response) => response.url().endsWith(`/dash/projects/${project}/finance`));
  await open(page, project);
  const { curve, forecast, day, history } = (await (await loaded).json()) as FinancePage;
  const chart = page.getByRole('region', { name: 'S-curve' });
  const slider = chart.getByRole('slider');
  await slider.focus();
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /Planned value \(PV\) €[\d,]+, Earned value \(EV\) €[\d,]+, Cost in sprints \(AC\) €[\d,]+/,
  );
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`Cost at P95 ${formatField('en-GB', 'bac', forecast.cost?.p95 ?? null)}`),
  );
  await page.keyboard.press('ArrowLeft');
  await expect(slider).not.toHaveAttribute('aria-valuetext', /P95/);

  const download = page.waitForEvent('download');
  await chart.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`s-curve-${day}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  const today = curve.find((point) => point.date === day);
  expect(lines[0]).toContain('Planned value (PV) (EUR),Earned value (EV) (EUR),Cost in sprints (AC) (EUR)');
  expect(lines.find((line) => line.startsWith(day))).toContain(`${day},${today?.pv},${today?.ev},${today?.ac}`);
  await chart.getByRole('button', { name: 'Show as a table' }).click();
  await expect(chart.getByRole('row')).toHaveCount(lines.length);
  await chart.getByText('Points', { exact: true }).click();
  await expect(page).toHaveURL(/unit=points/);
  await expect(chart.getByRole('columnheader', { name: 'Earned points' })).toBeVisible();

  const indices = page.getByRole('region', { name: 'CPI and SPI over time' });
  await expect(indices.getByRole('listitem')).toHaveText([
    'CPI',
    'SPI',
    'As planned',
    'On track',
    'At risk',
    'In trouble',
  ]);
  await indices.getByRole('button', { name: 'Show as a table' }).click();
  const known = history.filter((point) => point.cpi !== null || point.spi !== null);
  await expect(indices.getByRole('row')).toHaveCount(known.length + 2);

  await page.emulateMedia({ media: 'print' });
  await expect(chart.getByRole('button', { name: 'Download CSV' })).toBeHidden();
  await page.setViewportSize({ width: 700, height: 1000 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, project);
  await checkLooks(page);
});

test('links lead to the sections of the finance page, by keyboard and on a phone', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  await open(page, project);
  const links = page.getByRole('navigation', { name: 'On this page' });
  await links.getByRole('link', { name: 'Breakdown' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/finance#costs$/);
  const costs = page.locator('#costs');
  await expect(costs).toBeFocused();
  await expect(costs).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(costs.locator(':focus')).toHaveCount(1);

  await page.setViewportSize({ width: 360, height: 740 });
  await links.getByRole('link', { name: 'S-curve' }).click();
  const curve = page.locator('#curve');
  await expect(curve).toBeFocused();
  await expect(curve.getByRole('heading', { name: 'S-curve' })).toBeInViewport();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);

  await page.goto(`/projects/${project}/finance?unit=points#schedule`);
  await expect(page.locator('#schedule')).toBeFocused();
  await expect(page.locator('#schedule')).toBeInViewport();
  await links.getByRole('link', { name: 'Outlook' }).click();
  await expect(page).toHaveURL(/unit=points#outlook$/);
});

test('a past day shows the figures reported then beside those known now', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { today, sprints } = await pageOf(page, project);
  const day = later(today, -20);
  const costed = sprints.find((sprint) => (sprint.cost ?? 0) > 0);
  const card = (await cardsIn(page, project, `sprint=${costed?.uuid}`))[0];
  const before = await pageOf(page, project, day);
  await open(page, project);
  await page.getByLabel('As of').fill(day);
  await expect(page).toHaveURL(new RegExp(`as_of=${day}`));
  const table = page.getByRole('region', { name: 'Stored later, known now' });
  await expect(table.getByText(/Nothing has changed since/)).toBeVisible();

  await dash(page, `/tickets/${card?.uuid}/time`, { duration_minutes: 480, logged_at: day });
  const after = await pageOf(page, project, day);
  const [then, now] = [after.reported?.finance.ac ?? Number.NaN, after.finance.ac ?? Number.NaN];
  expect(now).toBeGreaterThan(before.finance.ac ?? Number.NaN);
  await expect(table.locator('[data-now=ac]')).toHaveText(formatField('en-GB', 'ac', now));
  await expect(table.locator('[data-then=ac]')).toHaveText(formatField('en-GB', 'ac', then));
  await expect(table.getByText(/\d+ of 25 numbers are different today\./)).toBeVisible();
  await expect(table.getByRole('row', { name: /^AC / })).toContainText(`+${formatField('en-GB', 'ac', now - then)}`);
  expect(await shownIn(page, 'data-now')).toMatchObject({ cpi: formatField('en-GB', 'cpi', after.finance.cpi) });
  await checkLooks(page);
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(table).toHaveCount(0);
});

test('costs by epic and by member add up to the total cost', async ({ signedIn: page }) => {
  const { uuid: project } = await ownProject(page);
  const { finance, by_member } = await pageOf(page, project);
  await open(page, project);
  const members = page.getByRole('region', { name: 'By member' }).first();
  await expect(members.getByRole('row')).toHaveCount((by_member?.length ?? 0) + 2);
  await expect(members.locator('[data-total=cost]')).toHaveText(formatField('en-GB', 'ac', finance.ac_total));
  const epics = page.getByRole('region', { name: 'By epic' }).first();
  await expect(epics.locator('[data-total=cost]')).toHaveText(formatField('en-GB', 'ac', finance.ac_total));
  await expect(page.getByRole('region', { name: 'What makes these numbers less reliable' })).toContainText('no points');
});

test('an index that rose without any work is exposed, next to the all-in CPI and every estimate', async ({
  signedIn: page,
}) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { sprints, today } = await pageOf(page, project);
  const active = sprints.find((sprint) => sprint.status === 'active');
  const card = (await cardsIn(page, project, `sprint=${active?.uuid}`)).find(({ status }) => status !== 'done');
  await dash(page, `/tickets/${card?.uuid}/time`, {
    duration_minutes: 1200,
    logged_at: saturdayUpTo(later(today, -30)),
  });
  await open(page, project);
  const told = page.getByRole('region', { name: 'Indices that rose without any work' });
  await expect(told).toHaveCount(0);
  const moved = await page.request.put(`/dash/tickets/${card?.uuid}`, { data: { sprint_uuid: null } });
  expect(moved.ok(), await moved.text()).toBe(true);
  await page.reload();
  await expect(told).toContainText('of cost has left sprints along with unfinished tickets');
  await expect(told).toContainText(/Without this, CPI would be 0\.\d+ instead of 0\.\d+\. Changed by \S+/);
  await expect(told.getByRole('link', { name: card?.title })).toBeVisible();
  const estimates = page.getByRole('region', { name: 'Estimates at completion' }).first();
  await expect(estimates.getByRole('row')).toHaveCount(5);
  await expect(estimates.locator('[data-chosen]')).toContainText('chosen');
  await checkLooks(page);
  await setLanguage(page, 'fr');
  await expect(page.getByText('Sans cela, le CPI serait de')).toBeVisible();
  await setLanguage(page, 'en');
  await page.locator('[data-estimate=cpi_all_in]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'All-in cost performance index' })).toBeVisible();
  await page.goBack();
  await estimates.locator('[data-method=cpi_spi]').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Estimate at completion by CPI × SPI' })).toBeVisible();
  await checkLooks(page);
});
