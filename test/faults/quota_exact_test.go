package faults_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// quotaClients is the number of clients that share a key.
const quotaClients = 64

// quotaStep is a time to which the clock is moved while all clients send requests, the number of requests admitted from then on
// until all are refused, and the number of seconds for which they are then refused.
type quotaStep struct {
	at       string
	admitted int
	retry    int
}

// quotaStories returns sequences of clock moves across the ends of hours and months.
func quotaStories() map[string][]quotaStep {
	return map[string][]quotaStep{
		"the last hours of a month": {
			{"2026-03-31 21:59:59.5", 100, 1},
			{"2026-03-31 22:00:00", 100, 3600},
			{"2026-03-31 22:59:59.999999", 0, 1},
			{"2026-03-31 23:00:00", 50, 3600}, // 50 are left in the month, which ends with the hour
			{"2026-04-01 00:00:00", 100, 3600},
			{"2026-04-01 01:00:00", 100, 3600},
		},
		"a month that is used up early": {
			{"2026-12-10 10:59:59.999999", 100, 1},
			{"2026-12-10 11:00:00", 100, 3600},
			{"2026-12-30 12:00:00", 50, 36 * 3600},
			{"2026-12-31 23:59:59", 0, 1},
			{"2027-01-01 00:00:00", 100, 3600},
		},
	}
}

// quotaCrowd is a group of clients that share a key and use the nodes in turn.
type quotaCrowd struct {
	nodes []*rig.Caller

	mu      sync.Mutex
	granted map[int64][]int64 // the hour's remaining quota after each granted request, keyed by the hour's end
	month   []int64           // the month's remaining quota after each granted request
	refused [quotaClients]int // how often each client has been refused since the last step
	retry   map[string]int    // number of refusals by Retry-After, for clients that had already been refused in this step
	odd     []string
}

// send sends one of a client's requests to a node.
func (c *quotaCrowd) send(client, node int) {
	a, err := c.nodes[node].Do(context.Background(), "GET", "/api/v1/projects", nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	reset, hour, month := c.number(a, "Reset-Hour"), c.number(a, "Remaining-Hour"), c.number(a, "Remaining-Month")
	switch {
	case err != nil:
		c.odd = append(c.odd, err.Error())
	case a.Status == http.StatusOK:
		c.granted[reset] = append(c.granted[reset], hour)
		c.month = append(c.month, month)
	case a.Status == http.StatusTooManyRequests && (hour == 0 || month == 0):
		if c.refused[client]++; c.refused[client] > 1 {
			c.retry[a.Header.Get("Retry-After")]++
		}
	default:
		c.odd = append(c.odd, fmt.Sprintf("%d with %d and %d left: %s", a.Status, hour, month, a.Body))
	}
}

// number parses one of the rate headers.
func (c *quotaCrowd) number(a rig.Answer, name string) int64 {
	text := a.Header.Get("X-RateLimit-" + name)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		c.odd = append(c.odd, fmt.Sprintf("%s is %q in an answer %d", name, text, a.Status))
	}
	return n
}

// run sends requests until the context is done.
func (c *quotaCrowd) run(ctx context.Context, work *sync.WaitGroup) {
	for i := range quotaClients {
		work.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				c.send(i, n%len(c.nodes))
				time.Sleep(pace)
			}
		})
	}
}

// begin clears the refusals of the last step and moves to the next, atomically. From then on, all but the first refusal of each
// client are responses to requests sent after the move.
func (c *quotaCrowd) begin(move func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused, c.retry = [quotaClients]int{}, map[string]int{}
	move()
}

// allRefused reports whether every client has been refused twice in this step. Once is not enough, since the first refused
// request may have been sent before the step began.
func (c *quotaCrowd) allRefused() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Min(c.refused[:]) > 1
}

// mustWalk moves the clock through a story while the crowd sends requests, and checks the counts.
func (c *quotaCrowd) mustWalk(t *testing.T, clock *apitest.Clock, story []quotaStep) {
	t.Helper()
	admitted := 0
	for _, step := range story {
		at := mustMoment(t, step.at)
		c.begin(func() { clock.Set(at) })
		mustSoon(t, "all are refused", c.allRefused)
		c.mu.Lock()
		if admitted += step.admitted; len(c.month) != admitted {
			t.Errorf("%s: %d were let in so far, not %d", step.at, len(c.month), admitted)
		}
		if want := strconv.Itoa(step.retry); len(c.retry) != 1 || c.retry[want] == 0 {
			t.Errorf("%s: Retry-After said %v, not %s", step.at, c.retry, want)
		}
		c.mu.Unlock()
	}
}

// mustHaveCounted checks that the granted requests counted the remaining quota down by one each, without gaps or repeats.
func (c *quotaCrowd) mustHaveCounted(t *testing.T, limit int64) {
	t.Helper()
	for reset, left := range c.granted {
		slices.Sort(left)
		slices.Reverse(left)
		for i, got := range left {
			if got != limit-1-int64(i) {
				t.Errorf("in the hour until %s the %d. request was told that %d are left", time.Unix(reset, 0).UTC(), i+1, got)
			}
		}
	}
	for _, line := range c.odd {
		t.Error(line)
	}
}

func mustMoment(t testing.TB, text string) time.Time {
	t.Helper()
	moment, err := time.Parse("2006-01-02 15:04:05", text)
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

// mustCrowd creates nodes on one database with one clock, and a crowd with its own key.
func mustCrowd(t *testing.T, url string, nodes int, clock *apitest.Clock) *quotaCrowd {
	t.Helper()
	c := &quotaCrowd{granted: map[int64][]int64{}, retry: map[string]int{}}
	key := ""
	for i := range nodes {
		w := apitest.New(t, url, func(config *app.Config) {
			config.Clock = clock.Now
			config.Limits = admit.Limits{Hour: 100, Month: 250}
		})
		if i == 0 {
			key = w.MustPerson(t, "ada").Key
		}
		c.nodes = append(c.nodes, rig.NewCaller(w.Server.URL, key))
	}
	return c
}

// mustCountExactly runs a story with its own nodes.
func mustCountExactly(t *testing.T, url string, nodes int, story []quotaStep) {
	t.Helper()
	clock := &apitest.Clock{}
	clock.Set(mustMoment(t, story[0].at))
	c := mustCrowd(t, url, nodes, clock)
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	c.run(ctx, &work)
	c.mustWalk(t, clock, story)
	stop()
	work.Wait()
	c.mustHaveCounted(t, 100)
}

func TestQuotasAreExactOverNodesAndEdgesOfTime(t *testing.T) {
	t.Parallel()
	for name, story := range quotaStories() {
		for _, kind := range []struct {
			name  string
			nodes int
			open  func(testing.TB) string
		}{
			{"sqlite", 1, dbtest.SQLite},
			{"postgres", 3, dbtest.Postgres},
		} {
			t.Run(name+"/"+kind.name, func(t *testing.T) {
				t.Parallel()
				for round := range rig.Times(1, 20) {
					t.Run(strconv.Itoa(round), func(t *testing.T) { //nolint:paralleltest // sequential, because each opens its own connections
						mustCountExactly(t, kind.open(t), kind.nodes, story)
					})
				}
			})
		}
	}
}
