package faults_test

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"earnest/test/rig"
)

// cluster is several nodes on one database; requests go to them in turn.
type cluster struct {
	world    *rig.World
	database string // the URL that the nodes use
	flags    []string
	http     *http.Client
	turn     atomic.Int64

	mu    sync.Mutex
	nodes []*rig.Node
}

// mustCluster starts nodes for a world. They may reach its database at a different URL.
func mustCluster(t *testing.T, w *rig.World, database string, n int, flags ...string) *cluster {
	t.Helper()
	c := &cluster{world: w, database: database, flags: flags, http: rig.NewCaller("", "").HTTP}
	for range n {
		c.nodes = append(c.nodes, rig.Start(t, binary, database, flags...))
	}
	return c
}

// url returns the URL of the next node.
func (c *cluster) url() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nodes[int(c.turn.Add(1))%len(c.nodes)].URL
}

// do sends a request to the next node.
func (c *cluster) do(key, method, path string, body any) (rig.Answer, error) {
	to := &rig.Caller{URL: c.url(), Key: key, HTTP: c.http}
	return to.Do(context.Background(), method, path, body)
}

// mustKill kills a node as a power cut would, and starts another in its place.
func (c *cluster) mustKill(t *testing.T, i int) {
	t.Helper()
	c.mu.Lock()
	old := c.nodes[i]
	c.mu.Unlock()
	old.Kill()
	fresh := rig.Start(t, binary, c.database, c.flags...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[i] = fresh
}
