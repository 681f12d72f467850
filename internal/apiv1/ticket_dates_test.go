package apiv1_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// The dates of a ticket are judged together, after the change is applied.
func TestATicketIsNotDueBeforeItStarts(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	start, due := object{"start_date": "2026-03-02"}, object{"due_date": "2026-03-09"}
	both := func(from, to any) object { return object{"start_date": from, "due_date": to} }
	cases := map[string]struct {
		had, sent  object
		start, due string // afterwards; - if the change is refused
	}{
		"both set":                            {object{}, both("2026-03-02", "2026-03-09"), "2026-03-02", "2026-03-09"},
		"due on the first day":                {object{}, both("2026-03-02", "2026-03-02"), "2026-03-02", "2026-03-02"},
		"a start alone":                       {object{}, start, "2026-03-02", ""},
		"a due date alone":                    {object{}, due, "", "2026-03-09"},
		"due before the start":                {object{}, both("2026-03-09", "2026-03-02"), "-", ""},
		"due before the start there is":       {object{"start_date": "2026-03-10"}, due, "-", ""},
		"a start after the due date there is": {due, object{"start_date": "2026-03-10"}, "-", ""},
		"both moved past each other":          {both("2026-03-02", "2026-03-09"), both("2026-04-01", "2026-04-02"), "2026-04-01", "2026-04-02"},
		"the start cleared":                   {both("2026-03-02", "2026-03-09"), both(nil, "2026-03-01"), "", "2026-03-01"},
		"both cleared":                        {both("2026-03-02", "2026-03-09"), both(nil, nil), "", ""},
		"nothing said":                        {both("2026-03-02", "2026-03-09"), object{"story_points": 3}, "2026-03-02", "2026-03-09"},
		"no day of the calendar":              {object{}, object{"due_date": "2026-02-30"}, "-", ""},
	}
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for name, tc := range cases {
			ticket := c.NewTicket(t)
			if a := w.Call(t, c.Owner.Key, http.MethodPut, "/tickets/"+ticket, tc.had); a.Status != http.StatusOK {
				t.Fatalf("%s: %d %s", name, a.Status, a.Message)
			}
			a := w.Call(t, c.Owner.Key, http.MethodPut, "/tickets/"+ticket, tc.sent)
			if refused := a.Status == http.StatusUnprocessableEntity; refused != (tc.start == "-") {
				t.Errorf("%s: %d %s", name, a.Status, a.Message)
			} else if refused {
				if !strings.Contains(string(a.Body), `"fields":[{"field":"due_date","message":"due_date must`) {
					t.Errorf("%s: %s", name, a.Body)
				}
				continue
			}
			got := apitest.Must(c.Owner.Ticket(t.Context(), ticket))(t)
			if day(got.StartDate) != tc.start || day(got.DueDate) != tc.due {
				t.Errorf("%s: %s to %s", name, day(got.StartDate), day(got.DueDate))
			}
		}
		if a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", object{"project_uuid": c.Project, "title": "x", "start_date": "2026-03-09", "due_date": "2026-03-02"}); a.Status != 422 ||
			!strings.Contains(a.Message, "due_date must not be before start_date") {
			t.Errorf("POST: %d %s", a.Status, a.Message)
		}
		batch := object{"items": []any{object{"op": "update", "uuid": c.Ticket, "start_date": "2026-03-09"}, object{"op": "update", "uuid": c.Ticket, "due_date": "2026-03-02"}}}
		if a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets/batch", batch); a.Status != 422 || !strings.Contains(string(a.Body), `"items[1].due_date"`) {
			t.Errorf("a batch: %d %s", a.Status, a.Body)
		}
	})
}

func day(d *client.Date) string {
	if d == nil {
		return ""
	}
	return string(*d)
}

func text(s *string) string {
	if s == nil {
		return "none"
	}
	return *s
}

