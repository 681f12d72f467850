package faults_test

import (
	"testing"
	"time"

	"earnest/test/rig"
)

// failoverLimit is how long a request may take while there is no primary, or no synchronous standby: the time limit for a request
// plus the one for a commit.
const failoverLimit = time.Minute

func TestWritesResumeByThemselvesWhenThePrimaryIsKilled(t *testing.T) {
	t.Parallel()
	if !rig.Long() {
		t.Skip("the failover of PostgreSQL under Patroni did not run: it belongs to the long form (make soak)")
	}
	p := mustElect(t)
	w := rig.MustFound(t, binary, p.url("earnest"))
	f := mustTraffic(t, w, rig.Start(t, binary, w.Database))
	for range rig.Times(1, 5) {
		time.Sleep(2 * time.Second)
		old := p.leader()
		o := outage{begin: time.Now(), limit: failoverLimit}
		old.kill()
		o.down = time.Now()
		o.dark = o.down
		p.mustTakeWrites(t)
		o.back = time.Now()
		time.Sleep(recoveryLimit + time.Second)
		f.mustRecover(t, o)
		f.mustHold(t, "failover from "+old.name, o)
		p.mustStart(t, old)
		mustWithin(t, 2*time.Minute, "three servers replicate again", p.whole)
	}
	f.mustHaveLostNothing(t)
}

// A client that keeps a copy by requesting changes misses nothing when another server becomes the primary.
func TestACopyIsTheSameAcrossFailovers(t *testing.T) {
	t.Parallel()
	if !rig.Long() {
		t.Skip("the copies across a failover under Patroni did not run: they belong to the long form (make soak)")
	}
	p := mustElect(t)
	url := p.url("earnest")
	c := mustCluster(t, rig.MustFound(t, binary, url), url, 3)
	mustTeam(t, c).mustKeepUp(t, int64(rig.Times(1_200, 100_000)), 4, func() {
		old := p.leader()
		old.kill()
		p.mustTakeWrites(t)
		p.mustStart(t, old)
		mustWithin(t, 2*time.Minute, "three servers replicate again", p.whole)
	})
}

// mustElect starts the servers, creates a database and waits until it can be used.
func mustElect(t *testing.T) *patroni {
	t.Helper()
	p := mustPatroni(t)
	if err := p.run("postgres", "CREATE DATABASE earnest"); err != nil {
		t.Fatal(err)
	}
	mustSoon(t, "every server knows the database", func() bool { return p.run("earnest", "CREATE TABLE beats (at timestamptz)") == nil })
	return p
}

// mustTakeWrites waits until there is a primary that accepts writes.
func (p *patroni) mustTakeWrites(t *testing.T) {
	t.Helper()
	mustWithin(t, 2*time.Minute, "another server takes writes", func() bool {
		return p.run("earnest", "INSERT INTO beats VALUES (now())") == nil
	})
}
