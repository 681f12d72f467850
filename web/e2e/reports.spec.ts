// Exports: the printed report, spreadsheets, and the calendar feed.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { dash } from './support/api';
import { financeOf, formatField, hideRates, newKey, ownProject } from './support/finance';
import { expect, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';
import { textOf } from './support/pdf';
import { addTicket, projectNamed } from './support/project';
import { joinAs } from './support/settings';

/** Formats a figure as the pages do, with a real minus sign and without spaces. */
const printed = (field: string, value: number | null, locale: string): string =>
  formatField(locale, field, value).replace('-', '−').replace(/\s/g, '');

/** Names that are not the field's acronym. */
const labels: Record<string, string> = { base_budget: 'Base budget', reserve: 'Reserve', ac_total: 'Total cost' };

const fields = [
  ...(['bac', 'base_budget', 'reserve', 'pv', 'ev', 'ac', 'ac_total', 'eac', 'etc', 'vac', 'cv', 'sv'] as const),
  ...(['cpi', 'spi', 'tcpi'] as const),
];

test('the report matches the API on screen and, in both languages, in print', async ({ signedIn: page }) => {
  const project = await ownProject(page);
  const figures = await financeOf(page, await newKey(page), project.uuid);
  await page.goto(`/projects/${project.uuid}/reports`);
  const sheet = page.frameLocator('iframe[title="Preview of the status report"]');
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(project.name);
  for (const field of fields) {
    const row = sheet
      .locator('#numbers')
      .getByRole('row', { name: new RegExp(`^${labels[field] ?? field.toUpperCase()} `) });
    const text = (await row.getByRole('cell').first().innerText()).replace(/\s/g, '');
    expect(text, field).toBe(printed(field, figures[field], 'en-GB'));
  }
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeEnabled();

  for (const [lang, locale, title] of [
    ['en', 'en-GB', 'All numbers'],
    ['fr', 'fr-FR', 'Tous les chiffres'],
  ] as const) {
    await page.goto(`/dash/projects/${project.uuid}/report?lang=${lang}`);
    const text = textOf(await page.pdf({ format: 'A4' }));
    expect(text).toContain(title.replace(/\s/g, ''));
    for (const field of fields) expect(text, field).toContain(printed(field, figures[field], locale));
  }
});

test('the printed report is small, and no page of it is one third blank', async ({ signedIn: page }) => {
  const { uuid: project } = await projectNamed(page, 'Predictive maintenance');
  // A4 without its margins, in CSS pixels.
  const [width = 0, height = 0] = [182, 269].map((millimetres) => Math.round((millimetres * 96) / 25.4));
  await page.setViewportSize({ width, height });
  for (const lang of ['en', 'fr']) {
    await page.goto(`/dash/projects/${project}/report?lang=${lang}`);
    expect((await page.pdf({ format: 'A4' })).length).toBeLessThan(1_000_000);
    await page.emulateMedia({ media: 'print' });
    // What cannot be divided moves to the next page as a whole and leaves its height blank.
    const tallest = await page
      .locator('figure:not(#roadmap), tr, li, .tiles > div, h1, h2')
      .evaluateAll((all) => Math.max(...all.map((element) => element.getBoundingClientRect().height)));
    expect(tallest).toBeGreaterThan(0);
    expect(tallest, lang).toBeLessThan(height / 3);
    await page.emulateMedia({ media: null });
  }
});

test('a commentary written on the finance page is in the report of that day', async ({ signedIn: page }) => {
  const project = await ownProject(page);
  const day = '2026-10-01';
  await page.goto(`/projects/${project.uuid}/finance?as_of=${day}`);
  const section = page.getByRole('region', { name: 'Commentary' });
  await section.getByRole('button', { name: 'Write a commentary' }).click();
  const field = section.getByLabel('Commentary on 1 Oct 2026');
  await expect(field).toBeFocused();
  await field.fill('The supplier is late.\nWe expect it on <Monday>.');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('We expect it on <Monday>.');
  await page.goto(`/dash/projects/${project.uuid}/report?as_of=${day}`);
  await expect(page.locator('#commentary')).toContainText('We expect it on <Monday>.');
  await page.goto(`/dash/projects/${project.uuid}/report`);
  await expect(page.locator('#commentary')).toHaveCount(0);
  await page.goto(`/projects/${project.uuid}/finance`);
  await section.getByRole('link', { name: 'The one before: 1 Oct 2026' }).click();
  await section.getByRole('button', { name: 'Edit' }).click();
  await field.fill('');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('Nothing has been written about 1 Oct 2026.');
});

test('the report date is kept in the URL, and the page passes axe', async ({ signedIn: page }) => {
  const project = await ownProject(page);
  await page.goto(`/projects/${project.uuid}/reports`);
  await page.getByLabel('As of').fill('2026-10-01');
  await expect(page).toHaveURL(/as_of=2026-10-01/);
  const sheet = page.frameLocator('iframe');
  await expect(sheet.getByText('Status at the end of 1 Oct 2026')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open as a page' })).toHaveAttribute('href', /as_of=2026-10-01&lang=en$/);
  await expect(page.getByRole('link', { name: 'Finance, XLSX' })).toHaveAttribute('href', /as_of=2026-10-01/);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/as_of/);
  await expect(sheet.getByText(/^Status at the end of/)).not.toContainText('1 Oct 2026');
  await checkLooks(page);
});

test('a report date can be typed part by part, and only complete dates are requested', async ({ signedIn: page }) => {
  const project = await ownProject(page);
  const years: string[] = [];
  page.on('request', (request) => {
    const year = /report\?as_of=(\d{4})/.exec(request.url())?.[1];
    if (year !== undefined) years.push(year);
  });
  await page.goto(`/projects/${project.uuid}/reports`);
  const day = page.getByLabel('As of');
  await day.focus();
  // Day and month have the same digits, because their order depends on the browser.
  await page.keyboard.type('10102026', { delay: 30 });
  await expect(page).toHaveURL(/as_of=2026-10-10/);
  await expect(day).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('0909', { delay: 30 });
  await expect(page).toHaveURL(/as_of=2026-09-09/);
  await expect(day).toHaveValue('2026-09-09');
  expect(new Set(years)).toEqual(new Set(['2026']));
  for (let part = 0; part < 3; part++) {
    await page.keyboard.press('Delete');
    await page.keyboard.press('Shift+Tab');
  }
  await expect(page).not.toHaveURL(/as_of/);
  await expect(day).toHaveValue('');
});

test('exported files contain the project data, with formulas made harmless', async ({ signedIn: page }) => {
  const project = await ownProject(page);
  const title = '=HYPERLINK("http://evil.example";"x")';
  await addTicket(page, project.uuid, { title });
  const { total } = await dash<{ total: number }>(page, `/projects/${project.uuid}/cards`);
  await page.goto(`/projects/${project.uuid}/reports`);
  const download = async (name: string) => {
    const event = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    const file = await event;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const csv = await download('Tickets, CSV');
  expect(csv.name).toMatch(/-tickets-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = csv.bytes.toString('utf8');
  expect(text.startsWith('\ufeffuuid,key,title,type,status')).toBe(true);
  expect(text.match(/^[0-9a-f]{8}-[0-9a-f-]{27},/gm)).toHaveLength(total);
  expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"";""x"")",`);
  const workbook = await download('Time, XLSX');
  expect(workbook.name).toMatch(/-time-\d{4}-\d{2}-\d{2}\.xlsx$/);
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');
  const figures = await financeOf(page, await newKey(page), project.uuid);
  const numbers = (await download('Finance, CSV')).bytes.toString('utf8');
  expect(numbers).toContain(`\r\neac,${figures.eac},money,`);
  await setLanguage(page, 'fr');
  expect((await download('Finances, CSV')).bytes.toString('utf8')).toContain(
    `\r\neac;${String(figures.eac).replace('.', ',')};money;`,
  );
});

test('a private calendar URL lists sprints until it is replaced or revoked', async ({ signedIn: page, instance }) => {
  const project = await ownProject(page);
  await page.goto(`/projects/${project.uuid}/reports`);
  const section = page.getByRole('region', { name: 'Calendar' });
  await section.getByRole('button', { name: 'Create my private address' }).click();
  const shown = section.locator('code');
  const first = (await shown.textContent()) ?? '';
  expect(first).toMatch(new RegExp(`^${instance.url}/calendar/cal_[0-9A-Za-z]{43}\\.ics$`));
  const read = async (url: string) => {
    const response = await fetch(url);
    return { status: response.status, text: await response.text() };
  };
  const { sprints } = await dash<{ sprints: { start_date: string | null }[] }>(page, `/projects/${project.uuid}`);
  const sprint = sprints.find(({ start_date: start }) => start !== null);
  const calendar = await read(first);
  expect(calendar.text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(calendar.text).toContain(`DTSTART;VALUE=DATE:${sprint?.start_date?.replaceAll('-', '')}`);
  await page.reload();
  await expect(section).toContainText('It cannot be shown again');
  await section.getByRole('button', { name: 'Replace the address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expect(shown).toContainText('/calendar/cal_');
  const second = (await shown.textContent()) ?? '';
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  await section.getByRole('button', { name: 'Revoke the address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(section.getByRole('button', { name: 'Create my private address' })).toBeVisible();
  expect((await read(second)).status).toBe(404);
  expect(instance.output()).not.toContain(first.slice(-40));
});

test('a new calendar URL stays visible after a refetch until dismissed', async ({ signedIn: page }) => {
  const project = await ownProject(page);
  await page.route('**/events?after=*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: reload\ndata: {"revision":1,"changes":[]}\n\n' }),
  );
  await page.goto(`/projects/${project.uuid}/reports`);
  const section = page.getByRole('region', { name: 'Calendar' });
  await section.getByRole('button', { name: 'Create my private address' }).click();
  await expect(section.locator('code')).toContainText('/calendar/cal_');
  for (let n = 0; n < 2; n++) {
    await page.waitForResponse(
      (response) => response.url().endsWith('/calendar') && response.request().method() === 'GET',
    );
  }
  await expect(section.locator('code')).toContainText('/calendar/cal_');
  await section.getByRole('button', { name: 'I have copied it' }).click();
  await expect(section).toContainText('It cannot be shown again');
});

test('a member without access to cost finds none in reports and exported files', async ({
  signedIn: page,
  another,
  instance,
}) => {
  const project = await hideRates(page);
  const member = await another();
  await joinAs(instance, page, member, project, 'member');
  await member.goto(`/projects/${project}/reports`);
  await expect(member.getByText('This project shows cost only to its owner and admins.')).toBeVisible();
  await expect(member.getByLabel('As of')).toBeVisible();
  await expect(member.getByText('rate and cost')).toHaveCount(0);
  const header = async (reader: Page, file: string) =>
    (await (await reader.request.get(`/dash/projects/${project}/export/${file}`)).text()).split('\r\n')[0] ?? '';
  for (const file of ['time.csv', 'finance.csv?table=sprints', 'finance.csv?table=epics']) {
    expect(await header(member, file), file).not.toContain('cost');
    expect(await header(page, file), file).toContain('cost');
  }
});
