// Exports: the printed report, spreadsheets, and the calendar feed.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { acceptAll, addUser, expect, signIn, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';
import { textOf } from './support/pdf';

interface Project {
  uuid: string;
  name: string;
  bac: number | null;
}

async function answer<T>(page: Page, path: string): Promise<T> {
  const got = await page.request.get(path);
  expect(got.status(), `${path}: ${await got.text()}`).toBe(200);
  return (await got.json()) as T;
}

/** A demo project with a budget. */
async function richest(page: Page): Promise<Project> {
  const { projects } = await answer<{ projects: Project[] }>(page, '/dash/projects');
  const found = projects.find(({ bac }) => bac !== null);
  if (found === undefined) throw new Error('no project has a budget');
  return found;
}

/** Reads finance from the API with a fresh key. */
async function finance(page: Page, project: string): Promise<Record<string, number | null>> {
  const made = await page.request.post('/dash/keys', {
    data: { name: 'Figures', scopes: ['finance:read'], allow_ips: [] },
  });
  const { secret } = (await made.json()) as { secret: string };
  const got = await page.request.get(`/api/v1/finance?project=${project}`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  return ((await got.json()) as { data: Record<string, number | null> }).data;
}

/** Formats a figure as the report does in a language, without spaces. */
function written(value: number | null, digits: number, locale: string): string {
  if (value === null) return '–';
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, options).format(value).replace('-', '−').replace(/\s/g, '');
}

const money = ['bac', 'base_budget', 'reserve', 'pv', 'ev', 'ac', 'ac_total', 'eac', 'etc', 'vac', 'cv', 'sv'];
const ratios = ['cpi', 'spi', 'tcpi'];

test('the report shows and prints the figures of the API in both languages', async ({ signedIn: page }) => {
  const project = await richest(page);
  const figures = await finance(page, project.uuid);
  await page.goto(`/projects/${project.uuid}/reports`);
  const sheet = page.frameLocator('iframe[title="Preview of the status report"]');
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(project.name);
  for (const name of [...money, ...ratios]) {
    const shown = written(figures[name] ?? null, ratios.includes(name) ? 3 : 2, 'en-GB');
    const row = sheet.getByRole('row', { name: new RegExp(`^${name} `) });
    expect((await row.getByRole('cell').first().innerText()).replace(/\s/g, ''), name).toBe(shown);
  }
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeEnabled();

  for (const [lang, locale, title] of [
    ['en', 'en-GB', 'All numbers'],
    ['fr', 'fr-FR', 'Tous les chiffres'],
  ] as const) {
    await page.goto(`/dash/projects/${project.uuid}/report?lang=${lang}`);
    const text = textOf(await page.pdf({ format: 'A4' }));
    expect(text).toContain(title.replace(/\s/g, ''));
    for (const name of money) expect(text, name).toContain(written(figures[name] ?? null, 2, locale));
    for (const name of ratios) expect(text, name).toContain(written(figures[name] ?? null, 3, locale));
  }
});

test('the day of the report is kept in the address, and the page is whole in every look', async ({
  signedIn: page,
}) => {
  const project = await richest(page);
  await page.goto(`/projects/${project.uuid}/reports`);
  await page.getByLabel('As of').fill('2026-10-01');
  await expect(page).toHaveURL(/as_of=2026-10-01/);
  const sheet = page.frameLocator('iframe');
  await expect(sheet.getByText('Status at the end of 2026-10-01')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open as a page' })).toHaveAttribute('href', /as_of=2026-10-01&lang=en$/);
  await expect(page.getByRole('link', { name: 'Finance, XLSX' })).toHaveAttribute('href', /as_of=2026-10-01/);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/as_of/);
  await expect(sheet.getByText(/^Status at the end of/)).not.toContainText('2026-10-01');
  await checkLooks(page);
});

test('a day is typed with the keyboard, part by part, and asked for when it is whole', async ({ signedIn: page }) => {
  const project = await richest(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const day = /report\?as_of=(\d{4})/.exec(request.url())?.[1];
    if (day !== undefined) asked.push(day);
  });
  await page.goto(`/projects/${project.uuid}/reports`);
  const day = page.getByLabel('As of');
  await day.focus();
  // Same digits for day and month: browsers disagree on their order.
  await page.keyboard.type('10102026', { delay: 30 });
  await expect(page).toHaveURL(/as_of=2026-10-10/);
  await expect(day).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('0909', { delay: 30 });
  await expect(page).toHaveURL(/as_of=2026-09-09/);
  await expect(day).toHaveValue('2026-09-09');
  expect(new Set(asked)).toEqual(new Set(['2026']));
  for (let part = 0; part < 3; part++) {
    await page.keyboard.press('Delete');
    await page.keyboard.press('Shift+Tab');
  }
  await expect(page).not.toHaveURL(/as_of/);
  await expect(day).toHaveValue('');
});

