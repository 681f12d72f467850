// Helpers for project settings and members.
import { expect, type Page } from '@playwright/test';
import { anyProject, dash } from './api';
import { acceptAll, addUser, signIn } from './fixtures';
import type { Instance } from './instance';

export const password = 'a long password here';

export interface Frame {
  project: { uuid: string; name: string; budget: number | null };
  statuses: { key: string; label: string; is_done: boolean }[];
  members: { uuid: string; user_id: number; name: string; role: string }[];
}

export const frameOf = (page: Page, project: string) => dash<Frame>(page, `/projects/${project}`);

/** Opens a tab of the project settings, by default in any demo project, and returns the project's uuid. */
export async function open(page: Page, tab: string, uuid?: string): Promise<string> {
  const project = uuid ?? (await anyProject(page));
  await page.goto(`/projects/${project}/settings/${tab}`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  return project;
}

/** Creates a user, adds them to the owner's project with a role, and signs a page in as them. */
export async function joinAs(
  instance: Instance,
  owner: Page,
  page: Page,
  project: string,
  role: string,
  name = { firstname: 'New', lastname: role },
  email = `${role}@example.org`,
): Promise<void> {
  const user = { email, password, ...name };
  await addUser(instance, user);
  await dash(owner, `/projects/${project}/members`, { email: user.email, role });
  await signIn(page, instance.url, user);
  await acceptAll(page);
}
