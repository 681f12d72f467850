import createClient from "openapi-fetch";
import type { paths } from "./gen/openapi-typescript.js";
import { address, key, present, tell } from "./story.js";

const api = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${key}` } });

await tell({
  async createProject(name) {
    const { data, error } = await api.POST("/projects", { body: { name } });
    return present(data, error).data;
  },
  async createTicket(project, title) {
    const { data, error } = await api.POST("/tickets", { body: { project_uuid: project, title } });
    return present(data, error).data;
  },
  async listTickets(project) {
    const { data, error } = await api.GET("/tickets", { params: { query: { project } } });
    const list = present(data, error);
    return { titles: list.data.map((ticket) => ticket.title), total: list.meta.total };
  },
  async pageOfTickets(project, page, size) {
    const { data, error } = await api.GET("/tickets", { params: { query: { project, page, per_page: size } } });
    const list = present(data, error);
    return { titles: list.data.map((ticket) => ticket.title), total: list.meta.total, count: list.meta.count };
  },
  async updateTicket(uuid, points) {
    const { data, error } = await api.PUT("/tickets/{uuid}", { params: { path: { uuid } }, body: { story_points: points } });
    const { title, story_points } = present(data, error).data;
    return { title, story_points };
  },
  async failToUpdate(uuid) {
    const { error, response } = await api.PUT("/tickets/{uuid}", { params: { path: { uuid } }, body: { story_points: -1 } });
    return { status: response.status, code: present(error, "no error").error.code };
  },
});
