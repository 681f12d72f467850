package jobs_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/jobs"
)

const (
	pendingRelabels = `SELECT COUNT(*) FROM rekeys`
	oldTickets      = `SELECT COUNT(*) FROM tickets WHERE title LIKE 'Ticket %' AND updated_at = 0`
)

// All tickets of a project show its key. They are marked as modified in batches, so that whoever asks for everything since a given time gets them.
func TestAnotherKeyMarksTheTicketsInBatches(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		const tickets = 1_700
		c := w.MustCast(t, "")
		c.MustFill(t, tickets)
		w.Clock.Advance(time.Hour)
		since := w.Clock.Now()
		apitest.Must(c.Owner.UpdateProject(t.Context(), c.Project, client.ProjectUpdate{Key: client.Set("new")}))(t)
		if n := number(t, w.Store, oldTickets); n != tickets {
			t.Errorf("the change of the key itself marked %d tickets", tickets-n)
		}
		job := jobs.NewRelabel(w.App, slog.New(slog.DiscardHandler))
		job.Start()
		await(t, w.Store, pendingRelabels, 0)
		if err := job.Stop(context.Background()); err != nil {
			t.Error(err)
		}
		if n := number(t, w.Store, oldTickets); n != 0 {
			t.Errorf("%d tickets are still to be marked", n)
		}
		if n := number(t, w.Store, largestBatch); n > 500 {
			t.Errorf("a transaction marked %d tickets", n)
		}
		page := apitest.Must(c.Owner.Tickets(t.Context(), c.Project, client.TicketQuery{UpdatedSince: since, Page: 1, PerPage: 1}))(t)
		if page.Meta.Total != tickets+1 || page.Data[0].Key != "NEW-1" {
			t.Errorf("updated_since finds %d tickets, the first of which is %s", page.Meta.Total, page.Data[0].Key)
		}
		apitest.Must(c.Owner.UpdateProject(t.Context(), c.Project, client.ProjectUpdate{Name: client.Set("Other")}))(t)
		if n := number(t, w.Store, pendingRelabels); n != 0 {
			t.Error("a change of the name marks the tickets")
		}
	})
}
