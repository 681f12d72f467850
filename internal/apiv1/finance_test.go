package apiv1_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/evm"
	"earnest/internal/apitest"
)

// The engine's scenarios, told through the front door: workspace file in, /finance and
// /portfolio/finance out. Lines about what the API does not serve are passed over.
func TestScenariosHoldOverHTTP(t *testing.T) {
	t.Parallel()
	stories := mustStories(t)
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		checked := 0
		for i, s := range stories {
			if !s.refused && s.today != "" { // a roadmap needs no day
				checked += s.play(t, w, fmt.Sprint("story", i))
			}
		}
		if checked < 300 {
			t.Errorf("only %d numbers were checked", checked)
		}
	})
}

// story is a scenario as a workspace file.
type story struct {
	name     string
	today    string
	projects []map[string]any
	users    map[string]bool
	expect   []string // lines
	refused  bool     // tells of what the product does not let in
}

func mustStories(t *testing.T) []*story {
	t.Helper()
	files, err := filepath.Glob("../../evm/testdata/*.evm")
	if err != nil {
		t.Fatal(err)
	}
	var all []*story
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line, _, _ = strings.Cut(line, "#")
			if words := strings.Fields(line); len(words) > 0 && words[0] == "scenario" {
				all = append(all, &story{name: strings.Join(words[1:], " "), users: map[string]bool{}})
			} else if len(words) > 0 {
				all[len(all)-1].read(words)
			}
		}
	}
	return all
}

func (s *story) read(words []string) {
	switch words[0] {
	case "today":
		s.today = words[1]
	case "project":
		p := map[string]any{"ref": "p" + strconv.Itoa(len(s.projects)), "name": words[1], "contingency_pct": 0}
		for i := 2; i+1 < len(words); i += 2 {
			p[map[string]string{"budget": "budget", "contingency": "contingency_pct"}[words[i]]] = json.RawMessage(words[i+1])
		}
		s.projects = append(s.projects, p)
	case "expect":
		s.expect = append(s.expect, strconv.Itoa(max(0, len(s.projects)-1))+" "+strings.Join(words[1:], " "))
	case "activity", "group", "link", "change": // of the roadmap and of charts
	default:
		if len(s.projects) == 0 {
			s.read([]string{"project", "unnamed"})
		}
		s.thing(s.projects[len(s.projects)-1], words)
	}
}

// thing adds a line about a project to it. Refs are prefixed: they are unique in the whole file.
func (s *story) thing(p map[string]any, words []string) {
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
		thing["story_points"] = number(rest[0])
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

func (s *story) sprint(thing map[string]any, rest []string, ref func(string) string) {
	from, to, _ := strings.Cut(rest[0], "..")
	if rest[0] == "undated" {
		from = ""
	}
	s.refused = s.refused || to != "" && to < from
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
			committed[ref(ticket)] = number(points)
		case i == 0 && word != "committed":
			thing["status"] = word
		}
	}
	if len(committed) > 0 {
		thing["committed"] = committed
	}
}

// member gives the entry of a person in a project's team.
func (s *story) member(p map[string]any, name string) map[string]any {
	email := name + "@story.example"
	s.users[email] = true
	members, _ := p["members"].([]any)
	for _, m := range members {
		if m := m.(map[string]any); m["user"] == email {
			return m
		}
	}
	m := map[string]any{"user": email}
	p["members"] = append(members, m)
	return m
}

func (s *story) rate(p map[string]any, name string, rest []string) {
	m := s.member(p, name)
	if len(rest) == 1 {
		m["tjm"] = number(rest[0])
		return
	}
	rates, _ := m["rates"].([]any)
	m["rates"] = append(rates, map[string]any{"from": rest[2], "tjm": number(rest[0])})
}

func (s *story) log(p map[string]any, name string, rest []string, ticket string) {
	day := s.today
	if len(rest) > 3 {
		day = rest[3]
	}
	entry := map[string]any{"user": s.member(p, name)["user"], "duration_minutes": number(rest[0]), "logged_at": day}
	for _, t := range p["tickets"].([]any) {
		if t := t.(map[string]any); t["ref"] == ticket {
			entries, _ := t["time_entries"].([]any)
			t["time_entries"] = append(entries, entry)
		}
	}
}

// number reads 12.5 or 25/28.
func number(text string) float64 {
	above, below, isFraction := strings.Cut(text, "/")
	a, _ := strconv.ParseFloat(above, 64)
	if !isFraction {
		return a
	}
	b, _ := strconv.ParseFloat(below, 64)
	return a / b
}

