// The dashboard's own API.
import { expect, type Page } from '@playwright/test';
import type { Overview, OverviewProject } from '../../src/api/types.gen';

/** Calls the dashboard's own API with the page's session: GET without data, POST with it. */
export async function dash<T>(page: Page, path: string, data?: unknown): Promise<T> {
  const response = await (data === undefined
    ? page.request.get(`/dash${path}`)
    : page.request.post(`/dash${path}`, { data }));
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

/** Lists the signed-in user's projects. */
export const listProjects = async (page: Page): Promise<OverviewProject[]> =>
  (await dash<Overview>(page, '/projects')).projects;

/** The uuid of any demo project. */
export const anyProject = async (page: Page): Promise<string> => (await listProjects(page))[0]?.uuid ?? '';
