// Projects that show cost only to their owner and admins: other readers see no cost figures, nor any mention of them.
import type { Page } from '@playwright/test';
import type { WhatIf } from '../src/api/types.gen';
import { fields, needsCost } from '../src/ui/indicators';
import { dash } from './support/api';
import { type FinancePage, formatField, hideRates, shownIn } from './support/finance';
import { acceptAll, expect, test } from './support/fixtures';
import type { Instance } from './support/instance';
import { checkA11y, setLanguage } from './support/looks';
import { later, projectNamed } from './support/project';
import { joinAs } from './support/settings';

const costFields = [
  ...(['ac', 'no_sprint_cost', 'ac_total', 'engaged_charge', 'cpi', 'tcpi', 'eac', 'etc', 'vac', 'cv'] as const),
];
const costWords =
  /\bcosts?\b|\bspent\b|\b(CPI|EAC|ETC|VAC|TCPI|AC|CV)\b|engaged|\brates?\b|\b(over|under|on) budget\b|coûts?(?!er)|dépensé|\btaux\b/i;
/** The only sentence about cost that a page may contain, which says that the cost is hidden. */
const notice =
  /(?:This|One) project shows cost only to its owner and admins|(?:Ce|Un) projet ne montre ses coûts qu’à son propriétaire et à ses administrateurs/g;
/** The definition of the budget, which also mentions cost. */
const budgetDefinition = /What the (whole )?project (may|should) cost/g;

/** Everything a reader sees or a screen reader announces. */
const textOf = (page: Page): Promise<string> =>
  page.locator('main').evaluate((main) => {
    const attributes = ['aria-label', 'title', 'aria-valuetext', 'placeholder'];
    const elements = [main, ...main.querySelectorAll('*')];
    return [
      (main as HTMLElement).innerText,
      ...elements.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? '')),
    ].join('\n');
  });

/** The amounts only the owner may know, formatted as pages show them. */
function secretsOf({ finance, sprints, by_epic, by_member, forecast, reserve }: FinancePage): string[] {
  const amount = (value: number | null | undefined) => formatField('en-GB', 'ac', value ?? null);
  const open = [finance.bac, finance.base_budget, finance.reserve, finance.pv, finance.ev, finance.sv];
  const values = [
    ...costFields.filter((field) => !['cpi', 'tcpi'].includes(field)).map((field) => finance[field]),
    ...[...sprints, ...by_epic, ...(by_member ?? [])].map((part) => part.cost),
    ...[forecast.cost?.p50, forecast.cost?.p80, forecast.cost?.p95, reserve.used, reserve.foreseen],
  ];
  const shown = new Set([...open, ...sprints.map((sprint) => sprint.value)].map(amount));
  return [...new Set(values.map(amount))].filter((text) => text.length >= 5 && !shown.has(text));
}

/** Asserts, in both languages, that no cost appears and that the notice appears the given number of times. */
async function expectNoCost(page: Page, secrets: string[], times: 0 | 1): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.getByRole('status', { name: /Loading|Chargement/ })).toHaveCount(0);
  for (const language of ['fr', 'en'] as const) {
    await setLanguage(page, language);
    const text = await textOf(page);
    const place = `${page.url()} in ${language}`;
    expect(text.match(notice)?.length ?? 0, `notices on ${place}`).toBe(times);
    expect(costWords.exec(text.replace(notice, '').replace(budgetDefinition, ''))?.[0], place).toBeUndefined();
    if (language === 'en') for (const secret of secrets) expect(text, place).not.toContain(secret);
  }
  const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const field of costFields) expect(links.filter((link) => link.includes(`/finance/${field}`))).toEqual([]);
}

test('exactly ten indicators depend on cost', () => {
  expect(fields.filter(needsCost).toSorted()).toEqual(costFields.toSorted());
});

interface Hidden {
  project: string;
  facts: FinancePage;
  member: Page;
  /** Opens a project page, or the project list if the path is empty, as the member and asserts that it shows no cost. */
  open: (path: string, times: 0 | 1) => Promise<void>;
  /** Asserts that the page shows no cost; it may show the given amounts. */
  check: (times: 0 | 1, shown?: (number | null)[]) => Promise<void>;
}

