// A small plan for roadmap tests: three epics in consecutive sprints around today, one in parallel and one without dates.
import type { Page } from '@playwright/test';
import { dash } from './api';
import { later } from './project';

export interface PlanFacts {
  project: string;
  /** Uuids by title. */
  nodes: Record<string, string>;
}

export interface NodeFacts {
  uuid: string;
  title: string;
  start_date: string | null;
  target_date: string | null;
  start: string | null;
  finish: string | null;
  points: number;
  done_points: number;
  tickets: number;
  done_tickets: number;
  planned_start: string | null;
  planned_finish: string | null;
  total_slack: number | null;
  free_slack: number | null;
  critical: boolean;
  cost: number | null;
  minutes: number;
}

export interface RoadmapFacts {
  epics: NodeFacts[];
  super_epics: NodeFacts[];
  links: { uuid: string; type: string; lag_days: number; pred_uuid: string; succ_uuid: string }[];
  milestones: { uuid: string; name: string; date: string }[];
  schedule: { forecast_finish: string | null; pushed: { link: string; days: number }[]; cycle: string[] | null };
  today: string;
}

type Created = { uuid: string };

/** Creates the plan in a new project owned by the signed-in user. */
export async function makePlan(page: Page): Promise<PlanFacts> {
  const { today } = await dash<{ today: string }>(page, '/session');
  const created = await dash<{ project: Created }>(page, '/projects', { name: 'Harbour' });
  const project = created.project.uuid;
  const at = `/projects/${project}`;
  const sprint = async (title: string, from: number, to: number) =>
    (
      await dash<Created>(page, `${at}/sprints`, {
        title,
        start_date: later(today, from),
        end_date: later(today, to),
      })
    ).uuid;
  const [first, second, third] = [
    await sprint('Sprint 1', -20, -7),
    await sprint('Sprint 2', -6, 7),
    await sprint('Sprint 3', 8, 21),
  ];
  const nodes: Record<string, string> = {};
  nodes.Shop = (await dash<Created>(page, `${at}/super-epics`, { title: 'Shop' })).uuid;
  const epic = async (title: string, sprint_uuid: string | null, status: string, super_epic_uuid?: string) => {
    const { uuid } = await dash<Created>(page, `${at}/epics`, { title, super_epic_uuid });
    nodes[title] = uuid;
    for (const [name, points] of [
      ['a start', 5],
      ['the rest', 3],
    ] as const) {
      const ticket = { title: `${title}: ${name}`, story_points: points, epic_uuid: uuid, sprint_uuid };
      await dash(page, `${at}/tickets`, { ...ticket, status: points === 5 ? status : 'todo' });
    }
  };
  await epic('Design', first, 'done');
  await epic('Build', second, 'done', nodes.Shop);
  await epic('Sell', third, 'todo', nodes.Shop);
  await epic('Paint', first, 'todo');
  await epic('Dream', null, 'todo');
  return { project, nodes };
}

export const roadmapOf = (page: Page, project: string) => dash<RoadmapFacts>(page, `/projects/${project}/roadmap`);
