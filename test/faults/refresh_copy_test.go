package faults_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// replicas returns empty copies of the two lists that can be read incrementally.
func (m *team) replicas() []*replica {
	return []*replica{
		{team: m, path: "/api/v1/tickets", stamp: "updated_at", detail: true, items: map[string]string{}, whole: map[string]string{}},
		{team: m, path: "/api/v1/time-entries", stamp: "created_at", items: map[string]string{}},
	}
}

// mustKeepUp lets the team make the given number of changes while copies follow them, and compares the copies with the original.
// The changes are divided into the given number of shares, and breakIt is called after each share except the last.
func (m *team) mustKeepUp(t *testing.T, goal int64, shares int64, breakIt func()) {
	t.Helper()
	copies := m.replicas()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var hands, followers sync.WaitGroup
	for i := range 6 {
		hands.Go(func() { m.work(ctx, i, goal) })
	}
	for _, c := range copies {
		followers.Go(func() {
			for ctx.Err() == nil {
				_ = c.poll() // anything that could not be fetched is fetched next time
				time.Sleep(30 * pace)
			}
		})
	}
	for share := int64(1); share < shares; share++ {
		for m.changes.Load() < goal*share/shares {
			time.Sleep(pace)
		}
		breakIt()
	}
	hands.Wait()
	stop()
	followers.Wait()
	mustSettle(t, m.cluster.world.Database)
	for _, c := range copies {
		if err := c.poll(); err != nil {
			t.Fatal(err)
		}
		c.mustEqual(t)
		t.Logf("%s: %d items are the same after %d changes; %d looks at what was deleted", c.path, len(c.items), m.changes.Load(), c.drops)
	}
	for _, line := range m.odd {
		t.Error(line)
	}
	m.cluster.world.MustBeSound(t)
}

func TestACopyThatAsksOnlyForWhatChangedIsTheSame(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		database := dbtest.SQLite(t)
		c := mustCluster(t, rig.MustFound(t, binary, database), database, 1)
		mustTeam(t, c).mustKeepUp(t, int64(rig.Times(1_200, 100_000)), int64(rig.Times(2, 10)), func() { c.mustKill(t, 0) })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		server := mustOwnPostgres(t)
		c := mustCluster(t, rig.MustFound(t, binary, server.URL()), server.URL(), 3)
		turn := 0
		mustTeam(t, c).mustKeepUp(t, int64(rig.Times(1_200, 100_000)), int64(rig.Times(3, 20)), func() {
			if turn++; turn%2 == 0 {
				c.mustKill(t, turn/2%3)
				return
			}
			if err := server.Kill(); err != nil {
				t.Error(err)
			}
			if err := server.Restart(t.Context()); err != nil {
				t.Error(err)
			}
		})
	})
}
