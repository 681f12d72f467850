package dash_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/dash"
	"earnest/internal/domain"
)

// refers reports whether a rule refers to an object in a project.
func refers(name string) bool {
	r := domain.Rules(name)
	return r.Noun != "" || slices.Contains([]domain.RuleKind{domain.UUIDRule, domain.UUIDsRule, domain.IntegersRule}, r.Kind) ||
		slices.Contains([]string{"status key", "status keys", "unfinished"}, name)
}

// foreign returns another project's values for each rule that refers to an object. If the test fails because such a rule is
// missing here, add another project's object of that kind.
func (c *cast) foreign(t testing.TB) map[string][]any {
	t.Helper()
	status := c.newStatus(t, "Only there", false).Key
	kind := apitest.Must(c.w.App.Categories.CreateType(t.Context(), c.owner(), c.Project, domain.Given("Only there")))(t).UUID
	team := apitest.Must(c.w.App.Projects.Members(t.Context(), c.owner(), c.Project))(t)
	everything := []any{
		c.Epic, c.SuperEpic, c.Sprint, c.Ticket, c.Tag, c.Subtask, c.Comment, c.Project, kind, team.Members[1].UUID, c.anEntry(t, c.browser(t, "owner")),
	}
	lists := []any{}
	for _, thing := range everything {
		lists = append(lists, []any{thing})
	}
	return map[string][]any{
		"epic": everything, "super-epic": everything, "sprint": everything, "ticket": everything, "type": everything, "tag": everything,
		"member": everything, "node": everything, "unfinished": everything,
		"tags": lists, "dependencies": lists, "types": lists, "subtasks": lists, "bulk tickets": lists, "accepted invitations": lists,
		"user": {c.Member.ID, c.Stranger.ID}, "mentions": {[]any{c.Member.ID}, []any{c.Stranger.ID}},
		"status key": {status}, "status keys": {[]any{status}},
	}
}

// plainParams lists parameters that do not refer to an object in a project.
func plainParams() []string {
	return []string{
		"after", "as_of", "before", "budget", "by", "code", "contingency_pct", "day", "done", "error", "finish", "from", "growth", "is_done",
		"lang", "limit", "name", "noun", "offset", "order", "path", "plan", "priority", "q", "rates", "scope", "separator", "shift",
		"start_date", "state", "table", "target_date", "velocity",
	}
}

// foreignParams returns, by route, another project's value for each parameter that refers to an object. The test fails for a parameter that
// is listed neither here nor in plainParams. An empty string means that the parameter refers to no such object on this route.
func (c *cast) foreignParams(things map[string][]any) map[string]string {
	text := func(rule string, n int) string { return fmt.Sprint(things[rule][n]) }
	return map[string]string{
		"GET /projects/{uuid}/cards?sprint":             c.Sprint,
		"GET /projects/{uuid}/cards?epic":               c.Epic,
		"GET /projects/{uuid}/cards?tag":                c.Tag,
		"GET /projects/{uuid}/cards?type":               text("type", 8),
		"GET /projects/{uuid}/cards?ticket":             c.Ticket,
		"GET /projects/{uuid}/cards?assignee":           text("user", 0),
		"GET /projects/{uuid}/cards?status":             "", // a key is a word that many projects use
		"GET /projects/{uuid}/roadmap?epic":             c.Epic,
		"GET /projects/{uuid}/statuses/{key}/effect?to": text("status key", 0),
		"GET /portfolio?projects":                       c.Project,
		"GET /search?project":                           c.Project,
		"GET /time/totals?project":                      c.Project,
		"GET /time/week?user":                           text("user", 0),
		"GET /time/totals?to":                           "", // a day
		"GET /projects/{uuid}/flow?to":                  "", // a day
		"GET /oidc/start?to":                            "", // one of our own paths
		"GET /admin/changes?to":                         "", // a day
		"GET /admin/changes?project":                    "", // administrators read the log of every project
		"GET /admin/changes?user":                       "",
		"GET /admin/changes/choices?project":            "",
		"GET /admin/changes/choices?user":               "",
		"GET /admin/changes/choices?project_text":       "", // what was typed
		"GET /admin/changes/choices?user_text":          "",
		"GET /admin/changes.csv?to":                     "",
		"GET /admin/changes.csv?project":                "",
		"GET /admin/changes.csv?user":                   "",
	}
}

// foreignCall is a call that refers to another project's object.
type foreignCall struct {
	attempt

	what string
}

// swapper builds every call to the dashboard with one of our objects replaced by another project's.
type swapper struct {
	c, other *cast
	found    map[string]taken
	things   map[string][]any
	params   map[string]string
}

// base returns a valid call to a route.
func base(t testing.TB, c *cast, r dash.Route) attempt {
	t.Helper()
	path, body := r.Path, any(nil)
	if call := accessRows()[r.Method+" "+r.Path].call; call != nil {
		path, body = call(t, c, c.browser(t, "owner"))
	}
	return attempt{r, path, body}
}

// denied returns the calls whose path is in the other project.
func (m swapper) denied(t testing.TB) (all []foreignCall) {
	t.Helper()
	for _, r := range dash.Routes() {
		if strings.Contains(r.Path, "{uuid}") {
			all = append(all, foreignCall{base(t, m.other, r), "the path"})
		}
	}
	return all
}

