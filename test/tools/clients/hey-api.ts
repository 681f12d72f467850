import { client } from "./gen/hey-api/client.gen.js";
import { createProject, createTicket, listTickets, updateTicket } from "./gen/hey-api/sdk.gen.js";
import { address, key, present, tell } from "./story.js";

client.setConfig({ baseUrl: address, auth: () => key });

await tell({
  async createProject(name) {
    const { data, error } = await createProject({ body: { name } });
    return present(data, error).data;
  },
  async createTicket(project, title) {
    const { data, error } = await createTicket({ body: { project_uuid: project, title } });
    return present(data, error).data;
  },
  async listTickets(project) {
    const { data, error } = await listTickets({ query: { project } });
    const list = present(data, error);
    return { titles: list.data.map((ticket) => ticket.title), total: list.meta.total };
  },
  async pageOfTickets(project, page, size) {
    const { data, error } = await listTickets({ query: { project, page, per_page: size } });
    const list = present(data, error);
    return { titles: list.data.map((ticket) => ticket.title), total: list.meta.total, count: list.meta.count };
  },
  async updateTicket(uuid, points) {
    const { data, error } = await updateTicket({ path: { uuid }, body: { story_points: points } });
    const { title, story_points } = present(data, error).data;
    return { title, story_points };
  },
  async failToUpdate(uuid) {
    const { error, response } = await updateTicket({ path: { uuid }, body: { story_points: -1 } });
    return { status: present(response, error).status, code: present(error, "no error").error.code };
  },
});
