// Project finance: every figure matches the API, in any language and for any reader.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type FinancePage, financeOf, locales, newKey, ownProject, shownIn, written } from './support/finance';
import { expect, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';
import { cardsIn, later, projectNamed } from './support/project';
import { dash } from './support/settings';

const pageOf = (page: Page, project: string, asOf = '') =>
  dash<FinancePage>(page, `/projects/${project}/finance${asOf === '' ? '' : `?as_of=${asOf}`}`);

/** Opens the finance page of a project and waits for its numbers. */
async function open(page: Page, project: string, query = ''): Promise<void> {
  await page.goto(`/projects/${project}/finance${query}`);
  await expect(page.locator('[data-field=project_uuid]')).toHaveText(project);
}

test('all 26 fields stand on the page as the API gives them, in both languages', async ({
  signedIn: page,
  instance,
}) => {
  test.slow();
  const secret = await newKey(page);
  type Row = { uuid: string; name: string; sees_rates: boolean };
  const { projects } = await dash<{ projects: Row[] }>(page, '/projects');
  for (const { uuid, name } of projects.filter(({ sees_rates }) => sees_rates)) {
    const finance = await financeOf(instance.url, secret, uuid);
    expect(Object.keys(finance).length, name).toBe(26);
    await open(page, uuid);
    for (const language of ['fr', 'en'] as const) {
      await setLanguage(page, language);
      const expected = Object.fromEntries(
        Object.entries(finance).map(([field, value]) => [field, written(locales[language], field, value)]),
      );
      expect(await shownIn(page, 'data-field'), `${name} in ${language}`).toEqual(expected);
    }
  }
});

test('the page says in words what the numbers say, and takes each apart', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { finance, schedule } = await pageOf(page, project);
  await open(page, project);
  const money = (value: number | null) => written('en-GB', 'bac', value);
  const story = page.getByTestId('story');
  await expect(story).toHaveText(
    `Every 1 spent has earned ${written('en-GB', 'cpi', finance.cpi)}. At this rate the project will cost ${money(finance.eac)}, which is ` +
      `${money(Math.abs(finance.vac ?? 0))} over budget.`,
  );
  await setLanguage(page, 'fr');
  await expect(story).toContainText('Chaque unité dépensée a rapporté');
  await setLanguage(page, 'en');
  for (const [field, value] of Object.entries(await shownIn(page, 'data-schedule'))) {
    const known = schedule?.[field as keyof typeof schedule];
    const kind = field === 'spi_t' || field === 'tspi' ? 'cpi' : 'done_sp';
    if (typeof known === 'number') expect(value, field).toBe(written('en-GB', kind, known));
  }
  await story.getByRole('link', { name: written('en-GB', 'cpi', finance.cpi) }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cost performance index' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /^EAC/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Estimate at completion' })).toBeVisible();

  const names: [string, string | RegExp][] = [
    ['Open data et API', 'There is no budget'],
    ['Station signage replacement', /^All points are earned\. The project cost .* (over|under) budget\.$/],
  ];
  for (const [name, text] of names) {
    await open(page, (await projectNamed(page, name)).uuid);
    await expect(page.getByTestId('story')).toContainText(text);
  }
});

test('the curves are stepped through, read as tables, saved as files and printed', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  // The server stores past figures while it starts, so compare with the response this page got.
  const told = page.waitForResponse((answer) => answer.url().endsWith(`/dash/projects/${project}/finance`));
  await open(page, project);
  const { curve, forecast, day, history } = (await (await told).json()) as FinancePage;
  const chart = page.getByRole('region', { name: 'S-curve' });
  const slider = chart.getByRole('slider');
  await slider.focus();
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /Planned value \(PV\) [\d,]+, Earned value \(EV\) [\d,]+, Cost in sprints \(AC\) [\d,]+/,
  );
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`Cost at P95 ${written('en-GB', 'bac', forecast.cost?.p95 ?? null)}`),
  );
  await page.keyboard.press('ArrowLeft');
  await expect(slider).not.toHaveAttribute('aria-valuetext', /P95/);

  const waiting = page.waitForEvent('download');
  await chart.getByRole('button', { name: 'Download CSV' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe(`s-curve-${day}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  const today = curve.find((point) => point.date === day);
  expect(lines[0]).toContain('Planned value (PV),Earned value (EV),Cost in sprints (AC)');
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, project);
  await checkLooks(page);
});

test('a past day is shown as it was stored beside what is known of it now', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { today, sprints } = await pageOf(page, project);
  const day = later(today, -20);
  const running = sprints.find((sprint) => (sprint.cost ?? 0) > 0);
  const card = (await cardsIn(page, project, `sprint=${running?.uuid}`))[0];
  const before = await pageOf(page, project, day);
  await open(page, project);
  await page.getByLabel('As of').fill(day);
  await expect(page).toHaveURL(new RegExp(`as_of=${day}`));
  const table = page.getByRole('region', { name: 'Reported then, known now' });
  await expect(table.getByText(/Nothing has changed since/)).toBeVisible();

  await dash(page, `/tickets/${card?.uuid}/time`, { duration_minutes: 480, logged_at: day });
  const after = await pageOf(page, project, day);
  const [then, now] = [after.reported?.finance.ac ?? Number.NaN, after.finance.ac ?? Number.NaN];
  expect(now).toBeGreaterThan(before.finance.ac ?? Number.NaN);
  await expect(table.locator('[data-now=ac]')).toHaveText(written('en-GB', 'ac', now));
  await expect(table.locator('[data-then=ac]')).toHaveText(written('en-GB', 'ac', then));
  await expect(table.getByText(/\d+ of 25 numbers are different today\./)).toBeVisible();
  await expect(table.getByRole('row', { name: /^AC / })).toContainText(`+${written('en-GB', 'ac', now - then)}`);
  expect(await shownIn(page, 'data-now')).toMatchObject({ cpi: written('en-GB', 'cpi', after.finance.cpi) });
  await checkLooks(page);
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(table).toHaveCount(0);
});

test('costs by epic and by member add up', async ({ signedIn: page }) => {
  const project = await ownProject(page);
  const { finance, by_member } = await pageOf(page, project);
  await open(page, project);
  const members = page.getByRole('region', { name: 'By member' }).first();
  await expect(members.getByRole('row')).toHaveCount((by_member?.length ?? 0) + 2);
  await expect(members.locator('[data-total=cost]')).toHaveText(written('en-GB', 'ac', finance.ac_total));
  const epics = page.getByRole('region', { name: 'By epic' }).first();
  await expect(epics.locator('[data-total=cost]')).toHaveText(written('en-GB', 'ac', finance.ac_total));
  await expect(page.getByRole('region', { name: 'What makes these numbers less reliable' })).toContainText('no points');
});
