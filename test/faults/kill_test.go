package faults_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/internal/testpg"
	"earnest/test/rig"
)

// manyWriters is the number of concurrent writers.
const manyWriters = 16

// The long form moves on to a new project now and then, so that each comparison need not cover everything ever written. At the
// end, every project is compared once more.
func TestAWriteThatWasAcknowledgedSurvivesAKill(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		t.Helper()
		w := rig.MustFound(t, binary, database)
		ledgers := map[*place]*ledger{}
		for round := range rig.Times(1, 20) {
			l, p := newLedger(), mustPlace(t, w, fmt.Sprintf("Harbour %d", round))
			ledgers[p] = l
			for range rig.Times(4, 25) {
				killOnce(t, w, l, p)
			}
			t.Logf("%s: %s", p.name, l.answers())
		}
		n := rig.Start(t, binary, database)
		for p, l := range ledgers {
			l.mustHold(t, w, n, p)
		}
	})
}

// killOnce starts a server, compares its data with the ledger, lets the writers begin and kills the server.
func killOnce(t *testing.T, w *rig.World, l *ledger, p *place) {
	t.Helper()
	n := rig.Start(t, binary, w.Database)
	l.mustHold(t, w, n, p)
	ws := startWriters(l, p, manyWriters, callersOf(n, w))
	mustBeBusy(t, l, rand.IntN(60))
	n.Kill()
	ws.stop()
}

// As above, but PostgreSQL is killed as well, as if by the same power cut.
func TestAWriteThatWasAcknowledgedSurvivesAKillOfPostgreSQL(t *testing.T) {
	t.Parallel()
	server := mustDurablePostgres(t)
	w := rig.MustFound(t, binary, server.URL())
	l, p := newLedger(), mustPlace(t, w, "Harbour")
	for range rig.Times(1, 500) {
		n := rig.Start(t, binary, w.Database)
		l.mustHold(t, w, n, p)
		ws := startWriters(l, p, manyWriters, callersOf(n, w))
		mustBeBusy(t, l, rand.IntN(60))
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		n.Kill()
		ws.stop()
		if err := server.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	l.mustHold(t, w, rig.Start(t, binary, w.Database), p)
	t.Log(l.answers())
}

// mustDurablePostgres starts a private server that never loses an acknowledged write.
func mustDurablePostgres(t *testing.T) *testpg.Server {
	t.Helper()
	if !hasPostgres() {
		t.Skip("PostgreSQL did not run: " + dbtest.PostgresEnv + " is not set (make test starts a server)")
	}
	server, err := testpg.Start(t.Context(), testpg.Config{
		Settings: []string{"fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=32MB", "max_connections=100"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// hasPostgres reports whether tests can use PostgreSQL.
func hasPostgres() bool { return os.Getenv(dbtest.PostgresEnv) != "" }

// callersOf gives every writer its own connections to one node.
func callersOf(n *rig.Node, w *rig.World) func(int) *rig.Caller {
	return func(int) *rig.Caller { return rig.NewCaller(n.URL, w.Key) }
}

// mustBeBusy waits until the given number of further writes have been acknowledged.
func mustBeBusy(t testing.TB, l *ledger, more int) {
	t.Helper()
	from := l.answers().acknowledged
	deadline := time.Now().Add(patience)
	for l.answers().acknowledged < from+more {
		if time.Now().After(deadline) {
			t.Fatalf("the writers do not get on: %s since %d were acknowledged", l.answers(), from)
		}
		time.Sleep(time.Millisecond)
	}
}
