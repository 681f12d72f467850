package apiv1_test

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/domain"
	"earnest/internal/input"
)

// foreign gives what another project has for each rule that names a thing. A rule that names a thing and is not here fails
// the test: say what another project's thing of that kind is.
func foreign(t *testing.T, other *apitest.Cast) map[string][]any {
	t.Helper()
	in := domain.Given(domain.NewStatus{Label: "Only there", Color: "#112233", BgColor: "#ddeeff"})
	status := apitest.Must(other.World.App.Categories.CreateStatus(t.Context(), domain.Caller{UserID: other.Owner.ID}, other.Project, in))(t)
	everything := []any{other.Epic, other.SuperEpic, other.Sprint, other.Ticket, other.Tag, other.Subtask, other.Comment, other.Project}
	people := []any{other.Member.ID, other.Owner.ID, other.Stranger.ID}
	return map[string][]any{
		"epic": everything, "super-epic": everything, "sprint": everything, "ticket": everything, "project": everything,
		"tags": lists(everything), "dependencies": lists(everything), "projects": {other.Project},
		"user": people, "mentions": lists(people), "status key": {status.Key},
	}
}

// lists makes a list of each.
func lists(items []any) []any {
	out := []any{}
	for _, item := range items {
		out = append(out, []any{item})
	}
	return out
}

// refers tells whether a rule names a thing of a project.
func refers(name string) bool {
	r := domain.Rules(name)
	return r.Noun != "" || r.Kind == domain.UUIDRule || r.Kind == domain.UUIDsRule || r.Kind == domain.IntegersRule || name == "status key"
}

// mix is a call that names another project's thing, and what must come of it.
type mix struct {
	attempt
	what string
	code string
}

// mixed gives every call of the API with another project's thing in the place of one of ours: in the path, in the query,
// as the parent of what is made, and in every member of a body that names something.
func mixed(t *testing.T, c, other *apitest.Cast) (doors, inside []mix) {
	t.Helper()
	things := foreign(t, other)
	for _, r := range apiv1.Routes() {
		if strings.Contains(r.Path, "{uuid}") {
			path, body := aCall(t, other, r)
			doors = append(doors, mix{attempt{r.Method, path, body}, name(r) + ": the path", "FORBIDDEN"})
		}
		if r.Parent != "" {
			path, body := aCall(t, other, r)
			doors = append(doors, mix{attempt{r.Method, path, body}, name(r) + ": " + r.Parent, "FORBIDDEN"})
		}
		for _, p := range r.Query {
			door, filter := mixedQuery(t, c, other, r, p, things)
			doors, inside = append(doors, door...), append(inside, filter...)
		}
		if r.Body != nil {
			inside = append(inside, mixedBody(t, c, r, things)...)
		}
	}
	return doors, inside
}

// mixedQuery gives the calls with another project's thing in a parameter: what names where to look is a door, what narrows
// it down is not.
func mixedQuery(t *testing.T, c, other *apitest.Cast, r apiv1.Route, p apiv1.Param, things map[string][]any) (doors, filters []mix) {
	t.Helper()
	if !refers(p.Rule) {
		return nil, nil
	}
	if things[p.Rule] == nil {
		t.Errorf("%s: the parameter %s has the rule %q, which has no row in foreign", name(r), p.Name, p.Rule)
	}
	path, _, _ := strings.Cut(r.Path, "?")
	switch {
	case p.Required || p.Name == "us" || p.Rule == "projects":
		value := map[string]string{"project": other.Project, "ticket": other.Ticket, "projects": other.Project}[p.Rule]
		if p.Rule == "projects" {
			value = c.Project + "," + value
		}
		return []mix{{attempt{r.Method, path + "?" + url.Values{p.Name: {value}}.Encode(), nil}, name(r) + ": " + p.Name, "FORBIDDEN"}}, nil
	default:
		for _, value := range things[p.Rule] {
			query := url.Values{"project": {c.Project}, p.Name: {value.(string)}}
			filters = append(filters, mix{attempt{r.Method, path + "?" + query.Encode(), nil}, name(r) + ": " + p.Name, "NOT_FOUND"})
		}
		return nil, filters
	}
}