// inside returns the calls in our project that refer to an object of the other project: in the path after the project, in the query, or in
// a body member.
func (m swapper) inside(t testing.TB) (all []foreignCall) {
	t.Helper()
	for _, r := range dash.Routes() {
		name := r.Method + " " + r.Path
		if strings.Contains(r.Path, "{key}") {
			a := base(t, m.c, r)
			parts := strings.Split(a.path, "/")
			parts[4], _, _ = strings.Cut(fmt.Sprint(m.things["status key"][0]), "?")
			a.path = strings.Join(parts, "/")
			all = append(all, foreignCall{a, "the key in the path"})
		}
		for param := range m.found[name].params {
			all = append(all, m.param(t, r, param)...)
		}
		for member, rule := range m.found[name].members {
			if refers(rule) && name != "POST /projects/{uuid}/statuses" { // a new status may use the same key as another project
				all = append(all, m.member(t, r, member, rule)...)
			}
		}
	}
	return all
}

func (m swapper) param(t testing.TB, r dash.Route, param string) []foreignCall {
	t.Helper()
	value, known := m.params[r.Method+" "+r.Path+"?"+param]
	if !known && !slices.Contains(plainParams(), param) {
		t.Errorf("%s %s takes the parameter %s, which has no row: say in foreignParams what another project has there, or that it is plain", r.Method, r.Path, param)
	}
	if value == "" {
		return nil
	}
	a := base(t, m.c, r)
	path, query, _ := strings.Cut(a.path, "?")
	values, _ := url.ParseQuery(query)
	values.Set(param, value)
	a.path = path + "?" + values.Encode()
	return []foreignCall{{a, param}}
}

func (m swapper) member(t testing.TB, r dash.Route, member, rule string) (all []foreignCall) {
	t.Helper()
	if len(m.things[rule]) == 0 {
		t.Errorf("%s %s: the member %s has the rule %q, which has no row in foreign", r.Method, r.Path, member, rule)
	}
	for _, value := range m.things[rule] {
		a := base(t, m.c, r)
		if member == "keys" {
			a.path, a.body = theStatusOrder(t, m.c, m.c.browser(t, "owner"))
		}
		a.body = placed(a.body, member, value)
		all = append(all, foreignCall{a, member})
	}
	return all
}

// placed returns a body with a member set. In a bulk change, most members are one level down, and to undo one, they are in its first move. If the member is a
// list, its existing items are kept.
func placed(body any, member string, value any) map[string]any {
	out, _ := body.(map[string]any)
	out = maps.Clone(out)
	if out == nil {
		out = map[string]any{}
	}
	if set, nested := out["set"].(map[string]any); nested && !slices.Contains([]string{"tickets", "add_tags", "remove_tags", "after_uuid", "before_uuid"}, member) {
		out["set"] = placed(set, member, value)
		return out
	}
	if moves, nested := out["moves"].([]map[string]any); nested {
		out["moves"] = []any{placed(moves[0], member, value)}
		return out
	}
	if list, ok := value.([]any); ok {
		if held, ok := out[member].([]string); ok {
			for _, one := range held {
				list = append(list, one)
			}
		}
		value = list
	}
	out[member] = value
	return out
}

// A caller without access to another project cannot read or change it, and a caller with access to both cannot link them. Both projects
// remain unchanged, byte for byte.
func TestNoReferenceCrossesIntoAnotherProject(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c, other := w.mustCast(t), w.mustNamedCast(t, "other")
		both, reader := w.mustBrowser(t, "both"), w.mustBrowser(t, "reader")
		w.MustJoin(t, c.Project, both.ID, domain.Admin)
		w.MustJoin(t, other.Project, both.ID, domain.Admin)
		w.MustJoin(t, c.Project, reader.ID, domain.Admin)
		w.MustJoin(t, other.Project, reader.ID, domain.Viewer)
		things := other.foreign(t)
		m := swapper{c, other, mustWalk(t), things, other.foreignParams(things)}
		denied, inside := m.denied(t), m.inside(t)
		if len(denied) < 60 || len(inside) < 150 {
			t.Fatalf("only %d denied calls and %d references: the walk is broken", len(denied), len(inside))
		}
		owner := c.browser(t, "owner")
		ours, theirs := w.MustDump(t, c.Project), w.MustDump(t, other.Project)
		for _, one := range denied {
			one.check(t, owner, "the owner of ours alone", "forbidden")
			if may := accessRows()[one.Method+" "+one.Path].may; !strings.Contains(may, "viewer") {
				one.check(t, reader, "somebody who may only read there", "forbidden")
			}
		}
		for _, one := range inside {
			one.check(t, owner, "the owner of ours alone", "invalid not_found forbidden")
			if !m.seesThere(one) {
				one.check(t, both, "somebody who manages both", one.codes())
				one.check(t, reader, "somebody who may only read there", one.codes())
			}
		}
		if w.MustDump(t, other.Project) != theirs {
			t.Error("the other project was changed")
		}
		if w.MustDump(t, c.Project) != ours {
			t.Error("a refused call changed our own project")
		}
	})
}

// seesThere reports whether a call only reads and refers to no project of ours, so that a member of both projects may make it.
func (m swapper) seesThere(one foreignCall) bool {
	return one.Method == http.MethodGet && !strings.Contains(one.Path, "{uuid}")
}

// codes lists the errors that an admin of our project may get: forbidden if the route is not for admins, otherwise invalid or not_found.
func (m foreignCall) codes() string {
	if may := accessRows()[m.Method+" "+m.Path].may; !strings.Contains(may, "admin") {
		return "forbidden"
	}
	return "invalid not_found"
}

func (m foreignCall) check(t *testing.T, b *browser, who, codes string) {
	t.Helper()
	if strings.HasPrefix(m.what, "over_") { // only compared with what our own ticket has
		codes = "conflict"
	}
	got := b.call(t, m.Method, m.path, m.body)
	if code := codeOf(got); code == "" || !slices.Contains(strings.Fields(codes), code) {
		t.Errorf("%s %s with another project's thing in %s, by %s: %s %v gives %d %.200s, want one of %s",
			m.Method, m.Path, m.what, who, m.path, m.body, got.Status, got.Body, codes)
	}
}
