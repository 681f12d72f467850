package openapi

import (
	"net/http"
	"slices"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/domain"
)

// This file contains the descriptions that routes, tags and rules do not provide.

func aboutTag(name string) string {
	return map[string]string{
		"me":           "The API key that a request is made with.",
		"projects":     "A project has a team and a budget, and contains the resources described below.",
		"super-epics":  "A super-epic groups epics into a theme of the roadmap.",
		"epics":        "An epic groups tickets and may belong to a super-epic.",
		"sprints":      "A sprint is a fixed period of work with tickets committed to it.",
		"tickets":      "A ticket, or story, is the smallest unit of work that earns points.",
		"subtasks":     "A subtask is an item on a ticket's technical checklist.",
		"comments":     "The team's comments on a ticket, as sanitised HTML.",
		"attachments":  "The files of a ticket.",
		"team":         "The members of a project, with their roles and, if you may see them, their daily rates.",
		"time-entries": "Work logged on tickets; its cost is the actual cost of the project.",
		"statuses":     "The columns of a project's board. A ticket's `status` is the `key` of one of them.",
		"dependencies": "The links on the roadmap: which epic or super-epic must end before another can begin.",
		"milestones":   "The dates marked on the roadmap.",
		"finance":      "The earned value of a project.",
		"portfolio":    "The earned value of all your projects together.",
	}[name]
}

// aboutSchema describes a named schema.
func aboutSchema(name string) string {
	if strings.HasSuffix(name, "ErrorCode") {
		return "what went wrong"
	}
	return map[string]string{
		"Me":            "an API key, as whoever uses it sees it",
		"KeyOwner":      "the user that a key acts for",
		"KeyQuotas":     "the quotas of a key",
		"Quota":         "a quota of a key",
		"Project":       "a project",
		"ProjectItem":   "a project in a list",
		"SuperEpic":     "a group of epics",
		"Epic":          "a group of tickets",
		"Sprint":        "a fixed period of work with tickets committed to it",
		"Ticket":        "a ticket, or story, in the same form in every response",
		"TicketDetail":  "a ticket with its subtasks",
		"TicketRef":     "a reference to another ticket",
		"Tag":           "a label for tickets, epics and super-epics; tags are created in the dashboard or imported from a workspace file",
		"Subtask":       "an item on a ticket's checklist",
		"Comment":       "a comment on a ticket",
		"Attachment":    "a file of a ticket",
		"TeamMember":    "a member of a project's team",
		"TimeEntry":     "work logged on a ticket",
		"Status":        "a column of a project's board",
		"Dependency":    "a link on the roadmap",
		"Milestone":     "a date marked on the roadmap",
		"Finance":       "the earned value of a project; figures that need a budget are null if there is none",
		"FinanceRow":    "the earned value of a project in a portfolio",
		"Portfolio":     "the earned value of several projects",
		"Totals":        "sums over the projects with a budget, and the indices computed from these sums",
		"Deleted":       "the result of a delete request",
		"Error":         "the response to a request that was refused or failed",
		"ListMeta":      "information about a list",
		"PortfolioMeta": "information about a portfolio",
		"PageMeta":      "information about a list that supports pagination",

		"DependencyType": "the type of a link on the roadmap",
		"EpicStatus":     "the status of an epic",
		"MemberStatus":   "the status of a membership",
		"Op":             "what an item of a batch does",

		"InProgressError":        "the response to a request whose Idempotency-Key is in use",
		"StaleError":             "the response to a request with an If-Match that does not match",
		"InvalidOrMismatchError": "the response to a request that is invalid, or whose Idempotency-Key was used for another one",

		"TooLargeError": "the response to a request whose file is too large",
		"BadRangeError": "the response to a request for bytes that a file does not have",

		"TicketBatchResult":    "the result of an item of a batch",
		"TimeEntryBatchResult": "the result of an item of a batch",

		"NodeType":        "what a link on the roadmap connects",
		"Priority":        "how urgent a ticket is, from most to least",
		"Role":            "a role in a project",
		"ScrumRole":       "a role in the Scrum team",
		"SprintStatus":    "the status of a sprint",
		"SubtaskStatus":   "the status of a subtask",
		"SuperEpicStatus": "the status of a super-epic",
		"TicketSort":      "an order of tickets",
	}[name]
}

// aboutEnvelope describes the schema of a whole response.
func aboutEnvelope(name string) string {
	if item, isList := strings.CutSuffix(name, "List"); isList {
		return "the response to a list request; each item is " + aboutSchema(item)
	}
	return "the response with " + aboutSchema(strings.TrimSuffix(name, "Envelope"))
}

