// Keys of tickets and projects: where they are shown, what they find and open, and what happens when a project gets another key.
import type { Page } from '@playwright/test';
import type { Frame, Ticket } from '../src/api/types.gen';
import { dash } from './support/api';
import { expect, test } from './support/fixtures';
import { checkLooks } from './support/looks';

const panel = (page: Page) => page.getByRole('dialog').first();
const card = (page: Page, title: string) => page.getByRole('link', { name: title });

/** A project with two tickets; the first one is named in the second. */
async function setUp(page: Page): Promise<{ project: string; first: Ticket; second: Ticket }> {
  const { uuid: project } = (await dash<Frame>(page, '/projects', { name: 'Harbour office' })).project;
  const first = await dash<Ticket>(page, `/projects/${project}/tickets`, { title: 'Paint the quay' });
  const second = await dash<Ticket>(page, `/projects/${project}/tickets`, {
    title: 'Open the quay',
    description: 'After **HO-1**, not `HO-1`, [HO-1](https://x.test) or ZZZ-1.',
    acceptance_criteria: ['Comes after ho-1'],
    dependencies: [first.uuid],
  });
  return { project, first, second };
}

test('a ticket is shown, found and opened by its key, and a key in a text is a link', async ({
  signedIn: page,
  guard,
}) => {
  const { project, first, second } = await setUp(page);
  expect([first.key, second.key]).toEqual(['HO-1', 'HO-2']);

  await test.step('an address opens the ticket, whatever its case; an unknown one does not', async () => {
    await page.goto('/ho-2');
    await expect(page).toHaveURL(new RegExp(`/projects/${project}/board\\?.*ticket=${second.uuid}`));
    await expect(panel(page)).toContainText('HO-2');
    await page.keyboard.press('Escape');
    await expect(card(page, 'Paint the quay')).toContainText('HO-1');
    await expect(card(page, 'Paint the quay')).toHaveAttribute('href', '/HO-1');
    guard.allow(404);
    expect((await page.request.get('/ho_2')).status()).toBe(404);
    await page.goto('/HO-3');
    await expect(page.getByRole('heading', { name: 'This ticket no longer exists' })).toBeVisible();
  });

  await test.step('keys in the texts of a ticket are links, but not in code and links', async () => {
    await page.goto(`/projects/${project}/backlog?ticket=${second.uuid}`);
    const links = (name: string) =>
      panel(page)
        .getByRole('region', { name })
        .getByRole('link', { name: /^ho-1$/i });
    await expect(links('Description')).toHaveCount(2); // the second one leads to x.test
    await expect(links('Description').first()).toHaveAttribute('href', '/HO-1');
    await expect(links('Description').last()).toHaveAttribute('href', 'https://x.test');
    await expect(panel(page).getByRole('region', { name: 'Dependencies' })).toContainText('HO-1');
    await panel(page).getByRole('textbox', { name: 'Write a comment' }).fill('See HO-1.');
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(panel(page).getByRole('article').getByRole('link', { name: 'HO-1' })).toBeVisible();
    await checkLooks(page);
    const criterion = panel(page).getByRole('button', { name: 'Comes after ho-1', exact: true });
    await criterion.click({ position: { x: 12, y: 12 } });
    await expect(panel(page).getByRole('textbox', { name: 'Criterion', exact: true })).toHaveValue('Comes after ho-1');
    await page.keyboard.press('Escape');
    await links('Acceptance criteria').click();
    await expect(page).toHaveURL(new RegExp(`/backlog\\?.*ticket=${first.uuid}`)); // beside the same page
    await expect(page).toHaveTitle(/^HO-1 Paint the quay/);
    await expect(panel(page)).toContainText('HO-1');
  });

  await test.step('the palette offers a ticket first by its number, and by its key on any page', async () => {
    const find = page.getByRole('combobox', { name: 'Search and commands' });
    await page.goto(`/projects/${project}/board`);
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await find.fill('2');
    await expect(page.getByRole('option').first()).toHaveText('HO-2 Open the quay');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await find.fill('ho-2');
    await expect(page.getByRole('option').first()).toHaveText('HO-2 Open the quay');
    await page.keyboard.press('Enter');
    await expect(panel(page)).toContainText('HO-2');
  });
});

test('a project gets a key of its own, can change it, and its old keys still work', async ({
  signedIn: page,
  context,
  guard,
}) => {
  guard.allow(422);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { project, first } = await setUp(page);

  await test.step('a new project is offered a free key', async () => {
    await page.goto('/projects');
    await expect(page.getByRole('listitem').filter({ hasText: 'Harbour office' })).toContainText('HO');
    await page.getByRole('button', { name: 'New project' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Home office');
    await expect(dialog.getByLabel('Key')).toHaveAttribute('placeholder', 'HO2');
    await dialog.getByLabel('Key').fill('ho');
    await dialog.getByRole('button', { name: 'New project' }).click();
    await expect(dialog.getByText('Another project has this key or had it before. HO2 is free.')).toBeVisible();
  });

  await test.step('the settings explain a wrong key, and keep the old one', async () => {
    await page.goto(`/projects/${project}/settings/general`);
    const field = page.getByLabel('Key', { exact: true });
    await field.fill('2x');
    await expect(page.getByText('A key is a letter').first()).toBeVisible();
    await field.fill('quay');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Old keys that still work: HO.')).toBeVisible();
    await expect(field).toHaveValue('QUAY');
    await checkLooks(page);
  });

  await test.step('a text in another project links both keys, but not those that nobody has', async () => {
    const { uuid: other } = (await dash<Frame>(page, '/projects', { name: 'Lighthouse' })).project;
    const ticket = await dash<Ticket>(page, `/projects/${other}/tickets`, {
      title: 'Light the quay',
      description: 'After HO-1, QUAY-2 and ZZZ-1.',
    });
    await page.goto(`/projects/${other}/board?ticket=${ticket.uuid}`);
    const description = panel(page).getByRole('region', { name: 'Description' });
    await expect(description.getByRole('link')).toHaveText(['HO-1', 'QUAY-2']);
    await description.getByRole('link', { name: 'HO-1' }).click();
    await expect(page).toHaveURL(new RegExp(`/projects/${project}/board\\?.*ticket=${first.uuid}`));
  });

  await test.step('both addresses open the ticket, which has the new key', async () => {
    for (const address of ['/QUAY-1', '/ho-1']) {
      await page.goto(address);
      await expect(page).toHaveURL(new RegExp(`ticket=${first.uuid}`));
      await expect(panel(page)).toContainText('QUAY-1');
    }
    await panel(page).getByRole('button', { name: 'Copy the key' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('QUAY-1');
    await panel(page).getByRole('button', { name: 'Copy the link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL('/QUAY-1', page.url()).href);
  });
});
