package jobs_test

import (
	"context"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/jobs"
)

// patience is how long a job that runs every few milliseconds may take to notice something.
const patience = 20 * time.Second

// nodes starts three servers' jobs on one database with one clock; they end with the test.
func nodes(t *testing.T, w *apitest.World, url string) []*jobs.Daily {
	t.Helper()
	var list []*jobs.Daily
	for _, a := range []*app.App{w.App, other(t, w, url), other(t, w, url)} {
		d := jobs.NewDaily(a, jobs.Options{Every: 5 * time.Millisecond})
		d.Start()
		list = append(list, d)
	}
	return list
}

func other(t *testing.T, w *apitest.World, url string) *app.App {
	t.Helper()
	return app.New(dbtest.MustOpen(t, url), app.Config{Clock: w.Clock.Now})
}

func stop(t *testing.T, d *jobs.Daily) {
	t.Helper()
	if err := d.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// number runs a statement that returns one number.
func number(t *testing.T, s *db.DB, text string) (n int) {
	t.Helper()
	if err := s.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), text, nil, &n) }); err != nil {
		t.Fatal(err)
	}
	return n
}

const (
	rows   = `SELECT COUNT(*) FROM indicator_days`
	makers = `SELECT COUNT(DISTINCT reported_at) FROM indicator_days WHERE day = '2026-03-10'`
	claims = `SELECT COUNT(*) FROM leases`
)

// await waits until a query returns the wanted number.
func await(t *testing.T, s *db.DB, text string, want int) {
	t.Helper()
	n := number(t, s, text)
	for end := time.Now().Add(patience); n != want && time.Now().Before(end); n = number(t, s, text) {
		time.Sleep(2 * time.Millisecond)
	}
	if n != want {
		t.Errorf("%s: %d, want %d", text, n, want)
	}
}

// awaitRun waits until a node has run the daily job.
func awaitRun(t *testing.T, a *app.App) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if _, did := a.Runs.Last("daily"); did {
			return
		}
	}
	t.Error("the job has not run")
}

func TestTheJobStoresEachDayOnceWhicheverNodesRun(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		caller := domain.Caller{UserID: w.MustPerson(t, "owner").ID}
		for range 3 {
			_ = apitest.Must(w.App.Projects.CreateProject(t.Context(), caller, domain.ProjectPatch{Name: domain.Some("P")}))(t)
		}
		daily := nodes(t, w, url)
		awaitRun(t, w.App)
		if n := number(t, w.Store, rows); n != 0 {
			t.Errorf("%d rows before the day is over", n)
		}
		w.Clock.Set(time.Date(2026, 3, 11, 0, 0, 2, 0, time.UTC))
		await(t, w.Store, rows, 3)
		await(t, w.Store, makers, 1)
		stop(t, daily[0])
		stop(t, daily[1])
		w.Clock.Set(time.Date(2026, 3, 14, 0, 0, 2, 0, time.UTC))
		await(t, w.Store, rows, 12)
		stop(t, daily[2])
		await(t, w.Store, claims, 0)
		w.Clock.Set(time.Date(2026, 3, 20, 0, 0, 2, 0, time.UTC))
		time.Sleep(50 * time.Millisecond)
		if n := number(t, w.Store, rows); n != 12 {
			t.Errorf("%d rows: a stopped job went on", n)
		}
	})
}

func TestTheJobOutlivesADatabaseThatFails(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		caller := domain.Caller{UserID: w.MustPerson(t, "owner").ID}
		_ = apitest.Must(w.App.Projects.CreateProject(t.Context(), caller, domain.ProjectPatch{Name: domain.Some("P")}))(t)
		script := func(text string) {
			t.Helper()
			if err := w.Store.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), text) }); err != nil {
				t.Fatal(err)
			}
		}
		script(`ALTER TABLE indicator_days RENAME TO away`)
		w.Clock.Set(time.Date(2026, 3, 11, 0, 0, 2, 0, time.UTC))
		d := jobs.NewDaily(w.App, jobs.Options{Every: 5 * time.Millisecond})
		d.Start()
		time.Sleep(50 * time.Millisecond)
		script(`ALTER TABLE away RENAME TO indicator_days`)
		await(t, w.Store, rows, 1)
		stop(t, d)
	})
}
