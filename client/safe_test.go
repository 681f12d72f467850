package client_test

import (
	"errors"
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
