package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// mustThree starts three nodes on a PostgreSQL schema, with a user who can sign in and owns a project.
func mustThree(t *testing.T, flags ...string) (c *cluster, key, project string) {
	t.Helper()
	database := dbtest.Postgres(t)
	c = mustCluster(t, rig.MustFound(t, binary, database), database, 3, flags...)
	key = c.world.MustUser(t, "bea@example.org")
	return c, key, mustMake(t, rig.NewCaller(c.url(), key), "projects", map[string]any{"name": "Harbour"})
}

// caller returns a client for one of the nodes.
func (c *cluster) caller(node int, key string) *rig.Caller {
	return &rig.Caller{URL: c.nodes[node%len(c.nodes)].URL, Key: key, HTTP: c.http}
}

func TestNodesAgreeOnDataKeysSessionsAndLiveUpdates(t *testing.T) {
	t.Parallel()
	c, key, project := mustThree(t)
	mustReadTheSame(t, c, key, project)
	mustRevokeEverywhere(t, c)
	mustEndSessions(t, c, project)
	mustTellOthers(t, c, key, project)
	c.world.MustBeSound(t)
}

// mustReadTheSame writes on each node in turn. After each write, every read must return the same, up-to-date data on all nodes.
func mustReadTheSame(t *testing.T, c *cluster, key, project string) {
	t.Helper()
	ticket := mustMake(t, c.caller(0, key), "tickets", map[string]any{"project_uuid": project, "title": "Own"})
	paths := []string{
		"/tickets/" + ticket, "/tickets?project=" + project, "/tickets?per_page=10&project=" + project, "/projects", "/projects/" + project,
		"/finance?project=" + project, "/portfolio/finance", "/team?project=" + project, "/time-entries?project=" + project, "/statuses?project=" + project,
	}
	before := map[string]string{}
	for i := range rig.Times(15, 300) {
		c.caller(i, key).Must(t, 200, "PUT", "/api/v1/tickets/"+ticket, map[string]any{"story_points": i + 1, "status": []string{"done", "todo"}[i%2]})
		for _, path := range paths {
			first := c.caller(i+1, key).Must(t, 200, "GET", "/api/v1"+path, nil)
			for other := range 3 {
				if a := c.caller(i+other, key).Must(t, 200, "GET", "/api/v1"+path, nil); string(a.Body) != string(first.Body) || a.Header.Get("ETag") != first.Header.Get("ETag") {
					t.Errorf("%s: %s %s on one node, %s %s on another", path, first.Header.Get("ETag"), first.Body, a.Header.Get("ETag"), a.Body)
				}
			}
			same := path == "/projects/"+project // whose own members no write here changes
			if tag := first.Header.Get("ETag"); tag == "" || tag == before[path] && !same {
				t.Errorf("%s has the tag %q before and after a write", path, tag)
			}
			before[path] = first.Header.Get("ETag")
		}
	}
}

// mustRevokeEverywhere creates each key on one node, uses it on all nodes and revokes it on another node. After that, no node may
// accept it.
func mustRevokeEverywhere(t *testing.T, c *cluster) {
	t.Helper()
	browser := rig.MustSignIn(t, c.url(), "bea@example.org")
	for i := range rig.Times(10, 200) {
		a, err := browser.Do(t.Context(), c.caller(i, "").URL, "POST", "/dash/keys", map[string]any{"name": "k", "scopes": []string{"projects:read"}})
		if err != nil || a.Status != http.StatusCreated {
			t.Fatalf("%d %s %v", a.Status, a.Body, err)
		}
		var made struct {
			Key struct {
				ID int64 `json:"id"`
			} `json:"key"`
			Secret string `json:"secret"`
		}
		if err := json.Unmarshal(a.Body, &made); err != nil {
			t.Fatal(err)
		}
		for node := range 6 {
			c.caller(node, made.Secret).Must(t, 200, "GET", "/api/v1/projects", nil)
		}
		if a, err := browser.Do(t.Context(), c.caller(i+1, "").URL, "DELETE", fmt.Sprintf("/dash/keys/%d", made.Key.ID), nil); err != nil || a.Status != 200 {
			t.Fatalf("%d %s %v", a.Status, a.Body, err)
		}
		for node := range 3 {
			c.caller(node, made.Secret).Must(t, 401, "GET", "/api/v1/projects", nil)
		}
	}
}

// mustEndSessions signs in on one node, uses the session on all nodes and signs out on another node. After that, no node may
// accept the session.
func mustEndSessions(t *testing.T, c *cluster, project string) {
	t.Helper()
	for i := range rig.Times(3, 30) {
		browser := rig.MustSignIn(t, c.caller(i, "").URL, "bea@example.org")
		ask := func(node int, method, path string) int {
			a, err := browser.Do(t.Context(), c.caller(node, "").URL, method, path, nil)
			if err != nil {
				t.Fatal(err)
			}
			return a.Status
		}
		for node := range 3 {
			if status := ask(node, "GET", "/dash/projects/"+project); status != 200 {
				t.Errorf("node %d answers a session of another with %d", node, status)
			}
		}
		if status := ask(i+2, "DELETE", "/dash/session"); status != 200 {
			t.Errorf("signing out is answered with %d", status)
		}
		for node := range 3 {
			if status := ask(node, "GET", "/dash/projects/"+project); status != 401 {
				t.Errorf("node %d answers a session that ended with %d", node, status)
			}
		}
	}
}

// mustTellOthers follows the project on each node and writes on each. Every stream must report every ticket exactly once.
func mustTellOthers(t *testing.T, c *cluster, key, project string) {
	t.Helper()
	browser := rig.MustSignIn(t, c.url(), "bea@example.org")
	ctx, stop := context.WithCancel(t.Context())
	var streams sync.WaitGroup
	defer streams.Wait()
	defer stop()
	var mu sync.Mutex
	var ready int
	told := make([]map[string]int, 3)
	for node := range 3 {
		told[node] = map[string]int{}
		streams.Go(func() {
			browser.Follow(ctx, c.caller(node, "").URL, project, -1, func(e rig.Event) {
				mu.Lock()
				defer mu.Unlock()
				if e.Name == "ready" {
					ready++
				}
				for _, uuid := range e.UUIDs {
					told[node][uuid]++
				}
			})
		})
	}
	mustSoon(t, "all streams are open", func() bool { mu.Lock(); defer mu.Unlock(); return ready == 3 })
	for i := range rig.Times(9, 90) {
		uuid := mustMake(t, c.caller(i, key), "tickets", map[string]any{"project_uuid": project, "title": "Live"})
		began := time.Now()
		mustSoon(t, "every stream tells of a ticket", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return told[0][uuid] == 1 && told[1][uuid] == 1 && told[2][uuid] == 1
		})
		if took := time.Since(began); took > recoveryLimit {
			t.Errorf("it took %s to tell of a ticket", took)
		}
	}
}
