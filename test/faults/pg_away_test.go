package faults_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/internal/testpg"
	"earnest/test/rig"
)

// absence is a way to take the database down and bring it back.
type absence struct {
	name     string
	away     time.Duration // how long it stays down
	restarts bool          // the server itself goes away, rather than the path to it
	down, up func(t *testing.T)
}

// mustSuffer causes an outage during the traffic and checks the responses.
func (f *traffic) mustSuffer(t *testing.T, x absence) {
	t.Helper()
	time.Sleep(500 * time.Millisecond)
	o := outage{begin: time.Now(), restarted: x.restarts}
	x.down(t)
	o.down = time.Now()
	time.Sleep(x.away)
	o.dark = time.Now()
	x.up(t)
	o.back = time.Now()
	time.Sleep(recoveryLimit + 500*time.Millisecond)
	f.mustRecover(t, o)
	f.mustHold(t, x.name, o)
}

// mustBehindProxy starts traffic against a node that reaches PostgreSQL through a proxy.
func mustBehindProxy(t *testing.T) (*traffic, *proxy) {
	t.Helper()
	database := dbtest.Postgres(t)
	w := rig.MustFound(t, binary, database)
	p, through := mustProxy(t, database)
	return mustTraffic(t, w, rig.Start(t, binary, through)), p
}

func TestEveryRequestIsAnsweredWhileThePathToPostgreSQLIsBroken(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		away     time.Duration
		bad      weather
		lastWord weather // what happens to open connections at the end
	}{
		"reset":               {2 * time.Second, cut, cut},
		"stalled":             {7 * time.Second, stalled, stalled},
		"stalled, then cut":   {4 * time.Second, stalled, cut},
		"swallowed":           {7 * time.Second, swallowed, swallowed},
		"swallowed, then cut": {3 * time.Second, swallowed, cut},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, p := mustBehindProxy(t)
			for range rig.Times(1, 20) {
				f.mustSuffer(t, absence{name, x.away, false, func(*testing.T) { p.set(x.bad, 0) }, func(*testing.T) {
					p.set(x.lastWord, 0)
					p.set(fair, 0)
				}})
			}
			f.mustHaveLostNothing(t)
		})
	}
}

// mustOwnPostgres starts a server that a test may stop and kill. Writes that it has acknowledged survive a kill.
func mustOwnPostgres(t testing.TB) *testpg.Server {
	t.Helper()
	server, err := testpg.Start(t.Context(), testpg.Config{Settings: []string{"synchronous_commit=on"}})
	if err != nil {
		t.Skipf("what happens without PostgreSQL did not run: %v", err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// mustStop stops a server in an orderly way, and waits until it has exited.
func mustStop(t *testing.T, server *testpg.Server) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(server.Dir(), "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	mustSoon(t, "PostgreSQL is gone", func() bool { return syscall.Kill(pid, 0) != nil })
}

func TestEveryRequestIsAnsweredWhilePostgreSQLIsStoppedOrKilled(t *testing.T) {
	t.Parallel()
	server := mustOwnPostgres(t)
	w := rig.MustFound(t, binary, server.URL())
	f := mustTraffic(t, w, rig.Start(t, binary, server.URL()))
	up := func(t *testing.T) {
		t.Helper()
		if err := server.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range rig.Times(1, 20) {
		f.mustSuffer(t, absence{"stop", 2 * time.Second, true, func(t *testing.T) { t.Helper(); mustStop(t, server) }, up})
		f.mustSuffer(t, absence{"restart", 0, true, func(*testing.T) {}, up})
		f.mustSuffer(t, absence{"kill", time.Second, true, func(t *testing.T) {
			t.Helper()
			if err := server.Kill(); err != nil {
				t.Fatal(err)
			}
		}, up})
	}
	f.mustHaveLostNothing(t)
}

// A network that is slow, or stalls for a moment, delays everything but makes nothing fail.
func TestASlowPathToPostgreSQLOnlyDelays(t *testing.T) {
	t.Parallel()
	f, p := mustBehindProxy(t)
	for range rig.Times(1, 20) {
		p.set(fair, 15*time.Millisecond)
		time.Sleep(3 * time.Second)
		p.set(stalled, 0)
		time.Sleep(time.Second)
		p.set(fair, 0)
		time.Sleep(time.Second)
		f.mustHold(t, "slow", noOutage())
	}
	f.mustHaveLostNothing(t)
}
