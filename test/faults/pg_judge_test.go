package faults_test

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/test/rig"
)

// outage records when the database was unavailable: it worked until begin, was unreachable from down until dark, and worked again
// from back on. In between, it was stopping or starting.
type outage struct {
	begin, down, dark, back time.Time
	limit                   time.Duration // on the response time; 0: answerLimit
	restarted               bool          // the server itself was away, rather than the path to it
}

// settled returns when every request must succeed again. A server that has been restarted refused or closed every connection in the meantime, so
// there is nothing left to find out; after a silence, there is.
func (o outage) settled() time.Time {
	if o.restarted {
		return o.back
	}
	return o.back.Add(recoveryLimit)
}

// noOutage returns an outage that never happens, for faults that must go unnoticed.
func noOutage() outage {
	never := time.Now().Add(24 * time.Hour)
	return outage{begin: never, down: never, dark: never, back: never}
}

// mustHold checks that every response since the last call is one that the product promises, and then drops those responses.
func (f *traffic) mustHold(t *testing.T, name string, o outage) {
	t.Helper()
	f.mu.Lock()
	all := f.seen
	f.seen, f.last = nil, o
	f.mu.Unlock()
	sum := map[string]int{}
	var slowest, failed time.Duration
	for _, s := range all {
		if problem := s.problem(o); problem != "" {
			t.Errorf("%s: %s: %s", name, problem, s)
		}
		sum[s.kind+" "+strconv.Itoa(s.answer.Status)]++
		slowest = max(slowest, s.ended.Sub(s.began))
		if s.answer.Status >= 500 {
			failed = max(failed, s.ended.Sub(o.back))
		}
	}
	t.Logf("%s: away for %s, last refusal %s after its return, slowest answer %s: %v", name,
		o.back.Sub(o.down).Round(time.Millisecond), failed.Round(time.Millisecond), slowest.Round(time.Millisecond), sum)
}

// mustRecover checks that everything worked again soon after the database was back. mustHold cannot check this, because a request
// that hangs has no response.
func (f *traffic) mustRecover(t *testing.T, o outage) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, kind := range []string{"read", "write", "ready", "dash"} {
		if !slices.ContainsFunc(f.seen, func(s seen) bool {
			return s.kind == kind && s.answer.Status < 300 && s.err == nil && s.began.After(o.back) && s.ended.Before(o.back.Add(recoveryLimit))
		}) {
			t.Errorf("no %s was answered within %s of the return", kind, recoveryLimit)
		}
	}
}

// problem returns what is wrong with a response, or "".
func (s seen) problem(o outage) string {
	inside := s.began.After(o.down) && s.ended.Before(o.dark)
	after := s.began.After(o.settled()) || s.ended.Before(o.begin)
	good := s.answer.Status >= 200 && s.answer.Status < 300
	switch {
	case s.kind == "stale":
		return "an old state was shown"
	case s.err != nil:
		return "no answer"
	case s.ended.Sub(s.began) > cmp.Or(o.limit, answerLimit):
		return "the answer came late"
	case s.kind == "health" && !good:
		return "the process lives"
	case s.kind == "health" || good && !inside:
		return ""
	case good:
		return "nobody could know that"
	case after:
		return "the database is there"
	case s.kind == "write" && !inside && inDoubt(s.answer):
		return ""
	default:
		return s.refusal()
	}
}

// inDoubt reports whether a response means that the connection broke during a commit.
func inDoubt(a rig.Answer) bool {
	return a.Status == http.StatusInternalServerError && strings.Contains(string(a.Body), "look whether it is there before you send it again")
}

// refusal returns what is wrong with a response that should report an unavailable database, or "".
func (s seen) refusal() string {
	retry, err := strconv.Atoi(s.answer.Header.Get("Retry-After"))
	switch {
	case s.answer.Status != http.StatusServiceUnavailable:
		return "that is no answer to somebody who can do nothing about it"
	case s.kind == "ready":
		return ""
	case err != nil || retry < 1:
		return "it does not say when to come back"
	case s.kind != "dash" && !strings.HasPrefix(string(s.answer.Body), `{"error":{"code":"SERVICE_UNAVAILABLE","message":`):
		return "it is not in the envelope"
	case s.kind != "dash" && s.answer.Header.Get("X-RateLimit-Reset-Hour") == "":
		return "it lacks the rate headers"
	default:
		return ""
	}
}

// mustHaveLostNothing ends the traffic and compares the stored data with the writes that were acknowledged and refused, and with
// the changes that the live stream reported.
func (f *traffic) mustHaveLostNothing(t *testing.T) {
	t.Helper()
	mustSoon(t, "the live stream tells of every ticket", f.reportedAll)
	f.end()
	f.mustHold(t, "the last answers", f.last)
	stored := map[string]string{}
	c := rig.NewCaller(f.url, f.key)
	for page := 1; ; page++ {
		var tickets []struct{ UUID, Title string }
		c.Must(t, 200, "GET", fmt.Sprintf("/api/v1/tickets?project=%s&per_page=500&page=%d", f.project, page), nil).MustData(t, &tickets)
		for _, k := range tickets {
			stored[k.UUID] = k.Title
			if f.never[k.Title] {
				t.Errorf("%s was refused with 503 and is there", k.Title)
			}
		}
		if len(tickets) < 500 {
			break
		}
	}
	for uuid, title := range f.made {
		if stored[uuid] != title {
			t.Errorf("%s was acknowledged and is not there", title)
		}
	}
	for i, uuid := range f.tickets {
		var k struct {
			Points float64 `json:"story_points"`
		}
		c.Must(t, 200, "GET", "/api/v1/tickets/"+uuid, nil).MustData(t, &k)
		if got := counted(k.Points); got < f.low[i] || got > f.high[i] {
			t.Errorf("a ticket was counted to %d, acknowledged was %d, and %d was tried last", got, f.low[i], f.high[i])
		}
	}
	t.Logf("%d tickets were acknowledged and %d refused", len(f.made), len(f.never))
	f.world.MustBeSound(t)
}

// reportedAll reports whether the live stream has reported every ticket acknowledged so far.
func (f *traffic) reportedAll() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for uuid := range f.made {
		if !f.told[uuid] {
			return false
		}
	}
	return len(f.made) > 0
}

// mustSoon waits until a condition is true.
func mustSoon(t testing.TB, what string, holds func() bool) {
	t.Helper()
	mustWithin(t, 30*time.Second, what, holds)
}

// mustWithin is like mustSoon but with the given time limit.
func mustWithin(t testing.TB, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Errorf("it never became true that %s", what)
			return
		}
	}
}
