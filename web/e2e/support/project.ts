// Helpers for demo projects, through the dashboard's own API.
import type { Page } from '@playwright/test';

interface SprintFacts {
  uuid: string;
  title: string;
  status: string;
  start_date: string;
  end_date: string;
  points: number;
  done_points: number;
}

export interface Found {
  uuid: string;
  sprints: SprintFacts[];
}

/** Finds a project the signed-in user can see. */
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

/** Lists a project's tickets as the server returns them. */
export async function cardsIn(page: Page, project: string, query: string): Promise<Facts[]> {
  const answer = await page.request.get(`/dash/projects/${project}/cards?${query}`);
  return ((await answer.json()) as { cards: Facts[] }).cards;
}

/** Creates a ticket, so a test does not depend on the date the demo was made. */
export async function addTicket(page: Page, project: string, data: { title: string; story_points?: number }) {
  const answer = await page.request.post(`/dash/projects/${project}/tickets`, { data });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** The day a number of days after another. */
export const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A day as English pages show it. */
export const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );
