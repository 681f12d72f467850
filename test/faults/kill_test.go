package faults_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"earnest/internal/store/storetest"
	"earnest/test/rig"
)

// manyWriters is how many write at once.
const manyWriters = 16

func TestAWriteThatWasAcknowledgedSurvivesAKill(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, database string) {
		t.Helper()
		w := rig.MustFound(t, binary, database)
		l, p := newLedger(), mustPlace(t, w, "Harbour")
		for range rig.Times(10, 500) {
			n := rig.Start(t, binary, database)
			l.mustHold(t, w, n, p)
			ws := startWriters(l, p, manyWriters, callersOf(n, w))
			mustBeBusy(t, l, rand.IntN(300))
			n.Kill()
			ws.stop()
		}
		n := rig.Start(t, binary, database)
		l.mustHold(t, w, n, p)
		t.Log(l.answers())
	})
}

// callersOf gives every writer connections of its own to one node.
func callersOf(n *rig.Node, w *rig.World) func(int) *rig.Caller {
	return func(int) *rig.Caller { return rig.NewCaller(n.URL, w.Key) }
}

// mustBeBusy waits until so many more writes were acknowledged.
func mustBeBusy(t testing.TB, l *ledger, more int) {
	t.Helper()
	from := l.answers().acknowledged
	deadline := time.Now().Add(time.Minute)
	for l.answers().acknowledged < from+more {
		if time.Now().After(deadline) {
			t.Fatalf("the writers do not get on: %s", l.answers())
		}
		time.Sleep(time.Millisecond)
	}
}
