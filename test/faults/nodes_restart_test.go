package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/test/rig"
)

// mustReplace stops a node in an orderly way, starts another in its place, and updates the balancer.
func (c *cluster) mustReplace(t *testing.T, h *rig.Haproxy, i int) {
	t.Helper()
	c.nodes[i].Stop(t)
	c.nodes[i] = rig.Start(t, binary, c.database, c.flags...)
	h.MustMove(t, i, c.nodes[i].URL)
	h.MustBecome(t, i, true)
}

// crowd is a group of clients that use the balancer. It records the requests that failed.
type crowd struct {
	caller  *rig.Caller
	project string
	made    atomic.Int64
	asked   atomic.Int64

	mu     sync.Mutex
	failed []string
}

// ask creates a ticket, reads it back and lists the projects. Each request may be answered by a different node.
func (c *crowd) ask(client, n int) {
	title := fmt.Sprintf("T%d-%d", client, n)
	a, err := c.caller.Do(context.Background(), "POST", "/api/v1/tickets", map[string]any{"project_uuid": c.project, "title": title})
	if c.note(a, err, http.StatusCreated) {
		c.made.Add(1)
		a, err = c.caller.Do(context.Background(), "GET", "/api/v1/tickets/"+madeIn(a), nil)
		c.note(a, err, http.StatusOK)
	}
	a, err = c.caller.Do(context.Background(), "GET", "/api/v1/projects", nil)
	c.note(a, err, http.StatusOK)
}

func (c *crowd) note(a rig.Answer, err error, want int) bool {
	c.asked.Add(1)
	if err == nil && a.Status == want {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = append(c.failed, fmt.Sprintf("%s: %d %s %v", time.Now().Format("15:04:05.000"), a.Status, a.Body, err))
	return false
}

func TestARollingRestartBehindHaproxyFailsNoRequest(t *testing.T) {
	t.Parallel()
	c, key, project := mustThree(t, "--drain", "2s")
	h := rig.MustBalance(t, true, c.nodes[0].URL, c.nodes[1].URL, c.nodes[2].URL)
	for i := range c.nodes {
		h.MustBecome(t, i, true)
	}
	clients := &crowd{caller: rig.NewCaller(h.URL, key), project: project}
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	for i := range 8 {
		work.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				clients.ask(i, n)
				time.Sleep(pace)
			}
		})
	}
	for range rig.Times(1, 30) {
		for i := range c.nodes {
			c.mustReplace(t, h, i)
		}
	}
	stop()
	work.Wait()
	for _, line := range clients.failed {
		t.Error(line)
	}
	clients.mustFind(t)
	t.Logf("%d requests, %d tickets", clients.asked.Load(), clients.made.Load())
	c.world.MustBeSound(t)
}

// mustFind checks that every acknowledged ticket exists.
func (c *crowd) mustFind(t *testing.T) {
	t.Helper()
	var page struct {
		Meta struct {
			Total int64 `json:"total"`
		} `json:"meta"`
	}
	a := c.caller.Must(t, 200, "GET", "/api/v1/tickets?per_page=1&project="+c.project, nil)
	if err := json.Unmarshal(a.Body, &page); err != nil || page.Meta.Total != c.made.Load() {
		t.Errorf("%d tickets were acknowledged, %d are there (%v)", c.made.Load(), page.Meta.Total, err)
	}
}

// All 64 clients use the balancer. Since an hour may end during the test, each hour is counted separately.
func TestQuotasAreExactBehindHaproxy(t *testing.T) {
	t.Parallel()
	c, _, _ := mustThree(t, "--quota-hour", "300")
	h := rig.MustBalance(t, true, c.nodes[0].URL, c.nodes[1].URL, c.nodes[2].URL)
	for i := range c.nodes {
		h.MustBecome(t, i, true)
	}
	q := &quotaCrowd{granted: map[int64][]int64{}, retry: map[string]int{}, nodes: []*rig.Caller{rig.NewCaller(h.URL, c.world.MustKey(t, "bea@example.org"))}}
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	q.run(ctx, &work)
	mustSoon(t, "all are refused", q.allRefused)
	stop()
	work.Wait()
	q.mustHaveCounted(t, 300)
	last := 0
	for _, left := range q.granted {
		last = max(last, len(left))
	}
	if last != 300 {
		t.Errorf("%d were let in, not 300", last)
	}
}
