package load

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// cluster is a world served by one node on SQLite or by two nodes on PostgreSQL, which the clients use in turn.
type cluster struct {
	*seed
	nodes   []*rig.Node
	callers []*rig.Caller
}

// eachCluster runs a test on both engines.
func eachCluster(t *testing.T, f func(t *testing.T, c *cluster)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		f(t, mustCluster(t, dbtest.SQLite(t), 1))
	})
	t.Run("postgres, two nodes", func(t *testing.T) {
		t.Parallel()
		f(t, mustCluster(t, dbtest.Postgres(t), 2))
	})
}

func mustCluster(t *testing.T, database string, nodes int) *cluster {
	t.Helper()
	c := &cluster{seed: mustSeed(t, database, 1)}
	for range nodes {
		node := rig.Start(t, binary, database, "--log-level", "warn")
		c.nodes = append(c.nodes, node)
		c.callers = append(c.callers, rig.NewCaller(node.URL, c.clients[0].key))
	}
	return c
}

// caller returns a client for one of the nodes.
func (c *cluster) caller(i int) *rig.Caller { return c.callers[i%len(c.callers)] }

// first returns the uuid of the first seeded object of a noun.
func (c *cluster) first(noun string) string {
	for _, t := range c.clients[0].things {
		if t.noun == noun {
			return t.uuid
		}
	}
	panic("no " + noun + " in the seed")
}

// must sends a request that must be answered with one of the given statuses.
func (c *cluster) must(t *testing.T, i int, method, path string, body any, statuses ...int) rig.Answer {
	t.Helper()
	a, err := c.caller(i).Do(context.Background(), method, "/api/v1"+path, body)
	if err != nil || !slices.Contains(statuses, a.Status) {
		t.Errorf("%s %s: %d %v %s", method, path, a.Status, err, a.Body)
	}
	return a
}

// racers is the number of clients that change one ticket at the same time.
const racers = 64

type ticketDetail struct {
	Title       string   `json:"title"`
	Description *string  `json:"description"`
	Priority    string   `json:"priority"`
	Status      string   `json:"status"`
	Points      float64  `json:"story_points"`
	Criteria    []string `json:"acceptance_criteria"`
	EpicUUID    *string  `json:"epic_uuid"`
	SprintUUID  *string  `json:"sprint_uuid"`
	Tags        []struct {
		UUID string `json:"uuid"`
	} `json:"tags"`
	Dependencies []struct {
		UUID string `json:"uuid"`
	} `json:"dependencies"`
	Total int `json:"subtasks_total"`
	Done  int `json:"subtasks_done"`
}

// change is a field of the ticket that one group of racers changes: its name, the values to write and how to read it back.
type change struct {
	field string
	value func(i int) any
	seen  func(ticketDetail) any
}

func changes(c *cluster, other string) []change {
	tags := c.clients[0].tags
	return []change{
		{"title", func(i int) any { return fmt.Sprint("title ", i) }, func(d ticketDetail) any { return d.Title }},
		{"description", func(i int) any { return fmt.Sprint("text ", i) }, func(d ticketDetail) any { return *d.Description }},
		{"priority", func(i int) any { return []string{"critique", "haute", "faible"}[i%3] }, func(d ticketDetail) any { return d.Priority }},
		{"status", func(i int) any { return []string{"todo", "in_review", "shipped"}[i%3] }, func(d ticketDetail) any { return d.Status }},
		{"story_points", func(i int) any { return float64(i + 1) }, func(d ticketDetail) any { return d.Points }},
		{"acceptance_criteria", func(i int) any { return []string{fmt.Sprint("line ", i)} }, func(d ticketDetail) any { return d.Criteria }},
		{"tags", func(i int) any { return []string{tags[i%3]} }, func(d ticketDetail) any { return []string{d.Tags[0].UUID} }},
		{"dependencies", func(int) any { return []string{other} }, func(d ticketDetail) any { return []string{d.Dependencies[0].UUID} }},
	}
}

