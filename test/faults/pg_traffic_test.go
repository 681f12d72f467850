package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/test/rig"
)

const (
	// pace is each client's pause between two requests. It lets many tests run at the same time on a small machine.
	pace = 10 * time.Millisecond
	// answerLimit is how long any request may take, whatever the database does.
	answerLimit = 10 * time.Second
	// recoveryLimit is how soon everything must work again after the database is back.
	recoveryLimit = 3 * time.Second
)

// seen is a request and its outcome.
type seen struct {
	kind         string // read, write, ready, health or dash
	what         string
	began, ended time.Time
	answer       rig.Answer
	err          error
}

func (s seen) String() string {
	return fmt.Sprintf("%s %s after %s: %d %s %v", s.kind, s.what, s.ended.Sub(s.began).Round(time.Millisecond), s.answer.Status, s.answer.Body, s.err)
}

// traffic simulates people and programs that work on one project, and records the responses they get.
type traffic struct {
	world   *rig.World
	url     string // of the node
	key     string
	browser *rig.Browser
	project string
	tickets []string // one per writer, changed only by that writer

	stop context.CancelFunc
	work sync.WaitGroup

	mu    sync.Mutex
	seen  []seen
	last  outage            // the last outage that was checked
	made  map[string]string // titles of acknowledged tickets, by uuid
	never map[string]bool   // titles of tickets that were refused
	told  map[string]bool   // uuids that the live stream reported
	low   []int             // for each writer's ticket: the last acknowledged count
	high  []int             // and the last count that may have been stored
}

const trafficHands = 4

// steps is how many increments of a writer's counter make one story point. The counter is stored as its ticket's points, of which
// there can be at most 10,000, and the long form counts beyond that.
const steps = 100

// counted returns the count that a number of story points represents.
func counted(points float64) int { return int(math.Round(points * steps)) }

// mustTraffic starts the traffic against a node. The world's own connection to the database must not be the one that the test
// breaks.
func mustTraffic(t *testing.T, w *rig.World, node *rig.Node) *traffic {
	t.Helper()
	url, email := node.URL, "bea@example.org"
	f := &traffic{
		world: w, url: url, key: w.MustUser(t, email), browser: rig.MustSignIn(t, url, email),
		made: map[string]string{}, never: map[string]bool{}, told: map[string]bool{}, low: make([]int, trafficHands), high: make([]int, trafficHands),
	}
	c := rig.NewCaller(url, f.key)
	f.project = mustMake(t, c, "projects", map[string]any{"name": "Harbour", "budget": 1000})
	for range trafficHands {
		f.tickets = append(f.tickets, mustMake(t, c, "tickets", map[string]any{"project_uuid": f.project, "title": "Own"}))
	}
	ctx, stop := context.WithCancel(context.Background())
	f.stop = stop
	t.Cleanup(func() {
		f.end()
		if log := node.Log(); t.Failed() {
			t.Logf("the end of the node's log:\n%s", log[max(0, len(log)-8_000):])
		}
	})
	for i := range trafficHands {
		f.loop(ctx, func() { f.create(c, i) })
		f.loop(ctx, func() { f.update(c, i) })
		f.loop(ctx, func() { f.read(c, i) })
	}
	f.loop(ctx, f.visit)
	f.work.Go(func() { f.follow(ctx) })
	return f
}

// mustMake creates an object and returns its uuid.
func mustMake(t testing.TB, c *rig.Caller, noun string, body map[string]any) string {
	t.Helper()
	var made struct {
		UUID string `json:"uuid"`
	}
	c.Must(t, http.StatusCreated, "POST", "/api/v1/"+noun, body).MustData(t, &made)
	return made.UUID
}

// madeIn returns the uuid of the object in a response.
func madeIn(a rig.Answer) string {
	var body struct {
		Data struct {
			UUID string `json:"uuid"`
		} `json:"data"`
	}
	_ = json.Unmarshal(a.Body, &body) // whoever uses the uuid notices if it is missing
	return body.Data.UUID
}