// play imports the story for a person of its own on its own day and checks what the API says.
func (s *story) play(t *testing.T, w *apitest.World, owner string) (checked int) {
	t.Helper()
	day, err := time.Parse(time.DateOnly, s.today)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	w.Clock.Set(day.Add(23*time.Hour + 59*time.Minute))
	person := w.MustPerson(t, owner)
	uuids := s.mustImport(t, w, person)
	for _, line := range s.expect {
		words := strings.Fields(line)
		path, pairs := "/finance?project="+uuids["p"+words[0]], words[1:]
		if pairs[0] == "total" {
			path, pairs = "/portfolio/finance", pairs[1:]
		} else if !slices.Contains(evm.IndicatorNames(), pairs[0]) {
			continue // about a curve, a path, …
		}
		var got map[string]any
		w.Call(t, person.Key, http.MethodGet, path, nil).Data(t, &got)
		if totals, ok := got["totals"].(map[string]any); ok {
			got = totals
		}
		for i := 0; i+1 < len(pairs); i += 2 {
			checked++
			if value, known := got[pairs[i]]; !known || !same(value, pairs[i+1]) {
				t.Errorf("%s: %s is %v, not %s", s.name, pairs[i], value, pairs[i+1])
			}
		}
	}
	return checked
}

func same(got any, want string) bool {
	if want == "null" || got == nil {
		return want == "null" && got == nil
	}
	value, ok := got.(float64)
	return ok && math.Abs(value-number(want)) <= 1e-9*math.Abs(number(want))
}

func (s *story) mustImport(t *testing.T, w *apitest.World, owner apitest.Person) map[string]string {
	t.Helper()
	users := []any{}
	for _, email := range slices.Sorted(maps.Keys(s.users)) {
		users = append(users, map[string]any{"email": email, "firstname": "Story", "lastname": "Person"})
	}
	projects := []any{}
	for _, p := range s.projects {
		keepCommitted(p)
		members, _ := p["members"].([]any)
		whole := maps.Clone(p)
		whole["members"] = append([]any{map[string]any{"user": owner.Email, "project_role": "owner"}}, members...)
		projects = append(projects, whole)
	}
	file, err := json.Marshal(map[string]any{"users": users, "projects": projects})
	if err != nil {
		t.Fatal(err)
	}
	result, err := w.App.Import(t.Context(), strings.NewReader(string(file)))
	if err != nil {
		t.Fatalf("%s: %v in %s", s.name, err, file)
	}
	return result.UUIDs
}

// keepCommitted adds the tickets that only a snapshot knows: they were deleted since.
func keepCommitted(p map[string]any) {
	known := map[any]bool{}
	tickets, _ := p["tickets"].([]any)
	for _, t := range tickets {
		known[t.(map[string]any)["ref"]] = true
	}
	sprints, _ := p["sprints"].([]any)
	for _, s := range sprints {
		committed, _ := s.(map[string]any)["committed"].(map[string]any)
		for _, ref := range slices.Sorted(maps.Keys(committed)) {
			if !known[ref] {
				known[ref] = true
				tickets = append(tickets, map[string]any{"ref": ref, "title": ref, "deleted_at": "2026-01-01"})
			}
		}
	}
	p["tickets"] = tickets
}

func TestPortfolioRefusesWhatItCannotCount(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		second := c.NewProject(t)
		for query, want := range map[string]int{
			"": 200, "?projects=" + c.Project: 200, "?projects=" + c.Project + "," + second: 200, "?projects=" + c.Project + "," + c.Project: 200,
			"?projects=": 422, "?projects=x": 422, "?projects=" + c.Project + ",": 422, "?projects=" + apitest.NewUUID(): 404,
			"?projects=" + other.Project: 403, "?projects=" + c.Project + "," + other.Project: 403,
			"?projects=" + strings.Join(many(1001), ","): 422,
		} {
			if a := w.Call(t, c.Owner.Key, http.MethodGet, "/portfolio/finance"+query, nil); a.Status != want {
				t.Errorf("%.60s: %d %s, want %d", query, a.Status, a.Body, want)
			}
		}
		whole := w.Call(t, c.Owner.Key, http.MethodGet, "/portfolio/finance?projects="+second, nil)
		if !strings.HasSuffix(string(whole.Body), `"meta":{"total":1}}`+"\n") || !strings.Contains(string(whole.Body), second) {
			t.Errorf("one project of two: %s", whole.Body)
		}
	})
}

// The cost of a portfolio in statements does not depend on the number of projects.
func TestAPortfolioIsOnePass(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		cost := func() int64 {
			before := w.Store.DB().Statements()
			w.Call(t, c.Owner.Key, http.MethodGet, "/portfolio/finance", nil)
			return w.Store.DB().Statements() - before
		}
		few := cost()
		for range 30 {
			c.NewProject(t)
		}
		if n := cost(); n > few+5 { // the background flushes may fall in between
			t.Errorf("1 project cost %d statements, 31 cost %d", few, n)
		}
	})
}
