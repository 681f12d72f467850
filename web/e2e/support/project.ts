// Helpers for projects and tickets, through the dashboard's own API.
import type { Page } from '@playwright/test';
import type { OverviewProject, OverviewSprint } from '../../src/api/types.gen';
import { dash, listProjects } from './api';

interface SprintFacts {
  uuid: string;
  title: string;
  status: string;
  start_date: string;
  end_date: string;
  points: number;
  done_points: number;
}

export interface ProjectFacts {
  uuid: string;
  sprints: SprintFacts[];
}

/** Finds a project the signed-in user can see. */
export async function projectNamed(page: Page, name: string): Promise<ProjectFacts> {
  const uuid = (await listProjects(page)).find((project) => project.name === name)?.uuid;
  if (uuid === undefined) throw new Error(`there is no project named ${name}`);
  const { sprints } = await dash<{ sprints: SprintFacts[] }>(page, `/projects/${uuid}`);
  return { uuid, sprints };
}

/** A project with an active sprint. */
export async function activeProject(page: Page): Promise<OverviewProject & { sprint: OverviewSprint }> {
  for (const project of await listProjects(page)) {
    if (project.sprint !== null) return { ...project, sprint: project.sprint };
  }
  throw new Error('no project has an active sprint');
}

interface CardFacts {
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
export async function cardsIn(page: Page, project: string, query: string): Promise<CardFacts[]> {
  return (await dash<{ cards: CardFacts[] }>(page, `/projects/${project}/cards?${query}`)).cards;
}

/** Creates a ticket for tests that cannot rely on the demo's tickets, which depend on the current date. */
export async function addTicket(page: Page, project: string, data: { title: string; story_points?: number }) {
  await dash(page, `/projects/${project}/tickets`, data);
}

/** A workspace file with one project. Importing it is much faster than creating hundreds of tickets one by one. */
export const workspaceWith = (owner: string, name: string, tickets: object[]): string =>
  JSON.stringify({
    projects: [{ name, members: [{ user: owner, project_role: 'owner', tjm: 500 }], tickets }],
  });

/** The date a number of days after another, or before it if negative. */
export const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The day itself or the Saturday before it. Nobody in the demo works on a Saturday, so a whole day can be logged on it. */
export const saturdayUpTo = (day: string): string => later(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 1) % 7));

/** A date as English pages show it. */
export const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );
