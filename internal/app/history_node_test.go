package app_test

import (
	"slices"
	"sync"
	"testing"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// node starts another server on the same database, with the same clock.
func (p *past) node(t *testing.T, url string) *app.App {
	t.Helper()
	return app.New(dbtest.MustOpen(t, url), app.Config{Clock: p.Clock.Now})
}

func TestOneNodeOfThreeStoresTheRows(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		p := newPast(t, url, "UTC")
		for range 29 { // more than one batch
			p.newProject(t)
		}
		nodes := []*app.App{p.App, p.node(t, url), p.node(t, url)}
		for _, midnight := range []string{"2026-03-11 00:00:02", "2026-03-12 00:00:02", "2026-03-13 00:00:02"} {
			p.utc(t, midnight)
			stored := make([]int64, len(nodes))
			var wg sync.WaitGroup
			for i, node := range nodes {
				wg.Go(func() {
					var err error
					if stored[i], err = node.Money.StoreDays(t.Context(), string(rune('a'+i))); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			slices.Sort(stored)
			if !slices.Equal(stored, []int64{0, 0, 30}) {
				t.Errorf("%s: the nodes stored %v rows", midnight, stored)
			}
		}
		if n := countRows(t, p.Store); n != 90 {
			t.Errorf("%d rows", n)
		}
	})
}

func countRows(t *testing.T, s *db.DB) (n int) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		return tx.One(t.Context(), `SELECT COUNT(*) FROM indicator_days`, nil, &n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTheTaskStaysWithItsNodeUntilItIsGoneOrGivesItBack(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		run := func(node string, want int64) {
			t.Helper()
			if n, err := p.App.Money.StoreDays(t.Context(), node); err != nil || n != want {
				t.Errorf("%s stored %d rows, want %d: %v", node, n, want, err)
			}
		}
		p.utc(t, "2026-03-10 23:55:00")
		run("a", 0) // nothing to do, but a now holds the lease
		p.utc(t, "2026-03-11 00:00:02")
		run("b", 0)
		run("c", 0)
		run("a", 1)
		p.utc(t, "2026-03-11 23:50:00")
		run("a", 0)
		if err := p.App.Money.EndStoreDays(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		p.utc(t, "2026-03-12 00:00:02")
		run("b", 1)
		p.utc(t, "2026-03-13 00:00:02") // b is gone and its lease has expired
		run("c", 1)
	})
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
