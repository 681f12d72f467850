// The distribution of the finish dates, on the forecast and finance pages, at every width.
import type { Page } from '@playwright/test';
import type { WhatIf } from '../src/api/types.gen';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';
import { inWords, projectNamed } from './support/project';

/** Labels of P50, P80 and P95, with their boxes, in a chart. */
const labelsIn = (page: Page, title: string) =>
  page
    .getByRole('region', { name: title, exact: true })
    .locator('[data-quantile] text')
    .evaluateAll((texts) =>
      texts.map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return { text: text.textContent ?? '', left, right, top, bottom };
      }),
    );

/** Each label is inside the window, and none covers another. */
async function mustBeReadable(page: Page, title: string) {
  await expect(page.getByRole('region', { name: title, exact: true }).locator('[data-quantile] text')).toHaveCount(3);
  const labels = await labelsIn(page, title);
  const width = page.viewportSize()?.width ?? 0;
  for (const [n, one] of labels.entries()) {
    expect(one.left, one.text).toBeGreaterThanOrEqual(0);
    expect(one.right, one.text).toBeLessThanOrEqual(width);
    for (const other of labels.slice(0, n)) {
      const apart = one.bottom <= other.top + 2 || other.bottom <= one.top + 2;
      expect(apart || one.right <= other.left || other.right <= one.left, `${one.text} and ${other.text}`).toBe(true);
    }
  }
  return labels.map((label) => label.text);
}

test('P50, P80 and P95 are readable in the distribution, at every width', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { forecast } = (await dash<WhatIf>(page, `/projects/${project}/what-if`)).now;
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['forecast', 'finance']) {
      await page.goto(`/projects/${project}/${path}`);
      const labels = await mustBeReadable(page, 'When the simulations end');
      expect(labels).toEqual(
        (['p50', 'p80', 'p95'] as const).map(
          (share) => `${share.toUpperCase()}: ${inWords(forecast.finish?.[share] ?? '')}`,
        ),
      );
      await expect(page.getByTestId('eac-note')).toContainText('EAC assumes the pace of cost so far');
    }
  }
  await setLanguage(page, 'fr');
  await mustBeReadable(page, 'Quand finissent les simulations');
  await checkLooks(page);
});

test('the distribution can be read without seeing it', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { forecast } = (await dash<WhatIf>(page, `/projects/${project}/what-if`)).now;
  await page.goto(`/projects/${project}/forecast`);
  await expect(
    page.getByText(`from the start of a sprint to the start of the next is ${forecast.rhythm} days`),
  ).toBeVisible();
  const chart = page.getByRole('region', { name: 'When the simulations end', exact: true });
  await expect(chart.getByRole('img')).toHaveAccessibleName(
    new RegExp(`50% of the simulations end by ${inWords(forecast.finish?.p50 ?? '')}, 80% by .*, 95% by`),
  );
  await chart.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    /Share of the simulations .*%, Ended by then .*%/,
  );
  await chart.getByRole('button', { name: 'Show as a table' }).click();
  await expect(chart.getByRole('row')).toHaveCount(forecast.distribution.length + 1);
});

test('the scope may be expected to grow, and the address says so', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  const { then } = await dash<WhatIf>(page, `/projects/${project}/what-if?growth=true`);
  await page.goto(`/projects/${project}/forecast`);
  await page.getByRole('switch', { name: 'Expect the scope to grow as it has' }).click();
  await expect(page).toHaveURL(/growth=true/);
  const growth = page.locator('tr[data-row=growth_sp] td');
  await expect(growth.nth(1)).toHaveText(
    new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 }).format(then.forecast.growth_sp ?? Number.NaN),
  );
  await mustBeReadable(page, 'When the simulations of your scenario end');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Expect the scope to grow as it has' })).toBeChecked();
  await page.getByRole('switch', { name: 'Expect the scope to grow as it has' }).click();
  await expect(page).not.toHaveURL(/growth/);
});
