package apitest

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Story is a scenario from the tests of package evm, as a workspace file.
type Story struct {
	Name     string
	Today    string // empty for a roadmap, which needs no day
	projects []map[string]any
	users    map[string]bool
	Expect   []string // lines, each prefixed with the number of its project
	Refused  bool     // describes something that the product refuses
}

// MustStories reads all the scenarios of package evm. The working directory must be the folder of a package directly below
// internal.
func MustStories(t *testing.T) []*Story {
	t.Helper()
	files, err := filepath.Glob("../../evm/testdata/*.evm")
	if err != nil {
		t.Fatal(err)
	}
	var all []*Story
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line, _, _ = strings.Cut(line, "#")
			if words := strings.Fields(line); len(words) > 0 && words[0] == "scenario" {
				all = append(all, &Story{Name: strings.Join(words[1:], " "), users: map[string]bool{}})
			} else if len(words) > 0 {
				all[len(all)-1].read(words)
			}
		}
	}
	return all
}

func (s *Story) read(words []string) {
	switch words[0] {
	case "today":
		s.Today = words[1]
	case "project":
		p := map[string]any{"ref": "p" + strconv.Itoa(len(s.projects)), "name": words[1], "contingency_pct": 0}
		for i := 2; i+1 < len(words); i += 2 {
			p[map[string]string{"budget": "budget", "contingency": "contingency_pct"}[words[i]]] = json.RawMessage(words[i+1])
		}
		s.projects = append(s.projects, p)
	case "expect":
		s.Expect = append(s.Expect, strconv.Itoa(max(0, len(s.projects)-1))+" "+strings.Join(words[1:], " "))
	case "activity", "group", "link", "change": // used by roadmaps and charts
	default:
		if len(s.projects) == 0 {
			s.read([]string{"project", "unnamed"})
		}
		s.thing(s.projects[len(s.projects)-1], words)
	}
}

// thing adds to a project the object that a line describes. Refs are prefixed, because they must be unique in the whole file.
func (s *Story) thing(p map[string]any, words []string) {
	ref := func(kind, name string) string { return fmt.Sprint(p["ref"], kind, name) }
	add := func(list string, thing map[string]any) {
		things, _ := p[list].([]any)
		p[list] = append(things, thing)
	}
	kind, name, rest := words[0], words[1], words[2:]
	thing := map[string]any{"ref": ref(kind, name), "title": name}
	switch kind {
	case "sprint":
		thing["status"] = "active"
		s.sprint(thing, rest, func(ticket string) string { return ref("ticket", ticket) })
		add("sprints", thing)
	case "epic":
		if slices.Contains(rest, "done") {
			thing["status"] = "done"
		}
		add("epics", thing)
	case "ticket":
		thing["story_points"] = StoryNumber(rest[0])
		for i, word := range rest {
			switch word {
			case "done":
				thing["status"] = "done"
			case "in":
				thing["sprint"] = ref("sprint", rest[i+1])
			case "epic":
				thing["epic"] = ref("epic", rest[i+1])
			}
		}
		add("tickets", thing)
	case "deleted":
		thing["ref"], thing["deleted_at"] = ref("ticket", name), "2026-01-01"
		add("tickets", thing)
	case "rate":
		s.rate(p, name, rest)
	case "logged":
		s.log(p, name, rest, ref("ticket", rest[2]))
	}
}

func (s *Story) sprint(thing map[string]any, rest []string, ref func(string) string) {
	from, to, _ := strings.Cut(rest[0], "..")
	if rest[0] == "undated" {
		from = ""
	}
	s.Refused = s.Refused || to != "" && to < from
	for field, day := range map[string]string{"start_date": from, "end_date": to} {
		if day != "" {
			thing[field] = day
		}
	}
	committed := map[string]any{}
	for i, word := range rest[1:] {
		ticket, points, isCommitted := strings.Cut(word, "=")
		switch {
		case isCommitted:
			committed[ref(ticket)] = StoryNumber(points)
		case i == 0 && word != "committed" && word != "started" && word != "closed": // the last two are about charts
			thing["status"] = word
		}
	}
	if len(committed) > 0 {
		thing["committed"] = committed
	}
}

