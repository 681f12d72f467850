package jobs_test

import (
	"context"
	"log/slog"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/jobs"
	"earnest/internal/work"
)

const deletedProjects = `SELECT COUNT(*) FROM projects WHERE deleted_at IS NOT NULL`

func startPurge(t *testing.T, a *app.App) {
	t.Helper()
	job := jobs.NewPurge(a, slog.New(slog.DiscardHandler))
	job.Start()
	t.Cleanup(func() {
		if err := job.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func mustDelete(t *testing.T, a *app.App, c *apitest.Cast) {
	t.Helper()
	if err := a.Projects.DeleteProject(t.Context(), domain.Caller{UserID: c.Owner.ID}, c.Project, work.Unconfirmed()); err != nil {
		t.Fatal(err)
	}
}

func TestTheJobRemovesADeletedProjectWhileOthersWrite(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, busy := w.MustCast(t, ""), w.MustCast(t, "busy")
		mustSeedOld(t, c, 2_000, 2_000)
		startPurge(t, w.App)
		mustDelete(t, w.App, c)
		written := 0
		for ; number(t, w.Store, deletedProjects) > 0; written++ {
			busy.NewTicket(t)
		}
		if written < 2 {
			t.Errorf("only %d tickets were made meanwhile", written)
		}
		const entries = `SELECT COUNT(*) FROM time_entries WHERE comment = 'Filled'`
		if n := number(t, w.Store, entries) + number(t, w.Store, `SELECT COUNT(*) FROM tickets WHERE title LIKE 'Ticket %'`); n > 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

func TestAnIdleServerRemovesWhatOtherProcessesDeleted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		startPurge(t, w.App)
		mustDelete(t, other(t, w, url), c)
		await(t, w.Store, deletedProjects, 0)
	})
}
