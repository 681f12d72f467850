// Compiles only if the generated types are as convenient as promised: what a request may omit is optional, enums are
// unions, and a list has items and a total.
import type { components, operations } from "./gen/types";

type Schemas = components["schemas"];

export const ticket: Schemas["TicketCreate"] = { project_uuid: "p", title: "t" };
export const project: Schemas["ProjectCreate"] = { name: "n", budget: null };
export const comments: operations["listComments"]["parameters"]["query"] = { us: "u" };
export const priority: Schemas["Priority"] = "haute";
export const titles = (list: Schemas["TicketList"]): string[] => list.data.slice(0, list.meta.total).map(({ title }) => title);
export const code = (error: Schemas["Error"]): Schemas["ErrorCode"] => error.error.code;

// @ts-expect-error No priority has this name.
export const urgent: Schemas["Priority"] = "urgent";