/** Hides the cost of one of the user's projects and adds a member. */
async function hiddenProject(page: Page, instance: Instance, another: () => Promise<Page>): Promise<Hidden> {
  const project = await hideRates(page);
  const facts = await dash<FinancePage>(page, `/projects/${project}/finance`);
  const secrets = secretsOf(facts);
  expect(secrets.length).toBeGreaterThan(5);
  const member = await another();
  await joinAs(instance, page, member, project, 'member');
  // An amount that everybody may see can be the same as one that is hidden, depending on the day.
  const check = (times: 0 | 1, shown: (number | null)[] = []) => {
    const texts = shown.map((value) => formatField('en-GB', 'ev', value));
    return expectNoCost(
      member,
      secrets.filter((secret) => !texts.includes(secret)),
      times,
    );
  };
  const open = async (path: string, times: 0 | 1) => {
    await member.goto(path === '' ? '/projects' : `/projects/${project}/${path}`);
    await check(times);
  };
  return { project, facts, member, open, check };
}

test('a member without access to cost sees none on the finance page', async ({ signedIn: page, instance, another }) => {
  test.slow();
  const { facts, member, open, check } = await hiddenProject(page, instance, another);
  await open('finance', 1);
  await expect(member.getByTestId('story')).toContainText('is earned;');
  const shown = Object.keys(await shownIn(member, 'data-field'));
  expect(shown.filter((field) => costFields.some((costField) => costField === field))).toEqual([]);
  await expect(member.locator('[data-field=ev]')).toHaveText(formatField('en-GB', 'ev', facts.finance.ev));
  const curve = member.getByRole('region', { name: 'S-curve' }).first();
  await curve.getByRole('button', { name: 'Show as a table' }).click();
  await expect(curve.getByRole('columnheader', { name: 'Earned value (EV)' })).toBeVisible();
  await check(1);
  await checkA11y(member);
  await member.getByLabel('As of').fill(later(facts.today, -20));
  await expect(member.getByRole('region', { name: 'Stored later, known now' }).first()).toBeVisible({
    timeout: 30_000,
  });
  await check(1);
});

test('a member without access to cost sees none in breakdowns and forecasts', async ({
  signedIn: page,
  instance,
  another,
}) => {
  test.slow();
  const { facts, project, member, open, check } = await hiddenProject(page, instance, another);
  await open('finance/ev', 0);
  await expect(member.locator('[data-number=ev]')).toHaveText(formatField('en-GB', 'ev', facts.finance.ev));
  await expect(member.getByLabel('As of')).toBeVisible();
  await member.getByRole('combobox', { name: 'Another number' }).click();
  await expect(member.getByRole('option', { name: /^SPI/ })).toBeVisible();
  await expect(member.getByRole('option', { name: /^(CPI|EAC|AC)/ })).toHaveCount(0);
  await open('finance/eac', 1);
  await expect(member.getByRole('alert')).toHaveCount(0);
  await checkA11y(member);
  const question = 'rates=%2B10%25&scope=%2B20%25';
  const { then } = await dash<WhatIf>(page, `/projects/${project}/what-if?${question}`);
  await member.goto(`/projects/${project}/forecast?${question}`);
  await expect(member.locator('[data-finish=p80]')).toBeVisible();
  await expect(member.getByRole('textbox', { name: 'Scope: by how much' })).toBeVisible();
  await expect(member.getByRole('region', { name: 'S-curves, now and what if' }).first()).toBeVisible();
  await check(1, [then.finance.pv, then.finance.ev]);
});

test('a member without access to cost sees none on the other project pages', async ({
  signedIn: page,
  instance,
  another,
}) => {
  test.slow();
  const { member, open, check } = await hiddenProject(page, instance, another);
  await open('epics', 1);
  await member.locator('main tbody a').first().click();
  await expect(member.getByText('Points done')).toBeVisible();
  await check(1);
  await open('roadmap', 0);
  await open('reports', 1);
  await open('', 0);
  await expect(member.getByText('SPI').first()).toBeVisible();
  await member.locator('label').filter({ hasText: 'Table' }).click();
  await expect(member.getByRole('columnheader', { name: 'SPI' })).toBeVisible();
  await check(0);
});

