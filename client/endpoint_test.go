package client_test

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"earnest/client"
)

// endpoint is one call and the request it must send.
type endpoint struct {
	call   func(context.Context, *client.Client) (any, error)
	method string
	target string
	body   string
	answer string
	want   any // nil: not compared
}

const (
	listOfOne = `{"data":[{"uuid":"u1"}],"meta":{"total":1}}`
	oneThing  = `{"data":{"uuid":"u1"}}`
	deleted   = `{"data":{"deleted":true}}`
)

func gone(err error) (any, error) { return nil, err }

func endpoints() []endpoint {
	type c = *client.Client
	type x = context.Context
	since := time.Date(2026, 3, 1, 13, 0, 0, 5e8, time.FixedZone("", 3600))
	return []endpoint{
		{func(x x, c c) (any, error) { return c.Projects(x) }, "GET", "/projects", "", listOfOne, []client.Project{{UUID: "u1"}}},
		{func(x x, c c) (any, error) { return c.Project(x, "p") }, "GET", "/projects/p", "", oneThing, &client.Project{UUID: "u1"}},
		{func(x x, c c) (any, error) { return c.ProjectMembers(x, "p") }, "GET", "/projects/p/members", "", listOfOne, []client.TeamMember{{UUID: "u1"}}},
		{func(x x, c c) (any, error) { return c.CreateProject(x, client.ProjectCreate{Name: "A"}) }, "POST", "/projects", `{"name":"A"}`, oneThing, &client.Project{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.CreateProject(x, client.ProjectCreate{Name: "A", Description: "d", Color: "#112233", DefaultDoD: []string{"x"}, ContingencyPct: new(0.0), Budget: new(0.0), Currency: new("EUR")})
		}, "POST", "/projects", `{"name":"A","description":"d","color":"#112233","default_dod":["x"],"contingency_pct":0,"budget":0,"currency":"EUR"}`, oneThing, nil},
		{func(x x, c c) (any, error) {
			return c.UpdateProject(x, "p", client.ProjectUpdate{Name: client.Set("B"), Budget: client.Null[float64]()})
		}, "PUT", "/projects/p", `{"name":"B","budget":null}`, oneThing, &client.Project{UUID: "u1"}},
		{func(x x, c c) (any, error) { return c.UpdateProject(x, "p", client.ProjectUpdate{}) }, "PUT", "/projects/p", `{}`, oneThing, nil},
		{func(x x, c c) (any, error) { return gone(c.DeleteProject(x, "p")) }, "DELETE", "/projects/p", "", deleted, nil},

		{func(x x, c c) (any, error) { return c.SuperEpics(x, "p") }, "GET", "/super-epics?project=p", "", listOfOne, []client.SuperEpic{{UUID: "u1"}}},
		{func(x x, c c) (any, error) { return c.SuperEpic(x, "s") }, "GET", "/super-epics/s", "", oneThing, &client.SuperEpic{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.CreateSuperEpic(x, client.SuperEpicCreate{ProjectUUID: "p", Title: "T", Tags: []string{"t"}})
		}, "POST", "/super-epics", `{"project_uuid":"p","title":"T","tags":["t"]}`, oneThing, &client.SuperEpic{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.UpdateSuperEpic(x, "s", client.SuperEpicUpdate{Description: client.Null[string](), Tags: client.Set([]string(nil))})
		}, "PUT", "/super-epics/s", `{"description":null,"tags":[]}`, oneThing, &client.SuperEpic{UUID: "u1"}},
		{func(x x, c c) (any, error) { return gone(c.DeleteSuperEpic(x, "s")) }, "DELETE", "/super-epics/s", "", deleted, nil},

		{func(x x, c c) (any, error) { return c.Epics(x, "p") }, "GET", "/epics?project=p", "", listOfOne, []client.Epic{{UUID: "u1"}}},
		{func(x x, c c) (any, error) { return c.Epic(x, "e") }, "GET", "/epics/e", "", oneThing, &client.Epic{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.CreateEpic(x, client.EpicCreate{ProjectUUID: "p", Title: "T", SuperEpicUUID: "s", Status: client.StatusBlocked})
		}, "POST", "/epics", `{"project_uuid":"p","title":"T","super_epic_uuid":"s","status":"blocked"}`, oneThing, &client.Epic{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.UpdateEpic(x, "e", client.EpicUpdate{SuperEpicUUID: client.Null[string]()})
		}, "PUT", "/epics/e", `{"super_epic_uuid":null}`, oneThing, &client.Epic{UUID: "u1"}},
		{func(x x, c c) (any, error) { return gone(c.DeleteEpic(x, "e")) }, "DELETE", "/epics/e", "", deleted, nil},

		{func(x x, c c) (any, error) { return c.Sprints(x, "p") }, "GET", "/sprints?project=p", "", listOfOne, []client.Sprint{{UUID: "u1"}}},
		{func(x x, c c) (any, error) { return c.Sprint(x, "s") }, "GET", "/sprints/s", "", oneThing, &client.Sprint{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.CreateSprint(x, client.SprintCreate{ProjectUUID: "p", Title: "T", Goal: "g", StartDate: "2026-01-05", EndDate: "2026-01-16"})
		}, "POST", "/sprints", `{"project_uuid":"p","title":"T","goal":"g","start_date":"2026-01-05","end_date":"2026-01-16"}`, oneThing, &client.Sprint{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.UpdateSprint(x, "s", client.SprintUpdate{Status: client.Set(client.SprintActive), EndDate: client.Set(client.Date("2026-02-01")), DoD: client.Null[[]string]()})
		}, "PUT", "/sprints/s", `{"status":"active","end_date":"2026-02-01","dod":null}`, oneThing, &client.Sprint{UUID: "u1"}},

		{func(x x, c c) (any, error) { return c.Tickets(x, "p", client.TicketQuery{}) }, "GET", "/tickets?project=p", "", listOfOne,
			&client.Page[client.Ticket]{Data: []client.Ticket{{UUID: "u1"}}, Meta: client.Meta{Total: 1}}},
		{func(x x, c c) (any, error) {
			return c.Tickets(x, "p", client.TicketQuery{Sprint: "s", Epic: "e", UpdatedSince: since, Page: 2, PerPage: 50})
		}, "GET", "/tickets?epic=e&page=2&per_page=50&project=p&sprint=s&updated_since=2026-03-01T12%3A00%3A00.5Z", "",
			`{"data":[],"meta":{"total":51,"count":0,"page":2,"per_page":50}}`,
			&client.Page[client.Ticket]{Data: []client.Ticket{}, Meta: client.Meta{Total: 51, Page: 2, PerPage: 50}}},
		{func(x x, c c) (any, error) {
			return c.Tickets(x, "p", client.TicketQuery{Status: client.StatusDone, AssigneeID: 7, Type: "y", Tag: "g", Text: "a b", Sort: client.SortPoints, Cursor: new("")})
		}, "GET", "/tickets?assignee_id=7&cursor=&project=p&q=a+b&sort=points&status=done&tag=g&type=y", "",
			`{"data":[],"meta":{"total":3,"count":0,"per_page":100,"next":"n"}}`,
			&client.Page[client.Ticket]{Data: []client.Ticket{}, Meta: client.Meta{Total: 3, PerPage: 100, Next: new("n")}}},
		{func(x x, c c) (any, error) { return c.Ticket(x, "t") }, "GET", "/tickets/t", "",
			`{"data":{"uuid":"u1","subtasks":[{"uuid":"u2"}],"subtasks_total":1,"subtasks_done":0}}`,
			&client.TicketDetail{Ticket: client.Ticket{UUID: "u1"}, Subtasks: []client.Subtask{{UUID: "u2"}}, SubtasksTotal: 1}},
		{func(x x, c c) (any, error) {
			return c.CreateTicket(x, client.TicketCreate{ProjectUUID: "p", Title: "T"})
		}, "POST", "/tickets", `{"project_uuid":"p","title":"T"}`, oneThing, &client.Ticket{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.CreateTicket(x, client.TicketCreate{ProjectUUID: "p", Title: "T", Description: "d", Priority: client.PriorityCritical, Status: client.StatusTodo, StoryPoints: 2.5,
				EpicUUID: "e", SprintUUID: "s", AssigneeID: 7, TypeUUID: "y", StartDate: "2026-03-02", DueDate: "2026-03-09", AcceptanceCriteria: []string{"a"}, Dependencies: []string{"b"}, Tags: []string{"c"}})
		}, "POST", "/tickets", `{"project_uuid":"p","title":"T","description":"d","priority":"critique","status":"todo","story_points":2.5,` +
			`"epic_uuid":"e","sprint_uuid":"s","assignee_id":7,"type_uuid":"y","start_date":"2026-03-02","due_date":"2026-03-09","acceptance_criteria":["a"],"dependencies":["b"],"tags":["c"]}`, oneThing, nil},
		{func(x x, c c) (any, error) {
			return c.UpdateTicket(x, "t", client.TicketUpdate{Title: client.Set("T"), StoryPoints: client.Set(0.0), SprintUUID: client.Null[string](), AssigneeID: client.Set(int64(7)), TypeUUID: client.Null[string](), DueDate: client.Set(client.Date("2026-03-09")), Tags: client.Set([]string{})})
		}, "PUT", "/tickets/t", `{"title":"T","story_points":0,"sprint_uuid":null,"assignee_id":7,"type_uuid":null,"due_date":"2026-03-09","tags":[]}`, oneThing, &client.Ticket{UUID: "u1"}},
		{func(x x, c c) (any, error) { return gone(c.DeleteTicket(x, "t")) }, "DELETE", "/tickets/t", "", deleted, nil},

		{func(x x, c c) (any, error) { return c.Subtasks(x, "t") }, "GET", "/subtasks?ticket_uuid=t", "", listOfOne, []client.Subtask{{UUID: "u1"}}},
		{func(x x, c c) (any, error) {
			return c.CreateSubtask(x, client.SubtaskCreate{TicketUUID: "t", Title: "T", Status: client.StatusDone, AssigneeID: 3})
		}, "POST", "/subtasks", `{"ticket_uuid":"t","title":"T","status":"done","assignee_id":3}`, oneThing, &client.Subtask{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.UpdateSubtask(x, "s", client.SubtaskUpdate{AssigneeID: client.Null[int64](), SortOrder: client.Set(-1)})
		}, "PUT", "/subtasks/s", `{"assignee_id":null,"sort_order":-1}`, oneThing, &client.Subtask{UUID: "u1"}},
		{func(x x, c c) (any, error) { return gone(c.DeleteSubtask(x, "s")) }, "DELETE", "/subtasks/s", "", deleted, nil},

		{func(x x, c c) (any, error) { return c.Comments(x, "t") }, "GET", "/comments?ticket_uuid=t", "", listOfOne, []client.Comment{{UUID: "u1"}}},
		{func(x x, c c) (any, error) { return c.Comment(x, "m") }, "GET", "/comments/m", "", oneThing, &client.Comment{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.CreateComment(x, client.CommentCreate{TicketUUID: "t", Content: "hello", Mentions: []int64{1, 2}})
		}, "POST", "/comments", `{"ticket_uuid":"t","content":"hello","mentions":[1,2]}`, oneThing, &client.Comment{UUID: "u1"}},
		{func(x x, c c) (any, error) {
			return c.UpdateComment(x, "m", client.CommentUpdate{Mentions: client.Set([]int64(nil))})
		}, "PUT", "/comments/m", `{"mentions":[]}`, oneThing, &client.Comment{UUID: "u1"}},
		{func(x x, c c) (any, error) { return gone(c.DeleteComment(x, "m")) }, "DELETE", "/comments/m", "", deleted, nil},

		{func(x x, c c) (any, error) { return c.Attachments(x, "t") }, "GET", "/tickets/t/attachments", "", listOfOne, []client.Attachment{{UUID: "u1"}}},
		{func(x x, c c) (any, error) { return c.Attach(x, "t", "a b.txt", strings.NewReader("hello")) }, "POST", "/tickets/t/attachments?name=a+b.txt", "hello", oneThing,
			&client.Attachment{UUID: "u1"}},
		{func(x x, c c) (any, error) { return c.Attach(x, "t", "empty", strings.NewReader("")) }, "POST", "/tickets/t/attachments?name=empty", "", oneThing, nil},
		{func(x x, c c) (any, error) { return gone(c.DeleteAttachment(x, "a")) }, "DELETE", "/attachments/a", "", deleted, nil},

		{func(x x, c c) (any, error) { return c.Team(x, "p") }, "GET", "/team?project=p", "", listOfOne, []client.TeamMember{{UUID: "u1"}}},

		{func(x x, c c) (any, error) {
			return c.TimeEntries(x, "p", client.TimeEntryQuery{Ticket: "t", UpdatedSince: since, PerPage: 9})
		}, "GET", "/time-entries?per_page=9&project=p&story=t&updated_since=2026-03-01T12%3A00%3A00.5Z", "", listOfOne,
			&client.Page[client.TimeEntry]{Data: []client.TimeEntry{{UUID: "u1"}}, Meta: client.Meta{Total: 1}}},
		{func(x x, c c) (any, error) {
			return c.CreateTimeEntry(x, client.TimeEntryCreate{TicketUUID: "t", DurationMinutes: 90, LoggedAt: "2026-03-02"})
		}, "POST", "/time-entries", `{"ticket_uuid":"t","duration_minutes":90,"logged_at":"2026-03-02"}`, oneThing, &client.TimeEntry{UUID: "u1"}},

		{func(x x, c c) (any, error) { return c.Statuses(x, "p") }, "GET", "/statuses?project=p", "", `[{"key":"done","is_done":true,"is_default":true}]`,
			[]client.Status{{Key: "done", IsDone: true, IsDefault: true}}},

		{func(x x, c c) (any, error) { return c.Dependencies(x, "p") }, "GET", "/dependencies?project=p", "", listOfOne, []client.Dependency{{UUID: "u1"}}},
		{func(x x, c c) (any, error) { return c.Milestones(x, "p") }, "GET", "/milestones?project=p", "", listOfOne, []client.Milestone{{UUID: "u1"}}},

		{func(x x, c c) (any, error) { return c.Finance(x, "p") }, "GET", "/finance?project=p", "", `{"data":{"project_uuid":"p","bac":1000,"cpi":null,"total_sp":8}}`,
			&client.Finance{ProjectUUID: "p", BAC: new(1000.0), TotalSP: 8}},
		{func(x x, c c) (any, error) { return c.PortfolioFinance(x) }, "GET", "/portfolio/finance", "",
			`{"data":{"totals":{"projects":1,"with_bac":1,"spi":0.5},"projects":[{"project_uuid":"p","project_name":"A","ev":3}]},"meta":{"total":1}}`,
			&client.Portfolio{Totals: client.PortfolioTotals{Projects: 1, WithBAC: 1, SPI: new(0.5)},
				Projects: []client.PortfolioProject{{ProjectName: "A", Finance: client.Finance{ProjectUUID: "p", EV: new(3.0)}}}}},
		{func(x x, c c) (any, error) { return c.Me(x) }, "GET", "/me", "",
			`{"data":{"name":"bot","scopes":["time:read"],"expires_at":null,"expires_at_iso":null,"owner":{"user_id":4},` +
				`"quotas":{"hour":{"limit":9,"remaining":8,"resets_at_iso":"2026-03-10T17:00:00.000000Z"}}}}`,
			&client.Me{Name: "bot", Scopes: []string{"time:read"}, Owner: client.KeyOwner{UserID: 4}, Quotas: client.KeyQuotas{Hour: client.Quota{
				Limit: 9, Remaining: 8, ResetsAtISO: time.Date(2026, 3, 10, 17, 0, 0, 0, time.UTC),
			}}}},
		{func(x x, c c) (any, error) { return c.PortfolioFinance(x, "p", "q") }, "GET", "/portfolio/finance?projects=p%2Cq", "", `{"data":{}}`, nil},
	}
}

