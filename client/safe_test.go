package client_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"earnest/client"
)

func TestEveryPOSTHasItsOwnIdempotencyKeyInEveryAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{cut: true}, {cut: true}, ok(`{"data":{"uuid":"u1"}}`)})
	for range 2 {
		if _, err := w.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: "p", Title: "T"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.UpdateTicket(t.Context(), "u1", client.TicketUpdate{}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: "p", Title: "T"}, client.IdempotencyKey("mine")); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range w.requests() {
		names = append(names, r.header.Get("Idempotency-Key"))
	}
	if len(names) != 6 || len(names[0]) < 20 || names[1] != names[0] || names[2] != names[0] || names[3] == names[0] || names[4] != "" || names[5] != "mine" {
		t.Errorf("three attempts, another POST, a PUT and a POST with a name of its own had %q", names)
	}
}

func TestAPOSTThatIsStillRunningIsSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{refusal(409, client.IdempotencyInProgress, "Retry-After", "1"), ok(`{"data":{"uuid":"u1"}}`)})
	if _, err := w.CreateEpic(t.Context(), client.EpicCreate{ProjectUUID: "p", Title: "T"}); err != nil {
		t.Error(err)
	}
	w.wantRequests(t, 2)
}

func TestIfMatchIsSentAndNotRepeatedAfterALostConnection(t *testing.T) {
	t.Parallel()
	lost := newWorld(t, []answer{{cut: true}})
	if _, err := lost.UpdateTicket(t.Context(), "u1", client.TicketUpdate{}, client.IfMatch(`"v1"`)); !errors.Is(err, client.Unreachable) {
		t.Errorf("got %v", err)
	}
	lost.wantRequests(t, 1)
	stale := newWorld(t, []answer{refusal(412, client.PreconditionFailed)})
	if err := stale.DeleteTicket(t.Context(), "u1", client.IfMatch(`"v1"`)); !errors.Is(err, client.PreconditionFailed) {
		t.Errorf("got %v", err)
	}
	for _, w := range []*world{lost, stale} {
		if got := w.requests()[0].header.Get("If-Match"); got != `"v1"` {
			t.Errorf("If-Match is %s", got)
		}
	}
}

func TestAResourceHasItsETag(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{status: 200, body: `{"data":{"uuid":"u1"}}`, header: map[string]string{"ETag": `"v7"`}}})
	detail, err := w.Ticket(t.Context(), "u1")
	if err != nil || detail.ETag != `"v7"` {
		t.Errorf("got %+v, %v", detail, err)
	}
	made, err := w.CreateEpic(t.Context(), client.EpicCreate{ProjectUUID: "p", Title: "T"})
	if err != nil || made.ETag != `"v7"` {
		t.Errorf("got %+v, %v", made, err)
	}
}

func TestABatchReturnsOneResultForEachItem(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":[{"id":"a","status":201,"data":{"uuid":"u1"}},{"id":null,"status":404,"error":{"code":"NOT_FOUND","message":"ticket not found"}}]}`)})
	items := []client.TicketItem{
		{Op: client.OpCreate, ID: "a", ProjectUUID: "p", TicketUpdate: client.TicketUpdate{Title: client.Set("T")}},
		{Op: client.OpDelete, UUID: "u2"},
	}
	results, err := w.TryTickets(t.Context(), items)
	if err != nil || len(results) != 2 || results[0].ID != "a" || results[0].Data.UUID != "u1" || results[1].Status != 404 || results[1].Error.Code != client.NotFound {
		t.Errorf("got %+v, %v", results, err)
	}
	if _, err := w.BatchTimeEntries(t.Context(), []client.TimeEntryItem{{Op: client.OpUpdate, UUID: "u3", DurationMinutes: client.Set(30)}}); err != nil {
		t.Error(err)
	}
	got := w.requests()
	want := `{"items":[{"op":"create","id":"a","project_uuid":"p","title":"T"},{"op":"delete","uuid":"u2"}],"atomic":false}`
	if got[0].target != "/api/v1/tickets/batch" || got[0].body != want {
		t.Errorf("sent %s to %s", got[0].body, got[0].target)
	}
	want = `{"items":[{"op":"update","uuid":"u3","duration_minutes":30}],"atomic":true}`
	if got[1].target != "/api/v1/time-entries/batch" || got[1].body != want {
		t.Errorf("sent %s to %s", got[1].body, got[1].target)
	}
}

func TestIfMatchWithoutAnETagIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok(`{"data":{"uuid":"u1"}}`)})
	if _, err := w.UpdateTicket(t.Context(), "u1", client.TicketUpdate{}, client.IfMatch("")); err == nil {
		t.Error("the update was sent unconditionally")
	}
	w.wantRequests(t, 0)
}

func TestAnEditBeginsAgainWhenSomeoneElseWasFaster(t *testing.T) {
	t.Parallel()
	version := func(etag, body string) answer {
		return answer{status: 200, body: body, header: map[string]string{"ETag": etag}}
	}
	script := []answer{
		version(`"v1"`, `{"data":{"uuid":"u1","title":"A","name":"A","content":"A"}}`), refusal(412, client.PreconditionFailed),
		version(`"v2"`, `{"data":{"uuid":"u1","title":"B","name":"B","content":"B"}}`), version(`"v3"`, `{"data":{"uuid":"u1"}}`),
	}
	for path, edit := range map[string]func(*client.Client) (etag string, err error){
		"/tickets/u1": func(c *client.Client) (string, error) {
			made, err := c.EditTicket(t.Context(), "u1", func(x *client.TicketDetail) (client.TicketUpdate, error) {
				return client.TicketUpdate{Title: client.Set(x.Title + "!")}, nil
			})
			return made.ETag, err
		},
		"/projects/u1": func(c *client.Client) (string, error) {
			made, err := c.EditProject(t.Context(), "u1", func(x *client.Project) (client.ProjectUpdate, error) {
				return client.ProjectUpdate{Name: client.Set(x.Name + "!")}, nil
			})
			return made.ETag, err
		},
		"/super-epics/u1": func(c *client.Client) (string, error) {
			made, err := c.EditSuperEpic(t.Context(), "u1", func(x *client.SuperEpic) (client.SuperEpicUpdate, error) {
				return client.SuperEpicUpdate{Title: client.Set(x.Title + "!")}, nil
			})
			return made.ETag, err
		},
		"/epics/u1": func(c *client.Client) (string, error) {
			made, err := c.EditEpic(t.Context(), "u1", func(x *client.Epic) (client.EpicUpdate, error) {
				return client.EpicUpdate{Title: client.Set(x.Title + "!")}, nil
			})
			return made.ETag, err
		},
		"/sprints/u1": func(c *client.Client) (string, error) {
			made, err := c.EditSprint(t.Context(), "u1", func(x *client.Sprint) (client.SprintUpdate, error) {
				return client.SprintUpdate{Title: client.Set(x.Title + "!")}, nil
			})
			return made.ETag, err
		},
		"/comments/u1": func(c *client.Client) (string, error) {
			made, err := c.EditComment(t.Context(), "u1", func(x *client.Comment) (client.CommentUpdate, error) {
				return client.CommentUpdate{Content: client.Set(x.Content + "!")}, nil
			})
			return made.ETag, err
		},
	} {
		w := newWorld(t, script)
		if etag, err := edit(w.Client); err != nil || etag != `"v3"` {
			t.Errorf("%s: got %s, %v", path, etag, err)
		}
		var sent []string
		for _, r := range w.requests() {
			sent = append(sent, r.method+" "+strings.TrimPrefix(r.target, "/api/v1"+path)+r.header.Get("If-Match"))
			if r.method == http.MethodPut && !strings.Contains(r.body, map[string]string{`"v1"`: "A!", `"v2"`: "B!"}[r.header.Get("If-Match")]) {
				t.Errorf("%s: sent %s with %s", path, r.body, r.header.Get("If-Match"))
			}
		}
		if want := []string{"GET ", `PUT "v1"`, "GET ", `PUT "v2"`}; !slices.Equal(sent, want) {
			t.Errorf("%s: sent %q", path, sent)
		}
	}
}

func TestAnEditEndsWithTheErrorOfItsChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{status: 200, body: `{"data":{"uuid":"u1"}}`, header: map[string]string{"ETag": `"v1"`}}})
	enough := errors.New("enough")
	_, err := w.EditTicket(t.Context(), "u1", func(*client.TicketDetail) (client.TicketUpdate, error) { return client.TicketUpdate{}, enough })
	if !errors.Is(err, enough) {
		t.Errorf("got %v", err)
	}
	w.wantRequests(t, 1)
}
