package apiv1_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
)

// badCall is a call that must be refused, with the expected message.
type badCall struct {
	name         string
	key          string
	method, path string
	body         string
	code         client.Code
	message      string
}

// wantBad makes each call and checks that it is refused.
func wantBad(t *testing.T, w *apitest.World, cases []badCall) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var body any
			if c.body != "" {
				body = c.body
			}
			a := w.Call(t, c.key, c.method, c.path, body)
			if a.Code != string(c.code) || !strings.Contains(a.Message, c.message) {
				t.Errorf("%s %s %s gave %d %s %q; want %s with %q", c.method, c.path, c.body, a.Status, a.Code, a.Message, c.code, c.message)
			}
		})
	}
}

func titles(subtasks []client.Subtask) string {
	list := []string{}
	for _, s := range subtasks {
		list = append(list, fmt.Sprintf("%s %d", s.Title, s.SortOrder))
	}
	return strings.Join(list, ", ")
}

func TestSubtasksKeepTheirOrder(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		ticket := c.NewTicket(t)
		add := func(title string) *client.Subtask {
			return apitest.Must(c.Member.CreateSubtask(ctx, client.SubtaskCreate{TicketUUID: ticket, Title: title}))(t)
		}
		move := func(s *client.Subtask, to int) {
			apitest.Must(c.Member.UpdateSubtask(ctx, s.UUID, client.SubtaskUpdate{SortOrder: client.Set(to)}))(t)
		}
		want := func(list string) {
			t.Helper()
			if got := titles(apitest.Must(c.Viewer.Subtasks(ctx, ticket))(t)); got != list {
				t.Errorf("subtasks are %q, not %q", got, list)
			}
		}
		want("")
		first, second, third := add("a"), add("b"), add("c")
		want("a 1, b 2, c 3")
		move(first, 3)
		want("b 2, a 3, c 3") // of two subtasks at the same position, the older comes first
		move(third, -2147483648)
		add("d")
		want("c -2147483648, b 2, a 3, d 4")
		move(second, 2147483647)
		add("e")
		want("c -2147483648, a 3, d 4, b 2147483647, e 2147483647")

		a := w.Call(t, c.Member.Key, http.MethodPost, "/subtasks", fmt.Sprintf(`{"ticket_uuid":%q,"title":"f","sort_order":1}`, c.NewTicket(t)))
		if a.Status != http.StatusCreated || !strings.Contains(string(a.Body), `"sort_order":1,`) {
			t.Errorf("a create with a sort_order gave %s", a.Body)
		}
		if a := w.Call(t, c.Member.Key, http.MethodPost, "/subtasks", fmt.Sprintf(`{"ticket_uuid":%q,"title":"g","sort_order":"x"}`, ticket)); a.Status != http.StatusCreated {
			t.Errorf("a create reads sort_order, which it does not have: %s", a.Body)
		}
	})
}

