package openapi

import (
	"net/http"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/domain"
)

// Texts of the document that routes, tags and rules do not provide.

func aboutTag(name string) string {
	return map[string]string{
		"projects":     "A project has a team, a budget and everything below.",
		"super-epics":  "A super-epic groups epics: a theme of the roadmap.",
		"epics":        "An epic groups tickets, and may belong to a super-epic.",
		"sprints":      "A sprint is a stretch of time with tickets committed to it.",
		"tickets":      "A ticket, or story, is the smallest thing that earns points.",
		"subtasks":     "A subtask is a line of a ticket's technical checklist.",
		"comments":     "What the team says about a ticket, in HTML that was made safe.",
		"team":         "The people of a project: their roles, and their daily rates where you may see them.",
		"time-entries": "Work that was logged on tickets; its cost is the actual cost of a project.",
		"statuses":     "The columns of a project's board. A ticket's `status` is the `key` of one of them.",
		"dependencies": "The links of the roadmap: which epic or super-epic must end before another begins.",
		"milestones":   "The dated marks of the roadmap.",
		"finance":      "The earned value of a project.",
		"portfolio":    "The earned value of all your projects together.",
	}[name]
}

// aboutSchema describes a named schema.
func aboutSchema(name string) string {
	return map[string]string{
		"Project":       "a project",
		"ProjectItem":   "a project in a list",
		"SuperEpic":     "a group of epics",
		"Epic":          "a group of tickets",
		"Sprint":        "a stretch of time with tickets committed to it",
		"Ticket":        "a story, the same in every answer",
		"TicketDetail":  "a ticket with its subtasks",
		"TicketRef":     "the name of another ticket",
		"Tag":           "a label of tickets, epics and super-epics; tags come with the workspace file",
		"Subtask":       "a line of a ticket's checklist",
		"Comment":       "a comment on a ticket",
		"TeamMember":    "a person in a project's team",
		"TimeEntry":     "work logged on a ticket",
		"Status":        "a column of a project's board",
		"Dependency":    "a link of the roadmap",
		"Milestone":     "a dated mark on the roadmap",
		"Finance":       "the earned value of a project; what needs a budget is null without one",
		"FinanceRow":    "the earned value of a project in a portfolio",
		"Portfolio":     "the earned value of several projects",
		"Totals":        "sums over the projects with a budget, and the indices of these sums",
		"Deleted":       "the answer to every delete",
		"ListMeta":      "what is known about a list",
		"PortfolioMeta": "what is known about a portfolio",
		"PageMeta":      "what is known about a list that can be read in pages",
	}[name]
}

func aboutBody(r apiv1.Route) string {
	if r.Method == http.MethodPost {
		return "what is sent to create " + article(r.Noun())
	}
	return "what is sent to change " + article(r.Noun()) + ": what is absent stays as it is"
}

// article prefixes a noun with a or an.
func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

func aboutReply(r apiv1.Route) string {
	switch {
	case r.Paged():
		return "The whole list, or the page of it that was asked for."
	case r.Streams():
		return "The whole list."
	case r.Method == http.MethodPost:
		return "What was created, as it is now kept."
	case r.Method == http.MethodPut:
		return "The whole, after the change."
	case r.Method == http.MethodDelete:
		return "It is gone."
	default:
		return "What was asked for."
	}
}

// rolesFor lists the roles that may use a route, or nil if it does not belong to a project.
func rolesFor(r apiv1.Route) []string {
	roles := domain.Rules("role").Enum
	act := domain.ReadProject
	switch {
	case !r.HasUUID() && r.Parent == "" && len(r.Query) == 0:
		return nil
	case r.Method == http.MethodGet:
	case r.Noun() == "project":
		act = domain.OwnProject
	default:
		act = domain.WriteWork
	}
	var may []string
	for _, role := range roles {
		if domain.Role(role).May(act) {
			may = append(may, role)
		}
	}
	return may
}

// aboutOperation joins the note of a route with its scope and roles.
func aboutOperation(r apiv1.Route) string {
	sentences := []string{operationNote(r.Method + " " + r.Path)}
	if r.Method == http.MethodPut {
		sentences = append(sentences, "Only the members that are sent change; a list that is sent replaces the one there was.")
	}
	sentences = append(sentences, "Needs the scope `"+string(r.Scope)+"`")
	switch roles := rolesFor(r); {
	case roles == nil:
		sentences[len(sentences)-1] += "."
	case len(roles) == len(domain.Rules("role").Enum):
		sentences[len(sentences)-1] += " and any role in the project."
	default:
		sentences[len(sentences)-1] += " and, in the project, the role " + orList(roles) + "."
	}
	return strings.TrimSpace(strings.Join(sentences, " "))
}

// orList joins names in prose: `a`, `b` or `c`.
func orList(names []string) string {
	last := "`" + names[len(names)-1] + "`"
	if len(names) == 1 {
		return last
	}
	return "`" + strings.Join(names[:len(names)-1], "`, `") + "` or " + last
}

// operationNote returns what the summary of an operation leaves out.
func operationNote(operation string) string { return operationNotes()[operation] }