test('the owner of a project that hides cost still sees all of it', async ({ signedIn: page }) => {
  const project = await hideRates(page);
  const { finance } = await dash<FinancePage>(page, `/projects/${project}/finance`);
  await page.goto(`/projects/${project}/finance`);
  await expect(page.locator('[data-field=eac]')).toHaveText(formatField('en-GB', 'eac', finance.eac));
  await expect(page.getByText('This project shows cost only to its owner')).toHaveCount(0);
  await page.goto(`/projects/${project}/finance/eac`);
  await expect(page.locator('[data-number=eac]')).toHaveText(formatField('en-GB', 'eac', finance.eac));
  await page.goto(`/projects/${project}/forecast`);
  await expect(page.getByRole('textbox', { name: 'Daily rates: by how much' })).toBeVisible();
  await page.goto('/portfolio');
  await expect(page.locator('[data-total=cpi]')).toBeVisible();
});

test('a portfolio names the projects left out because their cost is hidden', async ({
  signedIn: page,
  instance,
  another,
  guard,
}) => {
  const project = await hideRates(page);
  const { project: hidden } = await dash<{ project: { name: string } }>(page, `/projects/${project}`);
  const member = await another();
  await joinAs(instance, page, member, project, 'member');
  await member.goto('/portfolio');
  await expect(member.getByRole('heading', { name: 'No project to compare' })).toBeVisible();
  await expectNoCost(member, [], 1);
  await checkA11y(member);
  await member.getByRole('link', { name: hidden.name }).click();
  await expect(member).toHaveURL(new RegExp(`/projects/${project}/finance$`));

  const other = await projectNamed(page, 'Predictive maintenance');
  const shared = other.uuid === project ? await projectNamed(page, 'Open data et API') : other;
  await dash(page, `/projects/${shared.uuid}/members`, { email: 'member@example.org', role: 'member' });
  await acceptAll(member);
  await member.goto('/portfolio');
  await expect(member.getByText('One project shows cost only to its owner and admins')).toBeVisible();
  await expect(member.getByRole('main').getByRole('link', { name: hidden.name })).toHaveCount(1);
  await member.getByRole('button', { name: 'Choose projects' }).click();
  await expect(member.getByRole('dialog').getByRole('checkbox')).toHaveCount(1);
  await member.keyboard.press('Escape');
  await checkA11y(member);

  guard.allow(403);
  await member.goto(`/portfolio?projects=${project},${shared.uuid}`);
  await expect(member.getByText(`shows cost only to its owner and admins: ${hidden.name}.`)).toBeVisible();
  await member.getByRole('link', { name: 'Show the one I can access' }).click();
  await expect(member.getByRole('button', { name: '1 project chosen' })).toBeVisible();
});

test('a project that hides cost explains what others still see and that API keys are refused', async ({
  signedIn: page,
}) => {
  const project = await hideRates(page);
  await page.goto(`/projects/${project}/settings/members`);
  const section = page.getByRole('region', { name: 'Who sees daily rates and cost' });
  await expect(section).toContainText('budget, points, planned and earned value and dates, but no cost');
  await expect(section).toContainText('finance:read');
  await checkA11y(page);
});

test('administrators see which API keys cannot read the finances of every project', async ({ signedIn: page }) => {
  const keys = [
    {
      id: 1,
      name: 'Night bot',
      prefix: 'ern_abc',
      owner: { user_id: 2, name: 'Ola Nord', email: 'ola@example.org' },
      projects: [
        { uuid: 'a', name: 'Metro' },
        { uuid: 'b', name: 'Tram' },
      ],
    },
  ];
  await page.route('**/dash/admin/finance-keys', (route) => route.fulfill({ json: { keys, more: false } }));
  await page.goto('/admin/quotas');
  const section = page.getByRole('region', { name: 'Keys that cannot read every project’s finances' });
  await expect(section.getByRole('row', { name: /Night bot/ })).toContainText('Metro and Tram');
  await expect(section).toContainText('ola@example.org');
  await checkA11y(page);
});
