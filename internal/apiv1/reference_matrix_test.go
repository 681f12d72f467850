package apiv1_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/domain"
	"earnest/internal/input"
)

// foreign returns another project's values for each rule that refers to an object. If the test fails because such a rule is
// missing here, add another project's object of that kind.
func foreign(t *testing.T, other *apitest.Cast) map[string][]any {
	t.Helper()
	in := domain.Given(domain.NewStatus{Label: "Only there", Color: "#112233", BgColor: "#ddeeff"})
	status := apitest.Must(other.World.App.Categories.CreateStatus(t.Context(), domain.Caller{UserID: other.Owner.ID}, other.Project, in))(t)
	types := apitest.Must(other.World.App.Categories.Types(t.Context(), domain.Caller{UserID: other.Owner.ID}, other.Project))(t)
	everything := []any{other.Epic, other.SuperEpic, other.Sprint, other.Ticket, other.Tag, other.Subtask, other.Comment, other.Project}
	people := []any{other.Member.ID, other.Owner.ID, other.Stranger.ID}
	return map[string][]any{
		"epic": everything, "super-epic": everything, "sprint": everything, "ticket": everything, "project": everything,
		"tags": lists(everything), "dependencies": lists(everything), "projects": {other.Project},
		"user": people, "mentions": lists(people), "status key": {status.Key}, "tag": everything, "type": {types[0].UUID, other.Tag},
	}
}

// lists wraps each item in a list.
func lists(items []any) []any {
	out := []any{}
	for _, item := range items {
		out = append(out, []any{item})
	}
	return out
}

// refers reports whether a rule refers to an object in a project.
func refers(name string) bool {
	r := domain.Rules(name)
	return r.Noun != "" || r.Kind == domain.UUIDRule || r.Kind == domain.UUIDsRule || r.Kind == domain.IntegersRule || name == "status key"
}

// foreignCall is a call that refers to another project's object, and the expected result.
type foreignCall struct {
	attempt
	what string
	code string
}

// foreignCalls returns every call to the API with one of our objects replaced by another project's: in the path, in the query, as the
// parent of a new object, and in every body member that refers to an object.
func foreignCalls(t *testing.T, c, other *apitest.Cast) (denied, inside []foreignCall) {
	t.Helper()
	things := foreign(t, other)
	for _, r := range apiv1.Routes() {
		if strings.Contains(r.Path, "{uuid}") {
			path, body := aCall(t, other, r)
			denied = append(denied, foreignCall{attempt{r.Method, path, body}, name(r) + ": the path", "FORBIDDEN"})
		}
		if r.Parent != "" && r.Items == nil { // the items of a batch have a test of their own
			path, body := aCall(t, other, r)
			denied = append(denied, foreignCall{attempt{r.Method, path, body}, name(r) + ": " + r.Parent, "FORBIDDEN"})
		}
		for _, p := range r.Query {
			one, filter := foreignQuery(t, c, other, r, p, things)
			denied, inside = append(denied, one...), append(inside, filter...)
		}
		if r.Body != nil {
			inside = append(inside, foreignBody(t, c, r, things)...)
		}
	}
	return denied, inside
}

// foreignQuery returns the calls with another project's object in a parameter. They are denied if the parameter selects the object to read;
// otherwise, the parameter is only a filter. The filters of the contract find nothing; those added to it refuse an unknown value.
func foreignQuery(t *testing.T, c, other *apitest.Cast, r apiv1.Route, p apiv1.Param, things map[string][]any) (denied, filters []foreignCall) {
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
		return []foreignCall{{attempt{r.Method, path + "?" + url.Values{p.Name: {value}}.Encode(), nil}, name(r) + ": " + p.Name, "FORBIDDEN"}}, nil
	default:
		code := "VALIDATION_ERROR"
		if slices.Contains([]string{"sprint", "epic", "story"}, p.Name) {
			code = "NOT_FOUND"
		}
		for _, value := range things[p.Rule] {
			query := url.Values{"project": {c.Project}, p.Name: {fmt.Sprint(value)}}
			filters = append(filters, foreignCall{attempt{r.Method, path + "?" + query.Encode(), nil}, name(r) + ": " + p.Name, code})
		}
		return nil, filters
	}
}

// foreignBody returns the calls with another project's object in a member of the body.
func foreignBody(t *testing.T, c *apitest.Cast, r apiv1.Route, things map[string][]any) (all []foreignCall) {
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
			all = append(all, foreignCall{attempt{r.Method, path, fields}, name(r) + ": " + f.Name, "VALIDATION_ERROR"})
		}
	}
	return all
}

// A caller without access to another project cannot read or change it, and a caller with access to both cannot link them. Both projects
// remain unchanged, byte for byte.
func TestNoReferenceCrossesIntoAnotherProject(t *testing.T) {
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
		denied, inside := foreignCalls(t, c, other)
		if len(denied) < 40 || len(inside) < 100 {
			t.Fatalf("only %d denied calls and %d references: the walk is broken", len(denied), len(inside))
		}
		ours, theirs := w.MustDump(t, c.Project), w.MustDump(t, other.Project)
		for _, m := range denied {
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

func (m foreignCall) check(t *testing.T, w *apitest.World, p apitest.Person, who string) {
	t.Helper()
	a := w.Call(t, p.Key, m.method, m.path, m.body)
	if a.Code != m.code || a.Status < http.StatusBadRequest || a.Status >= http.StatusInternalServerError {
		t.Errorf("%s by %s: %s %s %v gives %d %.200s, want %s", m.what, who, m.method, m.path, m.body, a.Status, a.Body, m.code)
	}
}

// An update that names a project does not move the object there, because only create requests read the project from the body.
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