// Each field has its own writers, all of which write the same value last. Meanwhile, others add subtasks, comments and time
// entries.
func TestConcurrentChangesToDifferentFieldsOfOneTicketLoseNothing(t *testing.T) {
	t.Parallel()
	eachCluster(t, func(t *testing.T, c *cluster) {
		t.Helper()
		ticket := c.first("tickets")
		other := mustMake(t, c, "/tickets", map[string]any{"project_uuid": c.clients[0].home, "title": "Other"})
		for round := range rig.Times(3, 200) {
			c.race(t, ticket, changes(c, other), round)
		}
		for _, n := range c.nodes {
			mustBeQuiet(t, n)
		}
		c.MustBeSound(t)
	})
}

func (c *cluster) race(t *testing.T, ticket string, fields []change, round int) {
	t.Helper()
	var before ticketDetail
	c.must(t, 0, "GET", "/tickets/"+ticket, nil, 200).MustData(t, &before)
	comments, entries := c.count(t, "/comments?ticket_uuid="+ticket), c.count(t, "/time-entries?project="+c.clients[0].home)
	var all sync.WaitGroup
	for i := range racers {
		all.Go(func() {
			f := fields[i%len(fields)]
			c.must(t, i, "PUT", "/tickets/"+ticket, map[string]any{f.field: f.value(i)}, 200)
			c.must(t, i, "PUT", "/tickets/"+ticket, map[string]any{f.field: f.value(round)}, 200)
		})
	}
	for i := range 8 {
		all.Go(func() {
			c.must(t, i, "POST", "/subtasks", map[string]any{"ticket_uuid": ticket, "title": "part", "status": "done"}, 201)
		})
		all.Go(func() { c.must(t, i, "POST", "/comments", map[string]any{"ticket_uuid": ticket, "content": "so"}, 201) })
		all.Go(func() {
			c.must(t, i, "POST", "/time-entries", map[string]any{"ticket_uuid": ticket, "duration_minutes": 5, "logged_at": "2026-02-02"}, 201)
		})
	}
	all.Wait()
	for i := range c.nodes {
		var now ticketDetail
		c.must(t, i, "GET", "/tickets/"+ticket, nil, 200).MustData(t, &now)
		for _, f := range fields {
			if got, want := fmt.Sprint(f.seen(now)), fmt.Sprint(f.value(round)); got != want {
				t.Errorf("round %d, node %d: %s is %s and not %s: a change was lost", round, i, f.field, got, want)
			}
		}
		if now.Total != before.Total+8 || now.Done != before.Done+8 {
			t.Errorf("round %d: %d subtasks became %d, not 8 more", round, before.Total, now.Total)
		}
	}
	if got := c.count(t, "/comments?ticket_uuid="+ticket); got != comments+8 {
		t.Errorf("round %d: %d comments became %d", round, comments, got)
	}
	if got := c.count(t, "/time-entries?project="+c.clients[0].home); got != entries+8 {
		t.Errorf("round %d: %d time entries became %d", round, entries, got)
	}
}

