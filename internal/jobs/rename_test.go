package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
	"earnest/internal/jobs"
	"earnest/internal/work"
)

const (
	pendingRenames = `SELECT COUNT(*) FROM renames`
	revisions      = `SELECT SUM(revision) FROM projects`
	largestBatch   = `
SELECT MAX(n) FROM (
  SELECT COUNT(*) AS n FROM (
    SELECT updated_at FROM tickets WHERE title LIKE 'Ticket %' UNION ALL SELECT updated_at FROM time_entries WHERE comment = 'Filled'
  ) x GROUP BY updated_at
) y`
	batches = `
SELECT COUNT(DISTINCT updated_at) FROM (
  SELECT updated_at FROM tickets WHERE title LIKE 'Ticket %' UNION ALL SELECT updated_at FROM time_entries WHERE comment = 'Filled'
) x`
	unmarked = `
SELECT (SELECT COUNT(*) FROM tickets WHERE title LIKE 'Ticket %' AND updated_at = 0)
     + (SELECT COUNT(*) FROM time_entries WHERE comment = 'Filled' AND updated_at = 0)`
)

// mustSeedOld gives the cast's member that many tickets and time entries, all with the same old timestamp.
func mustSeedOld(t *testing.T, c *apitest.Cast, tickets, entries int) {
	t.Helper()
	c.MustFill(t, tickets)
	err := c.World.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE tickets SET assignee_id = $1 WHERE title LIKE 'Ticket %'`, c.Member.ID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(t.Context(), `
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
INSERT INTO time_entries (uuid, project_id, ticket_id, user_id, duration_minutes, comment, logged_at, created_at, updated_at)
SELECT '00000000-0000-7000-9000-' || substr('000000000000' || i, length('000000000000' || i) - 11), t.project_id, t.id, $2, 30, 'Filled',
       '2026-03-09', 0, 0
FROM n, tickets t WHERE t.uuid = $3`, entries, c.Member.ID, c.Ticket)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func mustRename(t *testing.T, a *app.App, c *apitest.Cast, name string) {
	t.Helper()
	if _, err := a.Accounts.Rename(t.Context(), c.Member.ID, identity.NamePatch{Firstname: domain.Some(name)}); err != nil {
		t.Fatal(err)
	}
}

// mustMark marks one batch, and reports whether there may be more.
func mustMark(t *testing.T, a *app.App) bool {
	t.Helper()
	return apitest.Must(a.Accounts.MarkRenamed(t.Context()))(t)
}

// mustFinish waits until nothing is left to be marked. It is patient, because 20,000 rows take a while on a busy machine.
func mustFinish(t *testing.T, s *db.DB) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); number(t, s, pendingRenames) > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the renames are never finished")
		}
	}
}

func startRename(t *testing.T, a *app.App) (stop func()) {
	t.Helper()
	job := jobs.NewRename(a, slog.New(slog.DiscardHandler))
	job.Start()
	return sync.OnceFunc(func() {
		if err := job.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func TestARenameLeavesTicketsToTheJobWhichMarksThemInBatches(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		const tickets, entries = 4_000, 1_200
		c := w.MustCast(t, "")
		mustSeedOld(t, c, tickets, entries)
		w.Clock.Advance(time.Hour)
		since := w.Clock.Now()

		revision := number(t, w.Store, revisions)
		mustRename(t, w.App, c, "Zaphod")
		if n := number(t, w.Store, unmarked); n != tickets+entries {
			t.Errorf("the rename itself marked %d rows", tickets+entries-n)
		}
		if n := number(t, w.Store, revisions); n != revision+1 {
			t.Errorf("the revision rose by %d", n-revision)
		}

		stop := startRename(t, w.App)
		defer stop()
		mustFinish(t, w.Store)
		if n := number(t, w.Store, unmarked); n != 0 {
			t.Errorf("%d rows are still to be marked", n)
		}
		if n := number(t, w.Store, largestBatch); n > 500 {
			t.Errorf("a transaction marked %d rows", n)
		}
		page := apitest.Must(w.Client(c.Owner.Key).Tickets(t.Context(), c.Project, client.TicketQuery{UpdatedSince: since, Page: 1, PerPage: 1}))(t)
		if page.Meta.Total < tickets {
			t.Errorf("updated_since finds %d tickets of %d", page.Meta.Total, tickets)
		}
		times := apitest.Must(w.Client(c.Owner.Key).TimeEntries(t.Context(), c.Project, client.TimeEntryQuery{UpdatedSince: since, Page: 1, PerPage: 1}))(t)
		if times.Meta.Total < entries {
			t.Errorf("updated_since finds %d time entries of %d", times.Meta.Total, entries)
		}
	})
}

func TestARenameCostsTheSameStatementsInAnyNumberOfProjects(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		once := func(name string) int64 {
			t.Helper()
			before := w.Store.Statements()
			mustRename(t, w.App, c, name)
			return w.Store.Statements() - before
		}
		// Take the minimum over several runs, because background work may add statements of its own.
		cost := func(name string) int64 { return min(once(name+" A"), once(name+" B"), once(name+" C")) }
		one := cost("One")
		for i := range 40 {
			p := apitest.Must(w.App.Projects.CreateProject(t.Context(), domain.Caller{UserID: c.Owner.ID}, domain.ProjectPatch{Name: domain.Some(fmt.Sprint("P", i))}))(t)
			w.MustJoin(t, p.UUID, c.Member.ID, domain.Worker)
		}
		if many := cost("Many"); many != one {
			t.Errorf("%d statements in one project, %d in 41", one, many)
		}
		if n := number(t, w.Store, pendingRenames); n != 41 {
			t.Errorf("%d projects are to be gone through", n)
		}
	})
}

func TestAServerThatWasKilledInTheMiddleOfARenameGoesOnWithIt(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		mustSeedOld(t, c, 1_800, 300)
		mustRename(t, w.App, c, "Zaphod")
		for range 2 {
			mustMark(t, w.App)
		}
		if n := number(t, w.Store, unmarked); n != 1_100 {
			t.Fatalf("%d rows are still to be marked", n)
		}
		last := number(t, w.Store, `SELECT MAX(updated_at) FROM tickets WHERE title LIKE 'Ticket %'`)

		defer startRename(t, other(t, w, url))()
		mustFinish(t, w.Store)
		if n := number(t, w.Store, unmarked); n != 0 {
			t.Errorf("%d rows are still to be marked", n)
		}
		again := fmt.Sprintf(`SELECT COUNT(*) FROM tickets WHERE title LIKE 'Ticket %%' AND updated_at <= %d`, last)
		if n := number(t, w.Store, again); n != 1_000 {
			t.Errorf("of the 1000 tickets of the first two batches %d were left alone", n)
		}
	})
}

func TestNodesThatMarkARenameTogetherMarkEveryRowOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		mustSeedOld(t, c, 4_000, 700)
		mustRename(t, w.App, c, "Zaphod")
		mustMarkTheRest(t, w)
		before := number(t, w.Store, revisions)
		var wg sync.WaitGroup
		for _, a := range []*app.App{w.App, other(t, w, url), other(t, w, url)} {
			wg.Go(func() {
				for {
					more, err := a.Accounts.MarkRenamed(t.Context())
					if err != nil {
						t.Error(err)
					}
					if !more {
						return
					}
				}
			})
		}
		wg.Wait()
		if n := number(t, w.Store, unmarked) + number(t, w.Store, pendingRenames); n != 0 {
			t.Errorf("%d rows are still to be marked", n)
		}
		if raised, made := number(t, w.Store, revisions)-before, number(t, w.Store, batches); raised != made {
			t.Errorf("%d batches are left of %d that were made", made, raised)
		}
	})
}

// mustMarkTheRest marks everything except what mustSeedOld created.
func mustMarkTheRest(t *testing.T, w *apitest.World) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE tickets SET updated_at = (SELECT p.changed_at FROM projects p WHERE p.id = tickets.project_id)
WHERE title NOT LIKE 'Ticket %'`)
		if err != nil {
			return err
		}
		_, err = tx.Exec(t.Context(), `UPDATE time_entries SET updated_at = (SELECT p.changed_at FROM projects p WHERE p.id = time_entries.project_id)
WHERE comment IS NULL OR comment <> 'Filled'`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOtherWritesGoThroughBetweenBatchesAndAreNotMarkedAgain(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		mustSeedOld(t, c, 1_200, 0)
		mustRename(t, w.App, c, "Zaphod")
		mustMark(t, w.App)
		late := "00000000-0000-7000-8000-000000001200"
		apitest.Must(w.Client(c.Owner.Key).UpdateTicket(t.Context(), late, client.TicketUpdate{StoryPoints: client.Set(8.0)}))(t)
		moment := `SELECT updated_at FROM tickets WHERE uuid = '` + late + `'`
		written := number(t, w.Store, moment)
		for mustMark(t, w.App) {
		}
		if n := number(t, w.Store, unmarked); n != 0 {
			t.Errorf("%d rows are still to be marked", n)
		}
		if n := number(t, w.Store, moment); n != written {
			t.Error("a ticket that was written after the rename was marked as well")
		}
	})
}