func TestEveryEndpointSendsItsRequestAndReadsItsAnswer(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		t.Run(e.method+" "+e.target, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, []answer{ok(e.answer)})
			got, err := e.call(t.Context(), w.Client)
			if err != nil {
				t.Fatal(err)
			}
			r := w.requests()[0]
			if r.method != e.method || r.target != "/api/v1"+e.target || r.body != e.body {
				t.Errorf("sent %s %s %s\nwant %s /api/v1%s %s", r.method, r.target, r.body, e.method, e.target, e.body)
			}
			if e.want != nil && !reflect.DeepEqual(got, e.want) {
				t.Errorf("got  %+v\nwant %+v", got, e.want)
			}
		})
	}
}

func TestEveryEndpointReportsARefusal(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		w := newWorld(t, []answer{refusal(403, client.Forbidden)})
		if _, err := e.call(t.Context(), w.Client); !isCode(err, client.Forbidden) {
			t.Errorf("%s %s: got %v", e.method, e.target, err)
		}
	}
}

func TestEveryEndpointReportsAnAnswerOfAnotherShape(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		w := newWorld(t, []answer{ok(`{"surprise":1}`)})
		if _, err := e.call(t.Context(), w.Client); !isCode(err, client.Unreadable) {
			t.Errorf("%s %s: got %v", e.method, e.target, err)
		}
	}
}

func TestUnconfirmedDeletionIsAnError(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":{"deleted":false}}`)})
	if err := w.DeleteTicket(t.Context(), "t"); err == nil {
		t.Error("no error")
	}
}
