package app_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// node starts another server on the same database, with the same clock.
func (p *past) node(t *testing.T, url string) *app.App {
	t.Helper()
	return app.New(dbtest.MustOpen(t, url), app.Config{Clock: p.Clock.Now})
}

// interruptedNode is like node, but calls meanwhile once, after the new server has claimed some projects and before it reads them.
func (p *past) interruptedNode(t *testing.T, url string, meanwhile func()) *app.App {
	t.Helper()
	s, called := dbtest.MustOpen(t, url), false
	return app.New(s, app.Config{Clock: func() time.Time {
		if !called && countRows(t, s, "leases") > 0 {
			called = true
			meanwhile()
		}
		return p.Clock.Now()
	}})
}

// eachShared runs f on each engine after the end of a day for which 60 projects, several blocks, lack their rows.
func eachShared(t *testing.T, f func(t *testing.T, p *past, url string)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		p := newPast(t, url, "UTC")
		for range 59 {
			p.newProject(t)
		}
		p.utc(t, "2026-03-11 00:00:02")
		f(t, p, url)
		if n := countRows(t, p.Store, "indicator_days"); n != 60 {
			t.Errorf("%d rows", n)
		}
		if n := countRows(t, p.Store, "leases"); n != 0 {
			t.Errorf("%d claims are left", n)
		}
	})
}

// mustStoreDays runs the daily job once on a node and returns the number of new rows.
func mustStoreDays(t *testing.T, a *app.App, node string) int64 {
	t.Helper()
	return apitest.Must(a.Money.StoreDays(t.Context(), node))(t)
}

func TestNodesThatRunAtTheSameTimeStoreEachRowOnce(t *testing.T) {
	t.Parallel()
	eachShared(t, func(t *testing.T, p *past, url string) {
		var stored atomic.Int64
		var wg sync.WaitGroup
		for i, node := range []*app.App{p.App, p.node(t, url), p.node(t, url)} {
			wg.Go(func() {
				n, err := node.Money.StoreDays(t.Context(), string(rune('a'+i)))
				if err != nil {
					t.Error(err)
				}
				stored.Add(n)
			})
		}
		wg.Wait()
		if n := stored.Load(); n != 60 {
			t.Errorf("the nodes stored %d rows", n)
		}
	})
}

func TestEachNodeStoresTheRowsThatNoOtherIsWorkingOn(t *testing.T) {
	t.Parallel()
	eachShared(t, func(t *testing.T, p *past, url string) {
		var b int64
		a := mustStoreDays(t, p.interruptedNode(t, url, func() { b = mustStoreDays(t, p.App, "b") }), "a")
		if a == 0 || a > 25 || a+b != 60 {
			t.Errorf("one node stored %d rows and the other %d", a, b)
		}
	})
}

func TestTheProjectsOfADeadNodeAreTakenOverInTime(t *testing.T) {
	t.Parallel()
	eachShared(t, func(t *testing.T, p *past, url string) {
		var first, later int64
		dead := p.interruptedNode(t, url, func() {
			first = mustStoreDays(t, p.App, "b")
			p.utc(t, "2026-03-11 00:24:59")
			if n := mustStoreDays(t, p.App, "b"); n != 0 {
				t.Errorf("%d rows were stored while the other node might still be working on them", n)
			}
			p.utc(t, "2026-03-11 00:25:02")
			later = mustStoreDays(t, p.App, "b")
		})
		if n := mustStoreDays(t, dead, "a"); n != 0 || later == 0 || first+later != 60 {
			t.Errorf("one node stored %d rows, then %d of the dead node's, which added %d when it came back", first, later, n)
		}
		if rows := p.rows(t, p.project); len(rows) != 1 || rows[0].CaughtUp {
			t.Errorf("the first project has %+v", rows)
		}
	})
}

func TestANodeThatStopsGivesItsProjectsBack(t *testing.T) {
	t.Parallel()
	eachShared(t, func(t *testing.T, p *past, url string) {
		ctx, stop := context.WithCancel(t.Context())
		if n, err := p.interruptedNode(t, url, stop).Money.StoreDays(ctx, "a"); n != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("stopped, but %d rows were stored: %v", n, err)
		}
		if n := mustStoreDays(t, p.App, "b"); n != 60 {
			t.Errorf("the other node stored %d rows", n)
		}
	})
}

func TestAProjectThatFailsDoesNotKeepTheOthersFromTheirRows(t *testing.T) {
	t.Parallel()
	eachShared(t, func(t *testing.T, p *past, _ string) {
		p.mustExec(t, `UPDATE ticket_counts SET open_tickets = -open_tickets, done_tickets = -done_tickets`) // only the first project has tickets
		if n, err := p.App.Money.StoreDays(t.Context(), "a"); n != 59 || err == nil || !strings.Contains(err.Error(), "earnest doctor") {
			t.Errorf("%d rows were stored, want 59 and an error about the counts of the first project: %v", n, err)
		}
		p.mustExec(t, `UPDATE ticket_counts SET open_tickets = -open_tickets, done_tickets = -done_tickets`)
		if n := mustStoreDays(t, p.App, "a"); n != 1 {
			t.Errorf("%d rows were stored when the first project was mended, want 1", n)
		}
	})
}

func countRows(t *testing.T, s *db.DB, table string) (n int) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		return tx.One(t.Context(), `SELECT COUNT(*) FROM `+table, nil, &n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestABatchOfProjectsCostsAsManyStatementsAsOne(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		once := func(day string, want int64) int64 {
			t.Helper()
			p.utc(t, day+" 00:00:02")
			before := p.Store.Statements()
			p.store(t, want)
			return p.Store.Statements() - before
		}
		// Take the minimum over several runs, because background work may add statements of its own.
		one := min(once("2026-03-11", 1), once("2026-03-12", 1), once("2026-03-13", 1))
		for range 20 {
			p.newProject(t)
		}
		if many := min(once("2026-03-14", 21), once("2026-03-15", 21), once("2026-03-16", 21)); many != one || one > 20 {
			t.Errorf("1 project costs %d statements, 21 cost %d", one, many)
		}
	})
}
