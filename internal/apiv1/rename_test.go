package apiv1_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// named returns the paths of all API reads that show people's names.
func named(c *apitest.Cast) []string {
	list := "/tickets?project=" + c.Project
	return []string{
		list + "&page=1", list + "&page=1&sprint=" + c.Sprint, "/tickets/" + c.Ticket, list, "/subtasks?ticket_uuid=" + c.Ticket, "/comments?ticket_uuid=" + c.Ticket,
		"/team?project=" + c.Project, "/time-entries?project=" + c.Project, "/time-entries?project=" + c.Project + "&page=1",
	}
}

// mustShow makes the cast's member appear in every response that shows names.
func mustShow(t *testing.T, w *apitest.World, c *apitest.Cast) {
	t.Helper()
	type m = map[string]any
	for _, write := range []struct {
		key, method, path string
		body              m
	}{
		{c.Owner.Key, "PUT", "/tickets/" + c.Ticket, m{"assignee_id": c.Member.ID, "sprint_uuid": c.Sprint}},
		{c.Owner.Key, "PUT", "/subtasks/" + c.Subtask, m{"assignee_id": c.Member.ID}},
		{c.Member.Key, "POST", "/comments", m{"ticket_uuid": c.Ticket, "content": "Mine"}},
		{c.Member.Key, "POST", "/time-entries", m{"ticket_uuid": c.Ticket, "duration_minutes": 30, "logged_at": "2026-03-09"}},
	} {
		if a := w.Call(t, write.key, write.method, write.path, write.body); a.Status >= 300 {
			t.Fatalf("%s %s: %d %s", write.method, write.path, a.Status, a.Body)
		}
	}
}

// mustBeCalled sends every read that shows names to each node, with and without the ETag of its last response, and compares the responses
// with the database. It returns the new ETags.
func mustBeCalled(t *testing.T, nodes []*apitest.World, c *apitest.Cast, name string, tags map[string]string) map[string]string {
	t.Helper()
	now := map[string]string{}
	for i, w := range nodes {
		for _, path := range named(c) {
			at := fmt.Sprint(i, " ", path)
			for _, tag := range []string{tags[at], ""} {
				said := ask(t, w, c.Viewer.Key, http.MethodGet, path, tag)
				if said.Status != http.StatusOK || !strings.Contains(string(said.Body), name) {
					t.Errorf("node %d, %s with the tag %q does not tell the name %s: %d %s", i, path, tag, name, said.Status, said.Body)
				}
				if _, body := uncached(w, c.Viewer.Key, path); body != string(said.Body) {
					t.Errorf("node %d, %s says\n%s\nthe database\n%s", i, path, said.Body, body)
				}
				now[at] = said.Header.Get("ETag")
			}
		}
	}
	return now
}

// The clock of these worlds does not advance, so timestamps cannot reveal that a name has changed.
func TestANewNameIsInEveryAnswerAtOnceAndInvalidatesETags(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		one := apitest.New(t, url, nil)
		two := apitest.New(t, url, nil)
		nodes := []*apitest.World{one, two}
		c := one.MustCast(t, "")
		mustShow(t, one, c)
		tags := map[string]string{}
		for i, name := range []string{"Zaphod", "Trillian", "Ford"} {
			if _, err := nodes[i%2].App.Accounts.Rename(t.Context(), c.Member.ID, identity.NamePatch{Firstname: domain.Some(name)}); err != nil {
				t.Fatal(err)
			}
			tags = mustBeCalled(t, nodes, c, name, tags)
		}
		for more := true; more; {
			more = apitest.Must(two.App.Accounts.MarkRenamed(t.Context()))(t)
		}
		mustBeCalled(t, nodes, c, "Ford", tags)
	})
}
