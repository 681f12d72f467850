// The forecast, and what-if scenarios, which change nothing in the project.
import type { Page } from '@playwright/test';
import type { WhatIf } from '../src/api/types.gen';
import { dash } from './support/api';
import { financeOf, formatField, newKey, shownIn } from './support/finance';
import { expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';
import { inWords, projectNamed } from './support/project';
import { joinAs } from './support/settings';

const whatIf = (page: Page, project: string, query = '') => dash<WhatIf>(page, `/projects/${project}/what-if?${query}`);
const money = (value: number | null | undefined) => formatField('en-GB', 'bac', value ?? null);

/** Table cells by row name. */
const rowsIn = (page: Page): Promise<Record<string, string[]>> =>
  page
    .locator('tr[data-row]')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.getAttribute('data-row') ?? '',
          [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
        ]),
      ),
    );

test('the forecast shows finish dates and costs, or why there is no forecast', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { forecast } = (await whatIf(page, project)).now;
  await page.goto(`/projects/${project}/forecast`);
  await expect(page.getByText('80% of the simulations stay within it')).toBeVisible();
  const [finish, cost] = [await shownIn(page, 'data-finish'), await shownIn(page, 'data-cost')];
  for (const percentile of ['p50', 'p80', 'p95'] as const) {
    expect(finish[percentile]).toBe(inWords(forecast.finish?.[percentile] ?? ''));
    expect(cost[percentile]).toBe(money(forecast.cost?.[percentile]));
  }
  await expect(page.getByText('Nothing has been changed yet')).toBeVisible();
  await checkLooks(page);
  for (const [name, text] of [
    ['Station signage replacement', 'No points are left, so there is nothing to forecast.'],
    ['Assistance en gare', 'There is not enough history'],
  ] as const) {
    await page.goto(`/projects/${(await projectNamed(page, name)).uuid}/forecast`);
    await expect(page.getByText(text).first()).toBeVisible();
  }
});

test('a what-if scenario is set by slider or number, shared by URL, and changes nothing', async ({
  signedIn: page,
  instance,
  another,
  guard,
}) => {
  const secret = await newKey(page);
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const revision = async () => (await dash<{ revision: number }>(page, `/projects/${project}`)).revision;
  const before = await financeOf(page, secret, project);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/dash/') && request.method() !== 'GET')
      writes.push(`${request.method()} ${request.url()}`);
  });

  await page.goto(`/projects/${project}/forecast`);
  await page.getByRole('slider', { name: 'Scope: slider' }).focus();
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/scope=%2B5%25/);
  await page.getByRole('textbox', { name: 'Scope: by how much' }).fill('20');
  await expect(page).toHaveURL(/scope=%2B20%25/);
  const kind = page.getByRole('radiogroup', { name: 'Scope: how it is changed' });
  await kind.getByText('points', { exact: true }).click();
  await expect(page).not.toHaveURL(/scope=/);
  await page.getByRole('textbox', { name: 'Scope: by how much' }).fill('7');
  await expect(page).toHaveURL(/scope=%2B7(&|$)/);
  await kind.getByText('%', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Scope: by how much' }).fill('20');
  await expect(page).toHaveURL(/scope=%2B20%25/);
  await page.getByRole('textbox', { name: 'Daily rates: by how much' }).fill('10');
  await page.getByRole('textbox', { name: 'Dates: by how much' }).fill('30');
  await expect(page).toHaveURL(/shift=30/);
  const { now, then } = await whatIf(page, project, 'scope=%2B20%25&rates=%2B10%25&shift=30');
  await expect
    .poll(async () => (await rowsIn(page)).eac)
    .toEqual([
      money(now.finance.eac),
      money(then.finance.eac),
      `+${money((then.finance.eac ?? 0) - (now.finance.eac ?? 0))}`,
    ]);
  const rows = await rowsIn(page);
  expect(rows.finish_p80?.slice(0, 2)).toEqual([now, then].map((side) => inWords(side.forecast.finish?.p80 ?? '')));
  expect(rows.cost_p95?.slice(0, 2)).toEqual([now, then].map((side) => money(side.forecast.cost?.p95)));
  expect(rows.planned_end?.[2]).toBe('+30 days');
  const curves = page.getByRole('region', { name: 'S-curves, now and what if' });
  await expect(curves.getByRole('listitem').filter({ hasText: 'Planned value (PV), what if' })).toBeVisible();
  await checkLooks(page);

  const viewer = await another();
  await joinAs(instance, page, viewer, project, 'viewer');
  const revisionAfterJoin = await revision();
  await viewer.goto(page.url());
  await expect(viewer.getByRole('textbox', { name: 'Scope: by how much' })).toHaveValue(/^20/);
  await expect.poll(() => rowsIn(viewer)).toEqual(rows);

  guard.allow(422);
  await page.getByRole('radiogroup', { name: 'Dates: how it is changed' }).getByText('ends on').click();
  await page.getByLabel('Dates: by how much').fill('1990-01-01');
  await expect(page.getByText('This scenario cannot be computed')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the present' }).click();
  await expect(page).toHaveURL(/\/forecast$/);
  await expect(page.getByText('Nothing has been changed yet')).toBeVisible();
  expect(writes).toEqual([]);
  expect(await financeOf(page, secret, project)).toEqual(before);
  expect(await revision()).toBe(revisionAfterJoin);
});