// count returns the total that a list reports.
func (c *cluster) count(t *testing.T, path string) int {
	t.Helper()
	var body struct {
		Meta struct {
			Total int `json:"total"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(c.must(t, 0, "GET", path, nil, 200).Body, &body); err != nil {
		t.Error(err)
	}
	return body.Meta.Total
}

func mustMake(t *testing.T, c *cluster, path string, body any) string {
	t.Helper()
	return madeUUID(c.must(t, 0, "POST", path, body, 201).Body)
}

// Objects are changed, filled and linked while they are being deleted. Requests that arrive after the deletion are refused, and
// nothing that belonged or referred to a deleted object is left.
func TestChangesThatLoseAgainstADeletionFindNothingAndLeaveNothing(t *testing.T) {
	t.Parallel()
	eachCluster(t, func(t *testing.T, c *cluster) {
		t.Helper()
		home := c.clients[0].home
		for range rig.Times(15, 1000) {
			ticket := mustMake(t, c, "/tickets", map[string]any{"project_uuid": home, "title": "Doomed"})
			epic := mustMake(t, c, "/epics", map[string]any{"project_uuid": home, "title": "Doomed too"})
			above := mustMake(t, c, "/super-epics", map[string]any{"project_uuid": home, "title": "Doomed as well"})
			held := mustMake(t, c, "/tickets", map[string]any{"project_uuid": home, "title": "Stays", "dependencies": []string{ticket}})
			c.destroy(t, ticket, epic, above, held)
			c.mustBeDetached(t, held, epic, ticket)
		}
		c.MustBeSound(t)
	})
}

func (c *cluster) destroy(t *testing.T, ticket, epic, above, held string) {
	t.Helper()
	var all sync.WaitGroup
	start := make(chan struct{})
	try := func(i int, method, path string, body any, statuses ...int) {
		all.Go(func() {
			<-start
			c.must(t, i, method, path, body, statuses...)
		})
	}
	for i := range 4 {
		try(i, "PUT", "/tickets/"+ticket, map[string]any{"title": fmt.Sprint("changed ", i)}, 200, 404)
		try(i, "PUT", "/tickets/"+held, map[string]any{"epic_uuid": epic}, 200, 422)
		try(i, "PUT", "/tickets/"+held, map[string]any{"dependencies": []string{ticket}}, 200, 422)
		try(i, "PUT", "/epics/"+epic, map[string]any{"super_epic_uuid": above}, 200, 404, 422)
		try(i, "POST", "/subtasks", map[string]any{"ticket_uuid": ticket, "title": "part"}, 201, 404)
		try(i, "POST", "/comments", map[string]any{"ticket_uuid": ticket, "content": "so"}, 201, 404)
		try(i, "POST", "/time-entries", map[string]any{"ticket_uuid": ticket, "duration_minutes": 5, "logged_at": "2026-02-02"}, 201, 404)
		try(i, "DELETE", "/tickets/"+ticket, nil, 200, 404)
		try(i, "DELETE", "/epics/"+epic, nil, 200, 404)
		try(i, "DELETE", "/super-epics/"+above, nil, 200, 404)
	}
	close(start)
	all.Wait()
}

// mustBeDetached checks that the remaining ticket refers to no deleted object, and that no node finds the deleted ones.
func (c *cluster) mustBeDetached(t *testing.T, held, epic, ticket string) {
	t.Helper()
	var now ticketDetail
	c.must(t, 0, "GET", "/tickets/"+held, nil, 200).MustData(t, &now)
	if now.EpicUUID != nil || len(now.Dependencies) > 0 {
		t.Errorf("the ticket that stayed points at what is gone: %+v", now)
	}
	for i := range c.nodes {
		c.must(t, i, "GET", "/epics/"+epic, nil, 404)
		c.must(t, i, "GET", "/tickets/"+ticket, nil, 404)
		c.must(t, i, "GET", "/subtasks?ticket_uuid="+ticket, nil, 404)
		c.must(t, i, "GET", "/comments?ticket_uuid="+ticket, nil, 404)
	}
}

// A project is deleted while clients create objects in it; nothing may be left of it or its content.
func TestAProjectDeletedUnderItsWritersIsCompletelyGone(t *testing.T) {
	t.Parallel()
	eachCluster(t, func(t *testing.T, c *cluster) {
		t.Helper()
		for range rig.Times(5, 200) {
			project := mustMake(t, c, "/projects", map[string]any{"name": "Doomed"})
			sprint := mustMake(t, c, "/sprints", map[string]any{"project_uuid": project, "title": "One"})
			var all sync.WaitGroup
			begun := make(chan struct{}, 16)
			for i := range 16 {
				all.Go(func() {
					a := c.must(t, i, "POST", "/tickets", map[string]any{"project_uuid": project, "title": "x", "sprint_uuid": sprint}, 201, 404)
					begun <- struct{}{}
					c.must(t, i, "PUT", "/sprints/"+sprint, map[string]any{"status": "active"}, 200, 404)
					if a.Status == 201 {
						c.must(t, i, "POST", "/comments", map[string]any{"ticket_uuid": madeUUID(a.Body), "content": "so"}, 201, 404)
					}
				})
			}
			all.Go(func() {
				<-begun // so that at least one ticket is created before the deletion
				c.must(t, 0, "DELETE", "/projects/"+project, nil, 200)
			})
			all.Wait()
			c.must(t, 1, "GET", "/projects/"+project, nil, 404)
		}
		c.MustBeSound(t)
	})
}

// readAll reads a complete response.
func readAll(r *http.Response, err error) (rig.Answer, error) {
	if err != nil {
		return rig.Answer{}, err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	return rig.Answer{Status: r.StatusCode, Header: r.Header, Body: text}, err
}
