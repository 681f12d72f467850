package apiv1

import "earnest/internal/domain"

const (
	get  = "GET"
	post = "POST"
	put  = "PUT"
	del  = "DELETE"
)

// Routes is the whole contract: every operation, the scope its key must hold, and its shape.
func Routes() []Route {
	return []Route{
		{get, "/projects", domain.ProjectsRead, (*API).listProjects, many[projectItem]("List your projects")},
		{get, "/projects/{uuid}", domain.ProjectsRead, (*API).getProject, one[project]("Get a project")},
		{post, "/projects", domain.ProjectsWrite, (*API).createProject, makes[project, projectBody]("Create a project", "")},
		{put, "/projects/{uuid}", domain.ProjectsWrite, (*API).updateProject, changes[project, projectBody]("Update a project (owner only)")},
		{del, "/projects/{uuid}", domain.ProjectsWrite, (*API).deleteProject, removes("Delete a project and all that is in it (owner only)")},

		{get, "/tickets", domain.TicketsRead, (*API).listTickets, many[ticket]("List tickets", ofProject,
			Param{"sprint", "sprint", false, "only tickets of this sprint"},
			Param{"epic", "epic", false, "only tickets of this epic"}, pageNo, perPage, since)},
		{get, "/tickets/{uuid}", domain.TicketsRead, (*API).getTicket, one[ticketDetail]("Get a ticket with its subtasks")},
		{post, "/tickets", domain.TicketsWrite, (*API).createTicket, makes[ticket, ticketBody]("Create a ticket", "project_uuid")},
		{put, "/tickets/{uuid}", domain.TicketsWrite, (*API).updateTicket, changes[ticket, ticketBody]("Update a ticket")},
		{del, "/tickets/{uuid}", domain.TicketsWrite, (*API).deleteTicket, removes("Delete a ticket; its time entries and their cost stay")},
	}
}
