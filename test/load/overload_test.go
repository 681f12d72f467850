package load

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

const (
	capacity = 16 // concurrent requests
	tenfold  = 10 * capacity

	// The limits apply to an otherwise idle machine.
	admittedBound = 3 * time.Second
	refusedBound  = time.Second
	growthBound   = 64  // MiB
	mostMemory    = 256 // MiB

	// rudeness is how soon a refused client tries again, although it was told to wait a second.
	rudeness = 50 * time.Millisecond
)

// lasting returns how long to apply a load: the given time in the short form, ten minutes in the long form.
func lasting(short time.Duration) time.Duration {
	if rig.Long() {
		return 10 * time.Minute
	}
	return short
}

//nolint:paralleltest // it measures response times and memory
func TestTenTimesWhatTheAPITakesIsRefusedFastAndTheRestIsServedInTime(t *testing.T) {
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		t.Helper()
		o := mustOffice(t, database, 300, "--max-in-flight", strconv.Itoa(capacity))
		since := atomic.Int64{} // makes each request different, so that none is answered from the cache
		path := func() string {
			at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(since.Add(1)) * time.Second)
			return "/api/v1/tickets?project=" + o.project + "&per_page=40&updated_since=" + at.Format("2006-01-02T15:04:05Z")
		}
		o.overload(t, func(ctx context.Context, c *http.Client) (*http.Response, error) {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, o.node.URL+path(), http.NoBody)
			if err != nil {
				return nil, err
			}
			r.Header.Set("Authorization", "Bearer "+o.api.Key)
			return c.Do(r)
		}, "/dash/projects/"+o.project)
	})
}

//nolint:paralleltest // it measures response times and memory
func TestTenTimesWhatTheDashboardTakesIsRefusedFastAndTheRestIsServedInTime(t *testing.T) {
	o := mustOffice(t, dbtest.SQLite(t), 300, "--max-in-flight", strconv.Itoa(capacity))
	o.overload(t, func(ctx context.Context, c *http.Client) (*http.Response, error) {
		return o.page(ctx, c, "/dash/projects/"+o.project+"/cards")
	}, "/api/v1/tickets/"+o.tickets[0])
}

// overload runs ten times as many clients as are admitted, all of them for one user. Meanwhile, a well-behaved colleague uses the
// other front, and must always be served in time.
func (o *office) overload(t *testing.T, ask func(context.Context, *http.Client) (*http.Response, error), other string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lasting(6*time.Second))
	defer cancel()
	var admitted, refused, spared times
	var all sync.WaitGroup
	machine := watchMachine(t, o.node.Pid())
	client := rig.NewCaller(o.node.URL, "").HTTP
	for range tenfold {
		all.Go(func() { hammer(ctx, t, client, ask, &admitted, &refused) })
	}
	all.Go(func() { o.behaveAs(ctx, t, o.mate.Key, o.mateCookie, other, &spared) })
	grown := o.watchMemory(ctx, t)
	all.Wait()
	t.Logf("admitted: %s", &admitted)
	t.Logf("refused: %s", &refused)
	t.Logf("beside it, %s: %s", other, &spared)
	factor := machine.factor(t)
	if refused.count() == 0 || admitted.count() == 0 || spared.count() == 0 {
		t.Errorf("%d were admitted, %d refused and %d went beside it: there was no overload", admitted.count(), refused.count(), spared.count())
	}
	for name, c := range map[string]struct{ took, bound time.Duration }{
		"admitted": {admitted.at(0.99), admittedBound}, "refused": {refused.at(0.99), refusedBound}, "spared": {spared.at(0.99), admittedBound},
	} {
		if bound := longer(c.bound, factor); c.took > bound {
			t.Errorf("%s: p99 is %s, above %s", name, c.took, bound)
		}
	}
	if grown > growthBound {
		t.Errorf("the process grew by %d MiB under a steady load", grown)
	}
	mustBeQuiet(t, o.node)
}

// hammer sends requests, one after the other, until the time is up. After a refusal it tries again much sooner than it was told
// to.
func hammer(ctx context.Context, t *testing.T, c *http.Client, ask func(context.Context, *http.Client) (*http.Response, error), admitted, refused *times) {
	t.Helper()
	for ctx.Err() == nil {
		began := time.Now()
		r, err := ask(context.WithoutCancel(ctx), c)
		if err != nil {
			t.Errorf("no answer: %v", err)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
		took := time.Since(began)
		switch {
		case r.StatusCode == http.StatusOK:
			admitted.add(took)
		case r.StatusCode == http.StatusServiceUnavailable && r.Header.Get("Retry-After") != "":
			refused.add(took)
			pause(ctx, rudeness)
		default:
			t.Errorf("the answer is %d with Retry-After %q", r.StatusCode, r.Header.Get("Retry-After"))
			return
		}
	}
}

// behave requests a path repeatedly, with short pauses. Every request must succeed.
func (o *office) behave(ctx context.Context, t *testing.T, path string, took *times) {
	t.Helper()
	o.behaveAs(ctx, t, o.api.Key, o.cookie, path, took)
}

// behaveAs is like behave, but with the given credentials.
func (o *office) behaveAs(ctx context.Context, t *testing.T, key, cookie, path string, took *times) {
	t.Helper()
	client := rig.NewCaller(o.node.URL, "").HTTP
	for ctx.Err() == nil {
		began := time.Now()
		r, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet, o.node.URL+path, http.NoBody)
		if err != nil {
			t.Error(err)
			return
		}
		r.Header.Set("Authorization", "Bearer "+key)
		r.Header.Set("Cookie", cookie)
		a, err := client.Do(r)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		_, _ = io.Copy(io.Discard, a.Body)
		_ = a.Body.Close()
		took.add(time.Since(began))
		if a.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d to a client that does nothing wrong", path, a.StatusCode)
			return
		}
		pause(ctx, 10*time.Millisecond)
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// watchMemory returns by how many MiB the process grew in the last two thirds of the time. The first third does not count,
// because the process is still allocating the memory it needs.
func (o *office) watchMemory(ctx context.Context, t *testing.T) int {
	t.Helper()
	end, _ := ctx.Deadline()
	pause(ctx, time.Until(end)/3)
	first, most, held := rss(t, o.node.Pid()), 0, 0
	for ctx.Err() == nil {
		most, held = max(most, rss(t, o.node.Pid())), max(held, connections(t, o.node.Pid()))
		pause(ctx, 200*time.Millisecond)
	}
	t.Logf("memory: %d MiB after a third of the time, at most %d MiB later; at most %d connections", first, most, held)
	if most > mostMemory {
		t.Errorf("the process held %d MiB", most)
	}
	return most - first
}