// member returns a person's entry in a project's team.
func (s *Story) member(p map[string]any, name string) map[string]any {
	email := name + "@story.example"
	s.users[email] = true
	members, _ := p["members"].([]any)
	for _, m := range members {
		if m := fields(m); m["user"] == email {
			return m
		}
	}
	m := map[string]any{"user": email}
	p["members"] = append(members, m)
	return m
}

func (s *Story) rate(p map[string]any, name string, rest []string) {
	m := s.member(p, name)
	if len(rest) == 1 {
		m["tjm"] = StoryNumber(rest[0])
		return
	}
	rates, _ := m["rates"].([]any)
	m["rates"] = append(rates, map[string]any{"from": rest[2], "tjm": StoryNumber(rest[0])})
}

func (s *Story) log(p map[string]any, name string, rest []string, ticket string) {
	day := s.Today
	if len(rest) > 3 {
		day = rest[3]
	}
	entry := map[string]any{"user": s.member(p, name)["user"], "duration_minutes": StoryNumber(rest[0]), "logged_at": day}
	tickets, _ := p["tickets"].([]any)
	for _, t := range tickets {
		if t := fields(t); t["ref"] == ticket {
			entries, _ := t["time_entries"].([]any)
			t["time_entries"] = append(entries, entry)
		}
	}
}

// StoryNumber parses 12.5 or 25/28.
func StoryNumber(text string) float64 {
	above, below, isFraction := strings.Cut(text, "/")
	a, _ := strconv.ParseFloat(above, 64)
	if !isFraction {
		return a
	}
	b, _ := strconv.ParseFloat(below, 64)
	return a / b
}

// MustImport imports the story for its owner, and returns the uuids by ref: its projects are p0, p1 and so on.
func (s *Story) MustImport(t *testing.T, w *World, owner Person) map[string]string {
	t.Helper()
	users := []any{}
	for _, email := range slices.Sorted(maps.Keys(s.users)) {
		users = append(users, map[string]any{"email": email, "firstname": "Story", "lastname": "Person"})
	}
	projects := []any{}
	for _, p := range s.projects {
		whole := maps.Clone(p) // cloned, because tests on two engines import the same story at the same time
		whole["tickets"] = withCommitted(p)
		whole["members"] = append([]any{map[string]any{"user": owner.Email, "project_role": "owner"}}, list(p["members"])...)
		projects = append(projects, whole)
	}
	file, err := json.Marshal(map[string]any{"users": users, "projects": projects})
	if err != nil {
		t.Fatal(err)
	}
	result, err := w.App.Transfer.Import(t.Context(), strings.NewReader(string(file)))
	if err != nil {
		t.Fatalf("%s: %v in %s", s.Name, err, file)
	}
	return result.UUIDs
}

// withCommitted returns the tickets of a project together with those that exist only in a snapshot because they have since been
// deleted.
func withCommitted(p map[string]any) []any {
	known := map[any]bool{}
	tickets := slices.Clone(list(p["tickets"]))
	for _, t := range tickets {
		known[fields(t)["ref"]] = true
	}
	for _, s := range list(p["sprints"]) {
		committed := fields(fields(s)["committed"])
		for _, ref := range slices.Sorted(maps.Keys(committed)) {
			if !known[ref] {
				known[ref] = true
				tickets = append(tickets, map[string]any{"ref": ref, "title": ref, "deleted_at": "2026-01-01"})
			}
		}
	}
	return tickets
}

// list returns an array of a workspace file, or nil.
func list(v any) []any {
	all, _ := v.([]any)
	return all
}

// fields returns an object of a workspace file, or nil.
func fields(v any) map[string]any {
	object, _ := v.(map[string]any)
	return object
}