// A ticket has the default type of its project unless another one is named. null takes it away, and only types of the project will do.
func TestATicketHasATypeOfItsProjectOrNone(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		types := apitest.Must(w.App.Categories.Types(t.Context(), domain.Caller{UserID: c.Owner.ID}, c.Project))(t)
		story, bug := types[0].UUID, types[1].UUID
		is := func(what string, got *client.Ticket, uuid, name string) {
			t.Helper()
			read := apitest.Must(c.Owner.Ticket(t.Context(), got.UUID))(t)
			list := apitest.Must(c.Owner.Tickets(t.Context(), c.Project, client.TicketQuery{Sort: client.SortUpdated}))(t)
			for where, one := range map[string]client.Ticket{"in the answer": *got, "in the detail": read.Ticket, "in the list": list.Data[len(list.Data)-1]} {
				if text(one.TypeUUID) != uuid || text(one.Type) != name {
					t.Errorf("%s, %s: %s %s", what, where, text(one.TypeUUID), text(one.Type))
				}
			}
		}
		w.Clock.Advance(time.Minute)
		made := apitest.Must(c.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: c.Project, Title: "x"}))(t)
		is("by default", made, story, "Story")
		w.Clock.Advance(time.Minute)
		is("named", apitest.Must(c.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: c.Project, Title: "x", TypeUUID: bug}))(t), bug, "Bug")
		for what, step := range map[string]struct {
			to         client.Opt[string]
			uuid, name string
		}{"changed": {client.Set(strings.ToUpper(bug)), bug, "Bug"}, "taken away": {client.Null[string](), "none", "none"}} {
			w.Clock.Advance(time.Minute)
			is(what, apitest.Must(c.Owner.UpdateTicket(t.Context(), made.UUID, client.TicketUpdate{TypeUUID: step.to}))(t), step.uuid, step.name)
		}
		none := apitest.Must(c.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: c.Project, Title: "y"}))(t)
		for what, uuid := range map[string]string{"another project's": firstType(other), "unknown": apitest.NewUUID()} {
			for method, path := range map[string]string{http.MethodPost: "/tickets", http.MethodPut: "/tickets/" + none.UUID} {
				a := w.Call(t, c.Owner.Key, method, path, map[string]any{"project_uuid": c.Project, "title": "z", "type_uuid": uuid})
				if a.Status != 422 || !strings.Contains(string(a.Body), `"field":"type_uuid"`) {
					t.Errorf("%s with %s type: %d %s", method, what, a.Status, a.Body)
				}
			}
		}
		a := w.Call(t, c.Owner.Key, http.MethodPut, "/tickets/"+none.UUID, map[string]any{"type": "Bug", "start_date": "2026-03-02", "type_uuid": story})
		if a.Status != 200 || a.Header.Get("Earnest-Ignored") != "" {
			t.Errorf("what was read and sent back: %d, ignored: %q", a.Status, a.Header.Get("Earnest-Ignored"))
		}
	})
}

// The name of its type is part of a ticket: with another name, or without its type, it counts as modified, and other tickets do not.
func TestTheTicketsOfARenamedOrDeletedTypeCountAsModified(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		caller := domain.Caller{UserID: c.Owner.ID}
		types := apitest.Must(w.App.Categories.Types(t.Context(), caller, c.Project))(t)
		bug := types[1].UUID
		mine := apitest.Must(c.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: c.Project, Title: "x", TypeUUID: bug}))(t).UUID
		for _, step := range []struct {
			name string
			do   func() error
		}{
			{"Defect", func() error {
				_, err := w.App.Categories.UpdateType(t.Context(), caller, bug, domain.Given(domain.TypePatch{Name: domain.Some("Defect")}))
				return err
			}},
			{"Story", func() error {
				return w.App.Categories.DeleteType(t.Context(), caller, bug, domain.Given(domain.Some(&types[0].UUID)))
			}},
		} {
			w.Clock.Advance(time.Minute)
			since := w.Clock.Now()
			tag, others := tagOf(t, w, c.Owner.Key, "/tickets/"+mine), tagOf(t, w, c.Owner.Key, "/tickets/"+c.Ticket)
			if err := step.do(); err != nil {
				t.Fatal(err)
			}
			if tagOf(t, w, c.Owner.Key, "/tickets/"+mine) == tag {
				t.Errorf("%s: the ETag stays", step.name)
			}
			if a := withMatch(t, w, c.Owner.Key, http.MethodPut, "/tickets/"+mine, tag, map[string]any{"story_points": 8}); a.Status != 412 {
				t.Errorf("%s: a write on the old version: %d", step.name, a.Status)
			}
			for apitest.Must(w.App.Projects.MarkRelabelled(t.Context()))(t) {
			}
			list := apitest.Must(c.Owner.Tickets(t.Context(), c.Project, client.TicketQuery{UpdatedSince: since}))(t)
			if len(list.Data) != 1 || list.Data[0].UUID != mine || text(list.Data[0].Type) != step.name {
				t.Errorf("%s: updated_since finds %d tickets", step.name, len(list.Data))
			}
			if tagOf(t, w, c.Owner.Key, "/tickets/"+c.Ticket) != others {
				t.Errorf("%s: the ETag of a ticket of another type changed", step.name)
			}
		}
	})
}
