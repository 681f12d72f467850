package load

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"earnest/test/rig"
)

// client is a person who sends requests, with a key and a project that contains at least one object of every kind.
type client struct {
	email, key, home string
	tags             []string
	things           []thing
}

// seed is a world with several clients that know nothing of each other, and some keys with fewer permissions.
type seed struct {
	*rig.World

	clients []client
	refused []string // keys with few or no permissions
}

// named generates uuids that are the same in every run.
type named struct{ client, last int }

func (n *named) uuid() string {
	n.last++
	return fmt.Sprintf("0192aaaa-%04d-7000-8000-%012d", n.client, n.last)
}

// mustSeed creates a world with the given number of clients.
func mustSeed(t testing.TB, database string, clients int) *seed {
	t.Helper()
	s := &seed{World: rig.MustFound(t, binary, database)}
	users, projects := []any{}, []any{}
	for i := range clients {
		c := client{email: fmt.Sprintf("client%d@example.org", i+1)}
		mate := fmt.Sprintf("mate%d@example.org", i+1)
		users = append(users, person(c.email), person(mate))
		projects = append(projects, c.project(mate, &named{client: i + 1}))
		s.clients = append(s.clients, c)
	}
	file := filepath.Join(t.TempDir(), "seed.json")
	text, err := json.Marshal(map[string]any{"users": users, "projects": projects})
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.MustRun(t, "import", file)
	for i := range s.clients {
		s.clients[i].key = s.MustKey(t, s.clients[i].email)
	}
	s.mustRefusedKeys(t)
	return s
}

// mustRefusedKeys creates keys with which most or all requests are refused.
func (s *seed) mustRefusedKeys(t testing.TB) {
	t.Helper()
	first := s.clients[0].email
	s.refused = []string{
		s.MustRun(t, "key", "add", "--user", first, "--scopes", "tickets:read,projects:read"),
		s.MustRun(t, "key", "add", "--user", first, "--scopes", "none"),
		s.MustRun(t, "key", "add", "--user", first, "--scopes", "all", "--expires", "2020-01-01"),
		s.MustRun(t, "key", "add", "--user", first, "--scopes", "all", "--allow-ip", "203.0.113.7"),
		s.Key, // the key of a user who is in no project
	}
}

func person(email string) any {
	return map[string]any{"email": email, "firstname": "Some", "lastname": "Body"}
}

// project returns a client's seeded project in the format of the workspace file.
func (c *client) project(mate string, n *named) any {
	know := func(noun string) string {
		t := thing{noun: noun, uuid: n.uuid(), project: c.home, kept: true}
		c.things = append(c.things, t)
		return t.uuid
	}
	c.home = n.uuid()
	c.things = append(c.things, thing{noun: "projects", uuid: c.home, project: c.home, kept: true})
	c.tags = []string{n.uuid(), n.uuid(), n.uuid()}
	object := func(pairs ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i].(string)] = pairs[i+1]
		}
		return m
	}
	ref := func(name string) string { return fmt.Sprintf("%s-%d", name, n.client) }
	return object("ref", ref("p"), "name", "Home", "uuid", c.home, "budget", 50000,
		"members", []any{object("user", c.email, "project_role", "owner", "tjm", 500), object("user", mate, "project_role", "member", "tjm", 400)},
		"statuses", []any{object("key", "shipped", "label", "Shipped", "color", "#112233", "bg_color", "#aabbcc", "sort_order", 7, "is_done", true)},
		"tags", []any{object("ref", ref("red"), "name", "red", "uuid", c.tags[0]), object("ref", ref("blue"), "name", "blue", "uuid", c.tags[1]), object("name", "green", "uuid", c.tags[2])},
		"super_epics", []any{object("ref", ref("s"), "title", "All", "uuid", know("super-epics"), "tags", []any{ref("red")})},
		"epics", []any{object("ref", ref("e"), "title", "Some", "super_epic", ref("s"), "uuid", know("epics")), object("ref", ref("f"), "title", "Rest", "uuid", know("epics"))},
		"sprints", []any{object("ref", ref("n"), "title", "Now", "status", "active", "start_date", "2026-01-05", "end_date", "2026-12-18", "uuid", know("sprints"), "committed", object(ref("t"), 5))},
		"tickets", []any{object("ref", ref("t"), "title", "First", "uuid", know("tickets"), "story_points", 5, "epic", ref("e"), "sprint", ref("n"), "tags", []any{ref("red"), ref("blue")},
			"subtasks", []any{object("title", "part", "uuid", know("subtasks"))},
			"comments", []any{object("author", c.email, "content", "<p>so</p>", "uuid", know("comments"))},
			"time_entries", []any{object("user", mate, "duration_minutes", 120, "logged_at", "2026-01-06", "uuid", know("time-entries"))})},
		"milestones", []any{object("name", "Half", "date", "2026-07-01")},
		"dependencies", []any{object("pred", ref("e"), "succ", ref("f"))},
	)
}
