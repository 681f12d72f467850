// A project of the demo, reached through the dashboard's own API.
import type { Page } from '@playwright/test';

interface SprintFacts {
  uuid: string;
  title: string;
  status: string;
}

export interface Found {
  uuid: string;
  sprints: SprintFacts[];
}

/** projectNamed finds a project that the page's person sees. */
export async function projectNamed(page: Page, name: string): Promise<Found> {
  const { projects } = (await (await page.request.get('/dash/projects')).json()) as {
    projects: { uuid: string; name: string }[];
  };
  const uuid = projects.find((project) => project.name === name)?.uuid;
  if (uuid === undefined) throw new Error(`there is no project ${name}`);
  const { sprints } = (await (await page.request.get(`/dash/projects/${uuid}`)).json()) as { sprints: SprintFacts[] };
  return { uuid, sprints };
}

interface Facts {
  uuid: string;
  title: string;
  sprint_uuid: string | null;
  story_points: number;
  status: string;
  priority: string;
  assignee_id: number | null;
  tags: string[];
}

/** cardsIn lists tickets of a project as the server has them. */
export async function cardsIn(page: Page, project: string, query: string): Promise<Facts[]> {
  const answer = await page.request.get(`/dash/projects/${project}/cards?${query}`);
  return ((await answer.json()) as { cards: Facts[] }).cards;
}