func operationNotes() map[string]string {
	return map[string]string{
		"GET /projects": "Every project whose team you are in, in order of creation. Only this list has `member_count`.",
		"POST /projects": "You become its owner and first member. It starts with six statuses (`backlog`, `todo`, `in_progress`, `in_review`, " +
			"`done`, `blocked`) and two ticket types (Story, Bug).",
		"PUT /projects/{uuid}":         "`null` or an empty array clears `default_dod`; `null` clears `budget` and `description`.",
		"DELETE /projects/{uuid}":      "Its tickets, time and history go with it. There is no way back.",
		"GET /projects/{uuid}/members": "The same answer as `/team`.",
		"PUT /super-epics/{uuid}":      "`tags` replaces the whole set.",
		"DELETE /super-epics/{uuid}":   "Its epics are detached, not deleted; its links on the roadmap go with it.",
		"PUT /epics/{uuid}":            "`null` as `super_epic_uuid` detaches it from its super-epic.",
		"DELETE /epics/{uuid}":         "Its tickets are detached, not deleted; its links on the roadmap go with it.",
		"POST /sprints":                "`end_date` must not be before `start_date`.",
		"PUT /sprints/{uuid}": "The dates are judged together, after the change: `end_date` must not be before `start_date`. `null` or an empty " +
			"array clears `dod`.",
		"GET /tickets": "In order of creation. Without `page` and `per_page` the whole list comes at once. A ticket counts as modified when " +
			"anything its detail shows has changed, its subtasks included.",
		"POST /tickets": "Only `project_uuid` and `title` are required. The epic, the sprint, the tags and the tickets it depends on must be " +
			"of the same project, and the assignee a member of it. Tickets may not depend on each other in a circle.",
		"PUT /tickets/{uuid}": "`null` takes the ticket out of its epic or sprint, or off its assignee. Tickets may not depend on each other in a " +
			"circle.",
		"DELETE /tickets/{uuid}": "Other tickets stop depending on it. Its time entries stay, with its title, in `/time-entries` and in the cost.",
		"GET /subtasks":          "By `sort_order`.",
		"GET /comments":          "In order of creation. `us` may be sent in place of `ticket_uuid`; if both are, they must name the same ticket.",
		"POST /comments": "The HTML goes through an allow-list: scripts, event handlers and the like are taken out. If nothing that can be " +
			"seen is left, the comment is refused.",
		"PUT /comments/{uuid}":    "For the author of the comment, and for the project's owner and admins.",
		"DELETE /comments/{uuid}": "For the author of the comment, and for the project's owner and admins.",
		"GET /team": "`user_id` is what `assignee_id` and `mentions` refer to. A project may keep daily rates to its owner and admins; " +
			"for everybody else `tjm` is then null, their own rate included.",
		"GET /time-entries":  "By `logged_at`. Without `page` and `per_page` the whole list comes at once.",
		"POST /time-entries": "The author is the user the key acts for.",
		"GET /statuses":      "A bare JSON array, without `data` and `meta`, by `sort_order`.",
		"GET /dependencies":  "With the epics and super-epics, a client can rebuild the graph and find its critical path.",
		"GET /milestones":    "By date.",
		"GET /finance": "A project may keep its daily rates, and with them its cost, to its owner and admins. For all other members this is " +
			"then a 403.",
		"GET /portfolio/finance": "Projects whose cost you may not know are left out of rows and totals, and `meta.hidden` lists their uuids. " +
			"Naming one of them in `projects` is a 403.",
	}
}

// aboutKind describes when an error occurs.
func aboutKind(kind domain.Kind) string {
	return map[domain.Kind]string{
		domain.Missing:          "the header Authorization is absent or empty",
		domain.Unknown:          "what was sent is no key that the server knows",
		domain.Revoked:          "the key was revoked",
		domain.Expired:          "the key has expired",
		domain.PlanRequired:     "the plan of the account does not include the API",
		domain.AccountInactive:  "the account that owns the key is inactive",
		domain.AddressRefused:   "the key may not be used from this address",
		domain.ScopeMissing:     "the key lacks the scope of this operation",
		domain.Forbidden:        "you are no member of the project, or your role does not allow this",
		domain.NotFound:         "the path, or what it or the body names, does not exist",
		domain.MethodNotAllowed: "the path has other methods; the header Allow lists them",
		domain.Invalid:          "a parameter or the body is missing, malformed or out of bounds",
		domain.QuotaExceeded:    "the quota of the hour or of the month is used up",
		domain.Internal:         "the server failed; its log has the details",
		domain.Unavailable:      "the database is away or the server is busy",
	}[kind]
}

// defaultOf returns the default of an absent member in a create, or nil if it is null or empty.
func defaultOf(body, name string) any {
	return map[string]any{
		"ProjectCreate.color":           domain.DefaultColor,
		"ProjectCreate.contingency_pct": domain.DefaultContingencyPct,
		"SuperEpicCreate.status":        domain.DefaultSuperEpicStatus,
		"EpicCreate.status":             "backlog",
		"SprintCreate.status":           domain.Planning,
		"TicketCreate.priority":         domain.DefaultPriority,
		"TicketCreate.status":           domain.DefaultStatus,
		"TicketCreate.story_points":     0,
		"SubtaskCreate.status":          "todo",
	}[body+"."+name]
}
