package apiv1

import (
	"earnest/internal/domain"
)

const (
	get  = "GET"
	post = "POST"
	put  = "PUT"
	del  = "DELETE"
)

// Routes is the whole contract: every operation with the scope it requires and its shape.
func Routes() []Route { //nolint:funlen // one page, meant to be read as a whole
	return []Route{
		{get, "/projects", domain.ProjectsRead, (*API).listProjects, many[projectItem]("List your projects")},
		{get, "/projects/{uuid}", domain.ProjectsRead, (*API).getProject, one[project]("Get a project")},
		{get, "/projects/{uuid}/members", domain.TeamRead, (*API).listMembers, many[teamMember]("List the members of a project")},
		{post, "/projects", domain.ProjectsWrite, (*API).createProject, makes[project, projectBody]("Create a project", "")},
		{put, "/projects/{uuid}", domain.ProjectsWrite, (*API).updateProject, changes[project, projectBody]("Update a project (owner only)")},
		{del, "/projects/{uuid}", domain.ProjectsWrite, (*API).deleteProject, removes("Delete a project and everything in it (owner only)")},

		{get, "/super-epics", domain.SuperEpicsRead, (*API).listSuperEpics, many[superEpic]("List super-epics", ofProject())},
		{get, "/super-epics/{uuid}", domain.SuperEpicsRead, (*API).getSuperEpic, one[superEpic]("Get a super-epic")},
		{post, "/super-epics", domain.SuperEpicsWrite, (*API).createSuperEpic, makes[superEpic, superEpicBody]("Create a super-epic", "project_uuid")},
		{put, "/super-epics/{uuid}", domain.SuperEpicsWrite, (*API).updateSuperEpic, changes[superEpic, superEpicBody]("Update a super-epic")},
		{del, "/super-epics/{uuid}", domain.SuperEpicsWrite, (*API).deleteSuperEpic, removes("Delete a super-epic; its epics are detached")},

		{get, "/epics", domain.EpicsRead, (*API).listEpics, many[epic]("List epics", ofProject())},
		{get, "/epics/{uuid}", domain.EpicsRead, (*API).getEpic, one[epic]("Get an epic")},
		{post, "/epics", domain.EpicsWrite, (*API).createEpic, makes[epic, epicBody]("Create an epic", "project_uuid")},
		{put, "/epics/{uuid}", domain.EpicsWrite, (*API).updateEpic, changes[epic, epicBody]("Update an epic")},
		{del, "/epics/{uuid}", domain.EpicsWrite, (*API).deleteEpic, removes("Delete an epic; its tickets are detached")},

		{get, "/sprints", domain.SprintsRead, (*API).listSprints, many[sprint]("List sprints", ofProject())},
		{get, "/sprints/{uuid}", domain.SprintsRead, (*API).getSprint, one[sprint]("Get a sprint")},
		{post, "/sprints", domain.SprintsWrite, (*API).createSprint, makes[sprint, sprintBody]("Create a sprint", "project_uuid")},
		{put, "/sprints/{uuid}", domain.SprintsWrite, (*API).updateSprint, changes[sprint, sprintBody]("Update a sprint; starting it records its commitment")},

		{get, "/tickets", domain.TicketsRead, (*API).listTickets, many[ticket]("List tickets", ofProject(),
			Param{"sprint", "sprint", false, "only tickets in this sprint"},
			Param{"epic", "epic", false, "only tickets in this epic"},
			Param{"status", "status key", false, "only tickets with this status of the project"},
			Param{"assignee_id", "user", false, "only tickets that are assigned to this user"},
			Param{"type", "type", false, "only tickets of this type"},
			Param{"tag", "tag", false, "only tickets with this tag"},
			Param{"q", "search text", false, "only tickets whose title and description contain all these words, or that have a comment which does"},
			Param{"sort", "ticket sort", false, "what to sort by, lowest first, or most urgent first with `rank`; without it, tickets are in order of creation"},
			pageNo(), perPage(), since())},
		{get, "/tickets/{uuid}", domain.TicketsRead, (*API).getTicket, one[ticketDetail]("Get a ticket with its subtasks")},
		{post, "/tickets", domain.TicketsWrite, (*API).createTicket, makes[ticket, ticketBody]("Create a ticket", "project_uuid")},
		{post, "/tickets/batch", domain.TicketsWrite, (*API).batchTickets, batch[ticket, ticketBody]("Create, update and delete several tickets", "project_uuid")},
		{put, "/tickets/{uuid}", domain.TicketsWrite, (*API).updateTicket, changes[ticket, ticketBody]("Update a ticket")},
		{del, "/tickets/{uuid}", domain.TicketsWrite, (*API).deleteTicket, removes("Delete a ticket; its time entries and their cost are kept")},

		{get, "/subtasks", domain.TicketsRead, (*API).listSubtasks, many[subtask]("List the subtasks of a ticket", ofTicket())},
		{post, "/subtasks", domain.TicketsWrite, (*API).createSubtask, makes[subtask, newSubtask]("Create a subtask at the end of a ticket's list", "ticket_uuid")},
		{put, "/subtasks/{uuid}", domain.TicketsWrite, (*API).updateSubtask, changes[subtask, subtaskBody]("Update a subtask")},
		{del, "/subtasks/{uuid}", domain.TicketsWrite, (*API).deleteSubtask, removes("Delete a subtask")},

		{get, "/comments", domain.CommentsRead, (*API).listComments, many[comment]("List the comments on a ticket", ofTicket(),
			Param{"us", ticketNoun, false, "an alias of ticket_uuid, which may then be omitted"})},
		{get, "/comments/{uuid}", domain.CommentsRead, (*API).getComment, one[comment]("Get a comment")},
		{post, "/comments", domain.CommentsWrite, (*API).createComment, makes[comment, commentBody]("Comment on a ticket", "ticket_uuid")},
		{put, "/comments/{uuid}", domain.CommentsWrite, (*API).updateComment, changes[comment, commentBody](
			"Update a comment (its author, the project's owner or an admin only)")},
		{del, "/comments/{uuid}", domain.CommentsWrite, (*API).deleteComment, removes("Delete a comment (its author, the project's owner or an admin only)")},

		{get, "/tickets/{uuid}/attachments", domain.AttachmentsRead, (*API).listAttachments, many[attachment]("List the files of a ticket")},
		{post, "/tickets/{uuid}/attachments", domain.AttachmentsWrite, (*API).createAttachment, uploads[attachment]("Attach a file to a ticket",
			Param{"name", "file name", false, "the name of the file; required unless the body is a form, where it takes precedence over the name in the form"})},
		{get, "/attachments/{uuid}", domain.AttachmentsRead, (*API).getAttachment, file("Download a file")},
		{del, "/attachments/{uuid}", domain.AttachmentsWrite, (*API).deleteAttachment, removes(
			"Delete a file (the person who attached it, the project's owner or an admin only)")},

		{get, "/team", domain.TeamRead, (*API).listTeam, many[teamMember]("List the members of a project", ofProject())},

		{get, "/time-entries", domain.TimeRead, (*API).listTimeEntries, many[timeEntry]("List time entries, including those of deleted tickets", ofProject(),
			Param{"story", ticketNoun, false, "only entries for this ticket"}, pageNo(), perPage(), since())},
		{post, "/time-entries", domain.TimeWrite, (*API).createTimeEntry, makes[timeEntry, timeEntryBody]("Log time on a ticket, as the key's user", "ticket_uuid")},
		{post, "/time-entries/batch", domain.TimeWrite, (*API).batchTimeEntries, batch[timeEntry, timeEntryBody](
			"Log, update and delete several time entries", "ticket_uuid")},

		{get, "/statuses", domain.StatusesRead, (*API).listStatuses, bare[status]("List statuses, without an envelope", ofProject())},

		{get, "/dependencies", domain.RoadmapRead, (*API).listDependencies, many[dependency]("List roadmap links", ofProject())},
		{get, "/milestones", domain.RoadmapRead, (*API).listMilestones, many[milestone]("List milestones by date", ofProject())},

		{get, "/finance", domain.FinanceRead, (*API).getFinance, one[finance]("Get the earned value of a project", ofProject())},
		{get, "/portfolio/finance", domain.FinanceRead, (*API).getPortfolio, tally[portfolio, portfolioMeta]("Get the earned value of your projects, rolled up",
			Param{"projects", "projects", false, "only these projects, as a comma-separated list of uuids; you must be a member of each"})},

		{get, "/me", "", (*API).getMe, one[me]("Get the key that you use, and what is left of its quotas")},
	}
}