// mixedBody gives the calls with another project's thing in a member of the body.
func mixedBody(t *testing.T, c *apitest.Cast, r apiv1.Route, things map[string][]any) (all []mix) {
	t.Helper()
	rules := map[string]string{}
	for field := range r.Body.Fields() {
		rules[field.Tag.Get("json")] = field.Tag.Get("rule")
	}
	for _, f := range input.Fields(r.Body) {
		rule := rules[f.Name]
		if !refers(rule) {
			continue
		}
		if things[rule] == nil {
			t.Errorf("%s: the member %s has the rule %q, which has no row in foreign", name(r), f.Name, rule)
		}
		for _, value := range things[rule] {
			path, body := aCall(t, c, r)
			fields := maps.Clone(body.(map[string]any))
			fields[f.Name] = value
			all = append(all, mix{attempt{r.Method, path, fields}, name(r) + ": " + f.Name, "VALIDATION_ERROR"})
		}
	}
	return all
}

// Whoever has no business in another project cannot reach into it; and whoever has, cannot tie the two together. The other
// project is the same to the last byte, and so is ours.
func TestNoReferenceReachesIntoAnotherProject(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		both := w.MustPerson(t, "both")
		reader := w.MustPerson(t, "reader")
		for project, role := range map[string]domain.Role{c.Project: domain.Admin, other.Project: domain.Admin} {
			w.MustJoin(t, project, both.ID, role)
		}
		w.MustJoin(t, c.Project, reader.ID, domain.Admin)
		w.MustJoin(t, other.Project, reader.ID, domain.Viewer)
		doors, inside := mixed(t, c, other)
		if len(doors) < 40 || len(inside) < 100 {
			t.Fatalf("only %d doors and %d references: the walk is broken", len(doors), len(inside))
		}
		ours, theirs := w.MustDump(t, c.Project), w.MustDump(t, other.Project)
		for _, m := range doors {
			m.check(t, w, c.Owner, "their owner alone")
			if m.method != http.MethodGet {
				m.check(t, w, reader, "somebody who may only read there")
			}
		}
		for _, m := range inside {
			m.check(t, w, c.Owner, "their owner alone")
			m.check(t, w, both, "somebody who manages both")
			m.check(t, w, reader, "somebody who may only read there")
		}
		if w.MustDump(t, other.Project) != theirs {
			t.Error("the other project was changed")
		}
		if w.MustDump(t, c.Project) != ours {
			t.Error("a refused call changed our own project")
		}
	})
}

func (m mix) check(t *testing.T, w *apitest.World, p apitest.Person, who string) {
	t.Helper()
	a := w.Call(t, p.Key, m.method, m.path, m.body)
	if a.Code != m.code || a.Status < http.StatusBadRequest || a.Status >= http.StatusInternalServerError {
		t.Errorf("%s by %s: %s %s %v gives %d %.200s, want %s", m.what, who, m.method, m.path, m.body, a.Status, a.Body, m.code)
	}
}

// A thing cannot be carried over by sending the project along: a body names its project only when it is made.
func TestNoUpdateMovesAThingIntoAnotherProject(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		both := w.MustPerson(t, "both")
		w.MustJoin(t, c.Project, both.ID, domain.Admin)
		w.MustJoin(t, other.Project, both.ID, domain.Admin)
		theirs := w.MustDump(t, other.Project)
		for _, r := range apiv1.Routes() {
			if r.Method != http.MethodPut {
				continue
			}
			path, _ := aCall(t, c, r)
			a := w.Call(t, both.Key, r.Method, path, map[string]any{
				"project_uuid": other.Project, "project_id": 2, "ticket_uuid": other.Ticket, "ticket_id": 2, "uuid": other.Ticket, "author_id": other.Owner.ID,
			})
			if a.Status != http.StatusOK && r.Path != "/projects/{uuid}" {
				t.Errorf("%s: %d %s", name(r), a.Status, a.Body)
			}
		}
		if w.MustDump(t, other.Project) != theirs {
			t.Error("the other project was changed")
		}
	})
}
