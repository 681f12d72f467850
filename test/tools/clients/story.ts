// What every client must be able to do: create, list, page, update, and see an error.
import assert from "node:assert/strict";

/** The calls of the story, as one client makes them. Each returns what the API sent. */
export interface Calls {
  createProject(name: string): Promise<{ uuid: string }>;
  createTicket(project: string, title: string): Promise<{ uuid: string; priority: string; story_points: number }>;
  listTickets(project: string): Promise<{ titles: string[]; total: number }>;
  pageOfTickets(project: string, page: number, size: number): Promise<{ titles: string[]; total: number; count?: number }>;
  updateTicket(uuid: string, points: number): Promise<{ title: string; story_points: number }>;
  /** Sends an impossible update, and returns the status and the error's code. */
  failToUpdate(uuid: string): Promise<{ status: number; code: string }>;
}

export async function tell(calls: Calls): Promise<void> {
  const { uuid: project } = await calls.createProject("Made by a generated client");
  const first = await calls.createTicket(project, "One");
  assert.equal(first.priority, "normale");
  assert.equal(first.story_points, 0);
  await calls.createTicket(project, "Two");
  await calls.createTicket(project, "Three");
  assert.deepEqual(await calls.listTickets(project), { titles: ["One", "Two", "Three"], total: 3 });
  assert.deepEqual(await calls.pageOfTickets(project, 2, 2), { titles: ["Three"], total: 3, count: 1 });
  assert.deepEqual(await calls.updateTicket(first.uuid, 2.5), { title: "One", story_points: 2.5 });
  assert.deepEqual(await calls.failToUpdate(first.uuid), { status: 422, code: "VALIDATION_ERROR" });
}

/** The value, which must be there. */
export function present<T>(value: T | undefined, problem: unknown): T {
  assert.ok(value !== undefined, `no data: ${JSON.stringify(problem)}`);
  return value;
}

export const address = `${process.env.EARNEST_URL}/api/v1`;
export const key = process.env.EARNEST_KEY ?? "";
