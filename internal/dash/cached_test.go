package dash_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/dash"
	"earnest/internal/db/dbtest"
)

// question is an API read that is made with a key.
type question struct{ key, path string }

// questions returns reads whose answers the API caches.
func (c *cast) questions() (all []question) {
	paths := []string{
		"/projects", "/projects/" + c.Project, "/projects/" + c.Project + "/members", "/portfolio/finance", "/tickets?page=1&project=" + c.Project,
		"/tickets/" + c.Ticket, "/epics/" + c.Epic, "/sprints/" + c.Sprint, "/super-epics/" + c.SuperEpic, "/comments/" + c.Comment,
		"/subtasks?ticket_uuid=" + c.Ticket, "/comments?ticket_uuid=" + c.Ticket,
	}
	for _, noun := range []string{"super-epics", "epics", "sprints", "tickets", "team", "time-entries", "statuses", "dependencies", "milestones", "finance"} {
		paths = append(paths, "/"+noun+"?project="+c.Project)
	}
	for _, path := range paths {
		all = append(all, question{c.Owner.Key, path}, question{c.Viewer.Key, path})
	}
	return all
}

// ask returns a node's answer to each question.
func ask(t testing.TB, node *apitest.World, all []question) (answers []string) {
	t.Helper()
	for _, q := range all {
		answers = append(answers, string(node.Call(t, q.key, http.MethodGet, q.path, nil).Body))
	}
	return answers
}

// A write that did not increase a revision would go unnoticed by the cache. After every write through the dashboard, a node with a warm
// cache must therefore give the same answers as one that has just started.
func TestTheAPIsCacheIsValidAfterEveryWriteOfTheDashboard(t *testing.T) {
	t.Parallel()
	url := dbtest.SQLite(t)
	w := newWorld(t, url, nil)
	c, table, done := w.mustCast(t), accessRows(), 0
	for _, r := range dash.Routes() {
		row := table[r.Method+" "+r.Path]
		if r.Method == http.MethodGet || row.closed {
			continue
		}
		who := strings.Fields(row.may)[0] // the owner, if allowed
		b, path, body := c.browser(t, who), r.Path, any(nil)
		if row.call != nil {
			path, body = row.call(t, c, b)
		}
		ask(t, w.World, c.questions())
		if got := b.call(t, r.Method, path, body); got.Status >= http.StatusMultipleChoices {
			t.Errorf("%s %s: %d %s", r.Method, r.Path, got.Status, got.Body)
		}
		said := ask(t, w.World, c.questions()) // before another process opens the file, which invalidates the cache
		fresh := apitest.New(t, url, nil)
		fresh.Clock.Set(w.Clock.Now())
		for i, is := range ask(t, fresh, c.questions()) {
			if said[i] != is {
				t.Errorf("after %s %s, %s says\n%s\nand is\n%s", r.Method, r.Path, c.questions()[i].path, said[i], is)
			}
		}
		done++
	}
	if done < 60 {
		t.Errorf("only %d writes were tried", done)
	}
}
