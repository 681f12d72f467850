// No text is lost: unsaved text survives whatever happens to the page, and every version that was saved can be seen and restored.
import type { Locator, Page } from '@playwright/test';
import type { Frame, Ticket } from '../src/api/types.gen';
import { dash } from './support/api';
import { addUser, expect, submitSignIn, test } from './support/fixtures';
import { password } from './support/settings';

const panel = (page: Page) => page.getByRole('dialog').first();
const region = (page: Page, name: string) => panel(page).getByRole('region', { name, exact: true });
const draftOf = (where: Page | Locator, what: string) =>
  where.getByRole('group', { name: `Unsaved draft: ${what}`, exact: true });

/** Opens a ticket in a project of its own, which is small and loads fast. */
async function openTicket(page: Page, data: object = {}) {
  const project = (await dash<Frame>(page, '/projects', { name: 'Apollo' })).project.uuid;
  const { uuid } = await dash<Ticket>(page, `/projects/${project}/tickets`, { title: 'Sell tickets', ...data });
  await page.goto(`/projects/${project}/board?ticket=${uuid}`);
  await expect(page.getByRole('dialog', { name: 'Sell tickets' })).toBeVisible();
  return { project, uuid, stored: () => dash<Ticket>(page, `/tickets/${uuid}`) };
}

/** Ends the session of a page on the server; the page does not know yet. */
async function expire(page: Page): Promise<void> {
  await page.context().clearCookies();
}

test('Escape keeps what was typed, and only Discard throws it away', async ({ signedIn: page }) => {
  const { stored } = await openTicket(page, { description: 'Old', acceptance_criteria: ['Works'] });
  const description = region(page, 'Description');
  await description.getByRole('button', { name: 'Edit the description' }).click();
  const field = panel(page).getByRole('textbox', { name: 'Description' });
  await field.fill('A long story');
  await field.press('Escape');
  await expect(description).toContainText('Old');
  await expect(draftOf(description, 'Description')).toBeVisible();

  await region(page, 'Acceptance criteria').getByRole('button', { name: 'Works', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Criterion', exact: true }).fill('Works offline');
  await page.keyboard.press('Escape');
  await panel(page).getByRole('textbox', { name: 'Write a comment' }).fill('I wonder');

  await page.reload();
  await expect(panel(page).getByRole('textbox', { name: 'Write a comment' })).toHaveValue('I wonder');
  await draftOf(page, 'Criterion').getByRole('button', { name: 'Discard' }).click();
  await expect(draftOf(page, 'Criterion')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('[data-card]').click();
  await draftOf(description, 'Description').getByRole('button', { name: 'Continue' }).click();
  await expect(field).toHaveValue('A long story');
  await field.press('Control+Enter');
  await expect(draftOf(page, 'Description')).toHaveCount(0);
  await expect.poll(stored).toMatchObject({ description: 'A long story', acceptance_criteria: ['Works'] });
});

test('an emptied title stays empty and says that one is required', async ({ signedIn: page }) => {
  const { stored } = await openTicket(page);
  await panel(page).getByRole('button', { name: 'Sell tickets' }).click();
  const field = panel(page).getByRole('textbox', { name: 'Title' });
  await field.fill('');
  await field.press('Enter');
  await expect(panel(page).getByText('A title is required.')).toBeVisible();
  await panel(page).getByText('Acceptance criteria').click();
  await expect(field).toHaveValue('');
  await expect(panel(page).getByText('A title is required.')).toBeVisible();
  await field.press('Escape');
  await expect(panel(page).getByRole('button', { name: 'Sell tickets' })).toBeVisible();
  expect((await stored()).title).toBe('Sell tickets');
});

test('what was typed and moved as the session ended is there for the same user after signing in again', async ({
  signedIn: page,
  instance,
  demo,
  guard,
}) => {
  guard.allow(401, 403);
  const { uuid, stored } = await openTicket(page);
  await panel(page).getByRole('button', { name: 'Add a description' }).click();
  await panel(page).getByRole('textbox', { name: 'Description' }).fill('A long story');
  await expire(page);
  await panel(page).getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'In progress' }).click();

  const eve = { email: 'eve@example.org', password };
  await addUser(instance, eve);
  await submitSignIn(page, eve);
  await expect(page.getByRole('button', { name: /account$/ })).toBeVisible();
  await expect(page.getByText('Your last change was not saved')).toHaveCount(0);
  await expire(page);
  await page.goto(`/tickets/${uuid}`);

  await submitSignIn(page, demo);
  await expect(draftOf(page, 'Description')).toBeVisible();
  const offer = page.getByRole('alert').filter({ hasText: 'Your last change was not saved' });
  await panel(page).getByRole('button', { name: 'Close the ticket' }).click();
  await offer.getByRole('button', { name: 'Try again' }).click();
  await expect(offer).toHaveCount(0);
  expect(await stored()).toMatchObject({ status: 'in_progress', description: null });
});
