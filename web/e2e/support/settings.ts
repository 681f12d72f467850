// Helpers for project settings.
import { expect, type Page } from '@playwright/test';
import { acceptAll, addUser, signIn } from './fixtures';
import type { Instance } from './instance';

export const password = 'a long password here';

export interface Frame {
  project: { uuid: string; name: string; budget: number | null };
  statuses: { key: string; label: string; is_done: boolean }[];
  members: { uuid: string; user_id: number; name: string; role: string }[];
}

/** Calls the dashboard's own API with the page's session. */
export async function dash<T>(page: Page, path: string, data?: unknown): Promise<T> {
  const answer = await (data === undefined
    ? page.request.get(`/dash${path}`)
    : page.request.post(`/dash${path}`, { data }));
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** The uuid of any demo project. */
export async function anyProject(page: Page): Promise<string> {
  const { projects } = await dash<{ projects: { uuid: string }[] }>(page, '/projects');
  return projects[0]?.uuid ?? '';
}

export const frameOf = (page: Page, project: string) => dash<Frame>(page, `/projects/${project}`);

export async function open(page: Page, tab: string, given?: string): Promise<string> {
  const project = given ?? (await anyProject(page));
  await page.goto(`/projects/${project}/settings/${tab}`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  return project;
}

/** Creates a user with a role in a project and signs a page in as them. */
export async function joined(
  instance: Instance,
  owner: Page,
  page: Page,
  project: string,
  role: string,
): Promise<void> {
  const who = { email: `${role}@example.org`, password, firstname: 'New', lastname: role };
  await addUser(instance, who);
  await dash(owner, `/projects/${project}/members`, { email: who.email, role });
  await signIn(page, instance.url, who);
  await acceptAll(page);
}
