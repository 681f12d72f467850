package faults_test

import (
	"testing"
	"time"

	"earnest/test/rig"
)

// failoverLimit is how long a request may take while no primary, or no synchronous standby, is there: the time of a request and that of
// a commit.
const failoverLimit = time.Minute

func TestWritesResumeByThemselvesWhenThePrimaryIsKilled(t *testing.T) {
	t.Parallel()
	if !rig.Long() {
		t.Skip("the failover of PostgreSQL under Patroni did not run: it belongs to the long form (make soak)")
	}
	p := mustPatroni(t)
	if err := p.run("postgres", "CREATE DATABASE earnest"); err != nil {
		t.Fatal(err)
	}
	mustSoon(t, "every server knows the database", func() bool { return p.run("earnest", "CREATE TABLE beats (at timestamptz)") == nil })
	w := rig.MustFound(t, binary, p.url("earnest"))
	f := mustTraffic(t, w, rig.Start(t, binary, w.Database))
	for range rig.Times(1, 5) {
		time.Sleep(2 * time.Second)
		old := p.leader()
		o := outage{begin: time.Now(), limit: failoverLimit}
		old.kill()
		o.down = time.Now()
		o.dark = o.down
		mustWithin(t, 2*time.Minute, "another server takes writes", func() bool {
			return p.run("earnest", "INSERT INTO beats VALUES (now())") == nil
		})
		o.back = time.Now()
		time.Sleep(recoveryLimit + time.Second)
		f.mustRecover(t, o)
		f.mustHold(t, "failover from "+old.name, o)
		p.mustStart(t, old)
		mustWithin(t, 2*time.Minute, "three servers replicate again", p.whole)
	}
	f.mustHaveLostNothing(t)
}