test('files hold what the project holds, safely', async ({ signedIn: page }) => {
  const project = await richest(page);
  const title = '=HYPERLINK("http://evil.example";"x")';
  await page.request.post(`/dash/projects/${project.uuid}/tickets`, { data: { title } });
  const { total } = await answer<{ total: number }>(page, `/dash/projects/${project.uuid}/cards`);
  await page.goto(`/projects/${project.uuid}/reports`);
  const take = async (name: string) => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    const file = await waiting;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const csv = await take('Tickets, CSV');
  expect(csv.name).toMatch(/-tickets-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = csv.bytes.toString('utf8');
  expect(text.startsWith('\ufeffuuid,title,type,status')).toBe(true);
  expect(text.match(/^[0-9a-f]{8}-[0-9a-f-]{27},/gm)).toHaveLength(total);
  expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"";""x"")",`);
  const book = await take('Time, XLSX');
  expect(book.name).toMatch(/-time-\d{4}-\d{2}-\d{2}\.xlsx$/);
  expect(book.bytes.subarray(0, 2).toString()).toBe('PK');
  const figures = await finance(page, project.uuid);
  const numbers = (await take('Finance, CSV')).bytes.toString('utf8');
  expect(numbers).toContain(`\r\neac,${figures.eac},money,`);
  await setLanguage(page, 'fr');
  expect((await take('Finances, CSV')).bytes.toString('utf8')).toContain(
    `\r\neac;${String(figures.eac).replace('.', ',')};money;`,
  );
});

test('a private address brings sprints into a calendar until it is replaced or ended', async ({
  signedIn: page,
  instance,
}) => {
  const project = await richest(page);
  await page.goto(`/projects/${project.uuid}/reports`);
  const part = page.getByRole('region', { name: 'Calendar' });
  await part.getByRole('button', { name: 'Create my private address' }).click();
  const shown = part.locator('code');
  const first = (await shown.textContent()) ?? '';
  expect(first).toMatch(new RegExp(`^${instance.url}/calendar/cal_[0-9A-Za-z]{43}\\.ics$`));
  const read = async (url: string) => {
    const got = await fetch(url);
    return { status: got.status, text: await got.text() };
  };
  const { sprints } = await answer<{ sprints: { title: string; start_date: string | null }[] }>(
    page,
    `/dash/projects/${project.uuid}`,
  );
  const sprint = sprints.find(({ start_date: start }) => start !== null);
  const calendar = await read(first);
  expect(calendar.text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(calendar.text).toContain(`DTSTART;VALUE=DATE:${sprint?.start_date?.replaceAll('-', '')}`);
  await page.reload();
  await expect(part).toContainText('It is not shown again');
  await part.getByRole('button', { name: 'Replace the address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expect(shown).toContainText('/calendar/cal_');
  const second = (await shown.textContent()) ?? '';
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  await part.getByRole('button', { name: 'Revoke the address' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(part.getByRole('button', { name: 'Create my private address' })).toBeVisible();
  expect((await read(second)).status).toBe(404);
  expect(instance.output()).not.toContain(first.slice(-40));
});

test('a new address stays when everything is read anew, until it is put away', async ({ signedIn: page }) => {
  const project = await richest(page);
  await page.route('**/events?after=*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: reload\ndata: {"revision":1,"changes":[]}\n\n' }),
  );
  await page.goto(`/projects/${project.uuid}/reports`);
  const part = page.getByRole('region', { name: 'Calendar' });
  await part.getByRole('button', { name: 'Create my private address' }).click();
  await expect(part.locator('code')).toContainText('/calendar/cal_');
  await page.waitForResponse((got) => got.url().endsWith('/calendar') && got.request().method() === 'GET');
  await page.waitForResponse((got) => got.url().endsWith('/calendar') && got.request().method() === 'GET');
  await expect(part.locator('code')).toContainText('/calendar/cal_');
  await part.getByRole('button', { name: 'I have copied it' }).click();
  await expect(part).toContainText('It is not shown again');
});

test('a member without access to cost finds none in report and files', async ({
  signedIn: page,
  another,
  instance,
}) => {
  const project = await richest(page);
  const who = { email: 'noor@example.com', password: 'a long enough password' };
  await addUser(instance, who);
  await page.request.post(`/dash/projects/${project.uuid}/members`, { data: { email: who.email, role: 'member' } });
  await page.request.put(`/dash/projects/${project.uuid}`, { data: { rates_for: 'admins' } });
  const other = await another();
  await signIn(other, instance.url, who);
  await acceptAll(other);
  await other.goto(`/projects/${project.uuid}/reports`);
  await expect(other.getByText('This project shows cost only to its owner and admins.')).toBeVisible();
  await expect(other.getByLabel('As of')).toBeVisible();
  await expect(other.getByText('rate and cost')).toHaveCount(0);
  const head = async (reader: Page, file: string) =>
    (await (await reader.request.get(`/dash/projects/${project.uuid}/export/${file}`)).text()).split('\r\n')[0] ?? '';
  for (const file of ['time.csv', 'finance.csv?table=sprints', 'finance.csv?table=epics']) {
    expect(await head(other, file), file).not.toContain('cost');
    expect(await head(page, file), file).toContain('cost');
  }
});