func TestASecondRenameBeginsAnew(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		mustSeedOld(t, c, 1_200, 0)
		mustRename(t, w.App, c, "Zaphod")
		mustMark(t, w.App)
		mustRename(t, w.App, c, "Ford")
		second := number(t, w.Store, `SELECT at FROM renames`)
		for mustMark(t, w.App) {
		}
		older := fmt.Sprintf(`SELECT COUNT(*) FROM tickets WHERE title LIKE 'Ticket %%' AND updated_at <= %d`, second)
		if n := number(t, w.Store, older); n != 0 {
			t.Errorf("%d tickets still count as of the first rename", n)
		}
	})
}

func TestAnIdleServerFindsTheRenamesOfOtherProcesses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		defer startRename(t, w.App)()
		mustRename(t, other(t, w, url), c, "Zaphod")
		mustFinish(t, w.Store)
	})
}

func TestARenameInAProjectThatIsDeletedMeanwhileIsOver(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		mustRename(t, w.App, c, "Zaphod")
		if err := w.App.Projects.DeleteProject(t.Context(), domain.Caller{UserID: c.Owner.ID}, c.Project, work.Unconfirmed()); err != nil {
			t.Fatal(err)
		}
		if mustMark(t, w.App) || number(t, w.Store, pendingRenames) != 0 {
			t.Error("something is left to be marked")
		}
	})
}