// loop calls do repeatedly until the traffic ends.
func (f *traffic) loop(ctx context.Context, do func()) {
	f.work.Go(func() {
		for ctx.Err() == nil {
			do()
			time.Sleep(pace)
		}
	})
}

// end stops the traffic and waits for the last responses.
func (f *traffic) end() {
	f.stop()
	f.work.Wait()
}

func (f *traffic) note(kind, what string, send func(context.Context) (rig.Answer, error)) seen {
	s := seen{kind: kind, what: what, began: time.Now()}
	s.answer, s.err = send(context.Background())
	s.ended = time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, s)
	return s
}

func (f *traffic) call(c *rig.Caller, kind, method, path string, body any) seen {
	return f.note(kind, method+" "+path, func(ctx context.Context) (rig.Answer, error) {
		return c.Do(ctx, method, "/api/v1"+path, body)
	})
}

// create creates a ticket with a unique title.
func (f *traffic) create(c *rig.Caller, writer int) {
	title := fmt.Sprintf("T%d-%d", writer, time.Now().UnixNano())
	s := f.call(c, "write", "POST", "/tickets", map[string]any{"project_uuid": f.project, "title": title})
	f.mu.Lock()
	defer f.mu.Unlock()
	switch s.answer.Status {
	case http.StatusCreated:
		f.made[madeIn(s.answer)] = title
	case http.StatusServiceUnavailable:
		f.never[title] = true
	}
}

// update increments the count in the story points of the writer's own ticket.
func (f *traffic) update(c *rig.Caller, writer int) {
	f.mu.Lock()
	points := f.high[writer] + 1
	f.mu.Unlock()
	s := f.call(c, "write", "PUT", "/tickets/"+f.tickets[writer], map[string]any{"story_points": float64(points) / steps})
	f.mu.Lock()
	defer f.mu.Unlock()
	if s.answer.Status != http.StatusServiceUnavailable {
		f.high[writer] = points
	}
	if s.answer.Status == http.StatusOK {
		f.low[writer] = points
	}
}

// read requests something that the answer cache can keep, and records the response if it is stale.
func (f *traffic) read(c *rig.Caller, reader int) {
	f.mu.Lock()
	least := f.low[reader]
	f.mu.Unlock()
	path := []string{
		"/tickets/" + f.tickets[reader], "/tickets?per_page=5&project=" + f.project, "/finance?project=" + f.project, "/projects", "/statuses?project=" + f.project,
	}[time.Now().UnixNano()/1000%5]
	s := f.call(c, "read", "GET", path, nil)
	var body struct {
		Data struct {
			Points *float64 `json:"story_points"`
		} `json:"data"`
	}
	if strings.HasPrefix(path, "/tickets/") && json.Unmarshal(s.answer.Body, &body) == nil && body.Data.Points != nil && counted(*body.Data.Points) < least {
		s.kind, s.what = "stale", fmt.Sprintf("%s gives %d when %d was acknowledged", path, counted(*body.Data.Points), least)
		f.mu.Lock()
		f.seen = append(f.seen, s)
		f.mu.Unlock()
	}
}

// visit sends the requests that a load balancer and a browser would send.
func (f *traffic) visit() {
	plain := rig.NewCaller(f.url, "")
	defer plain.HTTP.CloseIdleConnections()
	for kind, path := range map[string]string{"health": "/healthz", "ready": "/readyz"} {
		f.note(kind, path, func(ctx context.Context) (rig.Answer, error) { return plain.Do(ctx, "GET", path, nil) })
	}
	path := "/dash/projects/" + f.project
	f.note("dash", path, func(ctx context.Context) (rig.Answer, error) { return f.browser.Do(ctx, f.url, "GET", path, nil) })
}

// follow acts like a page with the project open: it reconnects when its stream ends, and sends the last revision it has seen.
func (f *traffic) follow(ctx context.Context) {
	for at := int64(0); ctx.Err() == nil; time.Sleep(pace) {
		f.browser.Follow(ctx, f.url, f.project, at, func(e rig.Event) {
			f.mu.Lock()
			defer f.mu.Unlock()
			at = e.Revision
			for _, uuid := range e.UUIDs {
				f.told[uuid] = true
			}
		})
	}
}