func TestSubtaskIsChangedFieldByField(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		s := apitest.Must(c.Member.CreateSubtask(ctx, client.SubtaskCreate{TicketUUID: strings.ToUpper(c.Ticket), Title: "  Wire it  ", AssigneeID: c.Viewer.ID}))(t)
		if s.Title != "Wire it" || s.Status != "todo" || *s.AssigneeID != c.Viewer.ID || *s.AssigneeName != "viewer Test" || s.CreatedAt != s.UpdatedAt {
			t.Errorf("a new subtask is %+v", s)
		}
		w.Clock.Advance(time.Minute)
		same := apitest.Must(c.Member.UpdateSubtask(ctx, s.UUID, client.SubtaskUpdate{Title: client.Set("Wire it"), Status: client.Set("todo")}))(t)
		if same.UpdatedAt != s.UpdatedAt {
			t.Errorf("an update that changes nothing moved updated_at to %v", same.UpdatedAt)
		}
		done := apitest.Must(c.Member.UpdateSubtask(ctx, s.UUID, client.SubtaskUpdate{Status: client.Set("done"), AssigneeID: client.Null[int64]()}))(t)
		if done.Status != "done" || done.Title != "Wire it" || done.AssigneeID != nil || done.AssigneeName != nil || !done.UpdatedAt.After(s.UpdatedAt.Time) {
			t.Errorf("after the update it is %+v", done)
		}
		detail := apitest.Must(c.Viewer.Ticket(ctx, c.Ticket))(t)
		if detail.SubtasksTotal != 2 || detail.SubtasksDone != 1 || len(detail.Subtasks) != 2 {
			t.Errorf("the ticket tells of %d subtasks, %d done: %+v", detail.SubtasksTotal, detail.SubtasksDone, detail.Subtasks)
		}
		if err := c.Member.DeleteSubtask(ctx, s.UUID); err != nil {
			t.Fatal(err)
		}
		if err := c.Member.DeleteSubtask(ctx, s.UUID); !errors.Is(err, client.NotFound) {
			t.Errorf("a second delete gave %v", err)
		}
		if list := apitest.Must(c.Member.Subtasks(ctx, c.Ticket))(t); len(list) != 1 || list[0].UUID != c.Subtask {
			t.Errorf("what is left is %+v", list)
		}
		if err := c.Member.DeleteTicket(ctx, c.Ticket); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Member.UpdateSubtask(ctx, c.Subtask, client.SubtaskUpdate{}); !errors.Is(err, client.NotFound) {
			t.Errorf("a subtask outlived its ticket: %v", err)
		}
	})
}

// A change to a subtask counts as a change to its ticket, because the ticket's details include its subtasks.
func TestUpdatedSinceSeesWhatSubtasksChange(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		bystander := c.NewTicket(t)
		var s *client.Subtask
		update := func(u client.SubtaskUpdate) { apitest.Must(c.Member.UpdateSubtask(ctx, s.UUID, u))(t) }
		for _, step := range []struct {
			name    string
			do      func()
			touches bool
		}{
			{"create", func() {
				s = apitest.Must(c.Member.CreateSubtask(ctx, client.SubtaskCreate{TicketUUID: c.Ticket, Title: "New"}))(t)
			}, true},
			{"status", func() { update(client.SubtaskUpdate{Status: client.Set("done")}) }, true},
			{"the same status", func() { update(client.SubtaskUpdate{Status: client.Set("done")}) }, false},
			{"order", func() { update(client.SubtaskUpdate{SortOrder: client.Set(9)}) }, true},
			{"a refused change", func() {
				if _, err := c.Member.UpdateSubtask(ctx, s.UUID, client.SubtaskUpdate{Title: client.Set("x"), AssigneeID: client.Set(c.Stranger.ID)}); err == nil {
					t.Error("a stranger was assigned")
				}
			}, false},
			{"delete", func() {
				if err := c.Member.DeleteSubtask(ctx, s.UUID); err != nil {
					t.Error(err)
				}
			}, true},
		} {
			w.Clock.Advance(time.Hour)
			since := w.Clock.Now()
			w.Clock.Advance(time.Minute)
			step.do()
			changed := apitest.Must(c.Viewer.Tickets(ctx, c.Project, client.TicketQuery{UpdatedSince: since}))(t).Data
			seen := slices.ContainsFunc(changed, func(k client.Ticket) bool { return k.UUID == c.Ticket })
			if seen != step.touches || slices.ContainsFunc(changed, func(k client.Ticket) bool { return k.UUID == bystander }) {
				t.Errorf("%s: %d tickets are new, the subtask's ticket among them: %v", step.name, len(changed), seen)
			}
		}
	})
}