func aboutBody(r apiv1.Route) string {
	if r.Method == http.MethodPost {
		return "the body of a request to create " + article(r.Noun())
	}
	return "the body of a request to update " + article(r.Noun()) + "; absent members stay unchanged"
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
	case r.Kind == apiv1.ListReply:
		return "The whole list, or the requested page."
	case r.Streams():
		return "The whole list."
	case r.Kind == apiv1.BatchReply:
		return "One result for each item, in order."
	case r.Method == http.MethodPost:
		return "The created resource, as stored."
	case r.Method == http.MethodPut:
		return "The complete resource, after the update."
	case r.Method == http.MethodDelete:
		return "The resource was deleted."
	default:
		return "The requested resource."
	}
}

// rolesFor lists the roles that may use a route, or returns nil if the route does not belong to a project.
func rolesFor(r apiv1.Route) []string {
	roles := domain.Rules("role").Enum
	act := domain.ReadProject
	switch {
	case !r.HasUUID() && r.Parent == "" && !slices.ContainsFunc(r.Query, isReference):
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

// aboutOperation joins the note on a route with its scope and roles.
func aboutOperation(r apiv1.Route) string {
	sentences := []string{operationNote(r.Method + " " + r.Path)}
	if r.Method == http.MethodPut {
		sentences = append(sentences, "Only the members that are sent are changed; a list replaces the previous one.")
	}
	sentences = append(sentences, "Requires the scope `"+string(r.Scope)+"`")
	switch roles := rolesFor(r); {
	case r.Scope == "":
		sentences[len(sentences)-1] = "Any valid key may do this, whatever its scopes."
	case roles == nil:
		sentences[len(sentences)-1] += "."
	case len(roles) == len(domain.Rules("role").Enum):
		sentences[len(sentences)-1] += " and any role in the project."
	default:
		sentences[len(sentences)-1] += " and the role " + orList(roles) + " in the project."
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

// operationNote returns the details that an operation's summary leaves out.
func operationNote(operation string) string { return operationNotes()[operation] }

func operationNotes() map[string]string {
	return map[string]string{
		"GET /projects": "Returns every project you are a member of, in order of creation. Only this list includes `member_count`.",
		"POST /projects": "You become its owner and first member. It starts with six statuses (`backlog`, `todo`, `in_progress`, `in_review`, `done`, `blocked`) " +
			"and two ticket types (Story, Bug). Without `currency`, it gets the currency of the instance, if one is set.",
		"PUT /projects/{uuid}": "`null` or an empty array clears `default_dod`; `null` clears `budget`, `currency` and `description`. A new `budget` or " +
			"`contingency_pct` applies from today on, and figures of earlier days keep theirs. A new `currency` relabels every amount of the project and converts " +
			"none.",
		"DELETE /projects/{uuid}":      "Its tickets, time entries and history are deleted with it. This cannot be undone.",
		"GET /projects/{uuid}/members": "Returns the same list as `/team`.",
		"PUT /super-epics/{uuid}":      "`tags` replaces the whole set.",
		"DELETE /super-epics/{uuid}":   "Its epics are detached, not deleted; its links on the roadmap are deleted with it.",
		"PUT /epics/{uuid}":            "Setting `super_epic_uuid` to `null` detaches the epic from its super-epic.",
		"DELETE /epics/{uuid}":         "Its tickets are detached, not deleted; its links on the roadmap are deleted with it.",
		"POST /sprints":                "`end_date` must not be before `start_date`.",
		"PUT /sprints/{uuid}": "The dates are validated together, after the change is applied: `end_date` must not be before `start_date`. `null` or an empty " +
			"array clears `dod`.",
		"GET /tickets": "Listed in order of creation, or by `sort`: by `created_at`, `updated_at` or `story_points`, lowest first, or by `rank`, the order of " +
			"the project as boards and backlogs show it. A ticket must match every filter that is sent. An unknown sprint or epic returns a 404, any other unknown " +
			"value a 422. `q` ignores case and accents, and finds words by their beginning, and a ticket by its key. " +
			"Without `page`, `per_page` and `cursor`, the whole list is returned. A " +
			"ticket counts as modified when anything shown in its details has changed, including its subtasks.",
		"POST /tickets": "Only `project_uuid` and `title` are required. The epic, the sprint, the tags and the tickets it depends on must belong to the same " +
			"project, and the assignee must be a member of it. Dependencies must not form a cycle. `due_date` must not be before `start_date`. The ticket comes " +
			"last in the order of its project, unless `after_uuid` or `before_uuid` names a neighbour, and has the default type of the project, unless `type_uuid` " +
			"names another one.",
		"POST /tickets/batch": "Carries out up to 100 items in one transaction, in order. Items may belong to different projects. If an item of an atomic batch " +
			"is refused, the response is a 422 whose message names the item, and nothing is done. Otherwise, the result of each item says what became of it. Each " +
			"item counts as one request; if the quota does not suffice for all of them, the response is a 429.",
		"PUT /tickets/{uuid}": "`null` removes the ticket from its epic or sprint, unassigns it, or takes away its type or a date. `due_date` must not be before " +
			"`start_date`, after the change is applied. Dependencies between tickets must not form a cycle. `after_uuid` moves the ticket directly after another " +
			"one in the order of the project, `before_uuid` directly before it. If both are sent, it comes directly after the first, and the second must come later.",
		"DELETE /tickets/{uuid}": "Other tickets no longer depend on it. Its time entries are kept: `/time-entries` still lists them, with the ticket's title, " +
			"and they still count towards the cost.",
		"POST /time-entries/batch": "Works like `POST /tickets/batch`. You can update and delete the entries that you have logged yourself; the owner and the " +
			"admins of a project can do so with all. An entry can be moved to another ticket of its project with `ticket_uuid`.",
		"GET /subtasks": "Sorted by `sort_order`.",
		"GET /comments": "Listed in order of creation. `us` may be sent instead of `ticket_uuid`; if both are sent, they must refer to the same ticket.",
		"POST /comments": "The HTML is filtered through an allow-list, which removes scripts, event handlers and the like. If nothing visible is left, the " +
			"comment is refused.",
		"PUT /comments/{uuid}":            "Only the comment's author and the project's owner and admins may do this.",
		"DELETE /comments/{uuid}":         "Only the comment's author and the project's owner and admins may do this.",
		"GET /tickets/{uuid}/attachments": "Listed in the order in which they were attached.",
		"POST /tickets/{uuid}/attachments": "The name is any text of up to 255 characters without slashes, backslashes and control characters. Within a project, " +
			"the same content is stored once. With an `Idempotency-Key`, requests are the same if the name and the content are.",
		"GET /attachments/{uuid}": "Supports `Range`. The bytes never change, so the `ETag` is their hash.",
		"DELETE /attachments/{uuid}": "Only the person who attached the file and the project's owner and admins may do this. The `ETag` that `If-Match` takes is " +
			"that of the file.",
		"GET /team": "`assignee_id` and `mentions` refer to members by `user_id`. A project may restrict daily rates to its owner and admins; for all other " +
			"members, `tjm` is then null, including for their own rate.",
		"GET /time-entries":  "Sorted by `logged_at`. Without `page`, `per_page` and `cursor`, the whole list is returned.",
		"POST /time-entries": "The author is the user that the key acts for.",
		"GET /statuses":      "Returns a bare JSON array, without `data` and `meta`, sorted by `sort_order`.",
		"GET /dependencies": "Lists the finish-to-start links, without their lags. Using these links, the epics and the super-epics, a client can rebuild the " +
			"graph and find its critical path. Links of other types are only on the roadmap page and in the workspace file.",
		"GET /milestones": "Sorted by date.",
		"GET /finance":    "A project may restrict its daily rates, and therefore its cost, to its owner and admins. All other members then get a 403.",
		"GET /portfolio/finance": "Projects whose cost you may not see are left out of both rows and totals, and `meta.hidden` lists their uuids. Requesting one " +
			"of them in `projects` returns a 403. `totals` adds plain numbers, whatever their currency, and its `currency` is null when the projects differ in it " +
			"or have none; `totals_by_currency` never adds amounts of different currencies.",
	}
}

// aboutKind describes when an error occurs.
func aboutKind(kind domain.Kind) string {
	return map[domain.Kind]string{
		domain.Missing:          "the Authorization header is missing or empty",
		domain.Unknown:          "the value sent is not a known API key",
		domain.Revoked:          "the key was revoked",
		domain.Expired:          "the key has expired",
		domain.PlanRequired:     "the account's plan does not include the API",
		domain.AccountInactive:  "the account that owns the key is inactive",
		domain.AddressRefused:   "the key may not be used from this address",
		domain.ScopeMissing:     "the key lacks the scope that this operation requires",
		domain.Forbidden:        "you are not a member of the project, or your role does not allow this",
		domain.NotFound:         "the path, or something that the request refers to, does not exist",
		domain.MethodNotAllowed: "the path does not support this method; the Allow header lists the supported methods",
		domain.Running:          "a request with the same Idempotency-Key is still running",
		domain.Stale:            "the object is not in the version that If-Match asks for",
		domain.Mismatch:         "the Idempotency-Key was used for another request",
		domain.Invalid:          "a parameter or the body is missing or malformed, or a value is out of bounds",
		domain.TooLarge:         "the file is larger than allowed",
		domain.Full:             "the project has no room for the file",
		domain.BadRange:         "the file does not have the range of bytes that was asked for",
		domain.QuotaExceeded:    "the hourly or monthly quota is used up",
		domain.Internal:         "an internal error occurred; the server's log has the details",
		domain.Unavailable:      "the database is unavailable or the server is busy",
	}[kind]
}

// defaultOf returns the default for a member that a create request omits, or nil if the default is null or empty.
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
