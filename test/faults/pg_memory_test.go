package faults_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// rememberer is a client of a node that loses its connection to the database. It requests data that the node has just returned.
type rememberer struct {
	caller *rig.Caller
	path   string
	banned atomic.Bool  // the caller's key has been revoked
	least  atomic.Int64 // the minimum number of story points that a response must show
}

// ask sends the request, and returns the status and what is wrong with the response, or "".
func (r *rememberer) ask() (status int, problem string) {
	banned, least := r.banned.Load(), r.least.Load()
	a, err := r.caller.Do(context.Background(), "GET", r.path, nil)
	var body struct {
		Data struct {
			Points float64 `json:"story_points"`
		} `json:"data"`
	}
	switch {
	case err != nil:
		return 0, err.Error()
	case a.Status == 200 && banned:
		return 200, "who lost their access reads on"
	case a.Status == 200 && json.Unmarshal(a.Body, &body) == nil && int64(body.Data.Points) < least:
		return 200, "a state is shown that a committed write has changed"
	case a.Status != 200 && a.Status != 503 && (!banned || a.Status != 401):
		return a.Status, string(a.Body)
	}
	return a.Status, ""
}

// hammer sends the request repeatedly until done is closed.
func (r *rememberer) hammer(t *testing.T, done <-chan struct{}) {
	for {
		if status, problem := r.ask(); problem != "" {
			t.Errorf("%d: %s", status, problem)
			return
		}
		select {
		case <-done:
			return
		case <-time.After(pace):
		}
	}
}

// mustComeTo waits until the response has the given status.
func (r *rememberer) mustComeTo(t *testing.T, status int) {
	t.Helper()
	mustSoon(t, "the answer is as it should be", func() bool {
		got, _ := r.ask()
		return got == status
	})
}

// cutOff is a node that is cut off from its database, another that is not, and two clients that request a ticket from the first.
type cutOff struct {
	world        *rig.World
	path         *proxy
	direct       *rig.Caller
	ticket, lost string // the path of the ticket, and the key that will be revoked
	keeps, loses *rememberer
}

func mustCutOff(t *testing.T) *cutOff {
	t.Helper()
	database := dbtest.Postgres(t)
	c := &cutOff{world: rig.MustFound(t, binary, database)}
	p, through := mustProxy(t, database)
	node, other := rig.Start(t, binary, through), rig.Start(t, binary, database)
	c.path, c.direct = p, rig.NewCaller(other.URL, c.world.Key)
	project := mustMake(t, c.direct, "projects", map[string]any{"name": "Harbour"})
	c.ticket = "/api/v1/tickets/" + mustMake(t, c.direct, "tickets", map[string]any{"project_uuid": project, "title": "Own"})
	c.lost = c.world.MustKey(t, c.world.Email)
	c.keeps = &rememberer{caller: rig.NewCaller(node.URL, c.world.Key), path: c.ticket}
	c.loses = &rememberer{caller: rig.NewCaller(node.URL, c.lost), path: c.ticket}
	return c
}

// mustComeTo waits until both clients get the expected statuses.
func (c *cutOff) mustComeTo(t *testing.T, keeps, loses int) {
	t.Helper()
	c.keeps.mustComeTo(t, keeps)
	c.loses.mustComeTo(t, loses)
}

func TestANodeThatIsCutOffShowsNothingFromMemory(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]weather{"reset": cut, "stalled": stalled} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := mustCutOff(t)
			for range 3 { // until it is cached
				c.mustComeTo(t, 200, 200)
			}
			done := make(chan struct{})
			var wg sync.WaitGroup
			for range 3 {
				wg.Go(func() { c.keeps.hammer(t, done) })
				wg.Go(func() { c.loses.hammer(t, done) })
			}
			c.path.set(bad, 0)
			c.direct.Must(t, 200, "PUT", c.ticket, map[string]any{"story_points": 5})
			c.keeps.least.Store(5)
			mustRevoke(t, c.world, c.lost)
			c.loses.banned.Store(true)
			c.mustComeTo(t, 503, 503)
			c.path.set(fair, 0)
			c.mustComeTo(t, 200, 401)
			close(done)
			wg.Wait()
			c.world.MustBeSound(t)
		})
	}
}

// mustRevoke revokes a key on the command line.
func mustRevoke(t *testing.T, w *rig.World, key string) {
	t.Helper()
	if _, words, err := w.RunWith(strings.NewReader(key+"\n"), "key", "revoke", "-"); err != nil {
		t.Fatalf("revoke: %v\n%s", err, words)
	}
}