func TestSubtasksAreRefusedWithTheRightReason(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, none := w.MustCast(t, ""), apitest.NewUUID()
		of, one := "/subtasks?ticket_uuid=", "/subtasks/"+c.Subtask
		body := func(ticket, more string) string { return fmt.Sprintf(`{"ticket_uuid":%q%s}`, ticket, more) }
		member := c.Member.Key
		wantBad(t, w, []badCall{
			{"list: no ticket", member, "GET", "/subtasks", "", client.ValidationError, "ticket_uuid is required"},
			{"list: malformed", member, "GET", of + "x", "", client.ValidationError, "ticket_uuid must be the uuid or key of a ticket"},
			{"list: twice", member, "GET", of + c.Ticket + "&ticket_uuid=" + c.Ticket, "", client.ValidationError, "once"},
			{"list: unknown", member, "GET", of + none, "", client.NotFound, "ticket not found"},
			{"list: stranger", c.Stranger.Key, "GET", of + c.Ticket, "", client.Forbidden, "not a member"},

			{"create: no body", member, "POST", "/subtasks", "", client.ValidationError, "body"},
			{"create: no ticket", member, "POST", "/subtasks", `{"title":"x"}`, client.ValidationError, "ticket_uuid is required"},
			{"create: null ticket", member, "POST", "/subtasks", `{"ticket_uuid":null,"title":"x"}`, client.ValidationError, "ticket_uuid"},
			{"create: unknown ticket before its title", member, "POST", "/subtasks", body(none, ""), client.NotFound, "ticket not found"},
			{"create: stranger before the title", c.Stranger.Key, "POST", "/subtasks", body(c.Ticket, ""), client.Forbidden, "not a member"},
			{"create: viewer before the title", c.Viewer.Key, "POST", "/subtasks", body(c.Ticket, ""), client.Forbidden, "viewer"},
			{"create: no title", member, "POST", "/subtasks", body(c.Ticket, ""), client.ValidationError, "title is required"},
			{"create: blank title", member, "POST", "/subtasks", body(c.Ticket, `,"title":" \u200b "`), client.ValidationError, "title must be"},
			{"create: a ticket's status", member, "POST", "/subtasks", body(c.Ticket, `,"title":"x","status":"backlog"`), client.ValidationError, "status must be one of todo, in_progress, done"},
			{"create: stranger assigned", member, "POST", "/subtasks", body(c.Ticket, fmt.Sprintf(`,"title":"x","assignee_id":%d`, c.Stranger.ID)), client.ValidationError, "assignee_id must be the id of a member"},

			{"update: unknown", member, "PUT", "/subtasks/" + none, `{}`, client.NotFound, "subtask not found"},
			{"update: malformed", member, "PUT", "/subtasks/x", `{}`, client.NotFound, "subtask not found"},
			{"update: stranger before the body", c.Stranger.Key, "PUT", one, `[`, client.Forbidden, "not a member"},
			{"update: viewer before the body", c.Viewer.Key, "PUT", one, `[`, client.Forbidden, "viewer"},
			{"update: null title", member, "PUT", one, `{"title":null}`, client.ValidationError, "title must be"},
			{"update: null order", member, "PUT", one, `{"sort_order":null}`, client.ValidationError, "sort_order must be an integer"},
			{"update: order past 32 bits", member, "PUT", one, `{"sort_order":2147483648}`, client.ValidationError, "sort_order must be an integer from -2147483648 to 2147483647"},
			{"update: text assignee", member, "PUT", one, `{"assignee_id":"1"}`, client.ValidationError, "assignee_id must be an integer"},
			{"delete: viewer", c.Viewer.Key, "DELETE", one, "", client.Forbidden, "viewer"},
			{"delete: stranger", c.Stranger.Key, "DELETE", one, "", client.Forbidden, "not a member"},
			{"a single subtask cannot be read", member, "GET", one, "", client.MethodNotAllowed, "DELETE, PUT"},
			{"reading without the scope", w.MustKey(t, c.Member.Email, "tickets:write"), "GET", of + c.Ticket, "", client.InsufficientScope, "tickets:read"},
			{"writing without the scope", w.MustKey(t, c.Member.Email, "tickets:read"), "DELETE", one, "", client.InsufficientScope, "tickets:write"},
		})
		if list := apitest.Must(c.Member.Subtasks(t.Context(), c.Ticket))(t); len(list) != 1 || list[0].Title != "Subtask" {
			t.Errorf("refused writes left something behind: %+v", list)
		}
	})
}
