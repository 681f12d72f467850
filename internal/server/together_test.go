package server_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
)

// Several people make every kind of read and write in one project at the same time. This is where the race detector sees both fronts,
// the answer cache, the gate and the use cases together.
func TestManyCallersAtOnceAreAllServed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		w := mustServeBoth(t, url, 64)
		c := w.MustCast(t, "")
		c.MustFill(t, 30)
		var lists [][]*exchange
		for _, p := range []apitest.Person{c.Owner, c.Admin, c.Member, c.Owner, c.Admin, c.Member} {
			lists = append(lists, callsOf(c, p.Key, w.mustSession(t, p.ID)))
		}
		var all sync.WaitGroup
		for i, list := range lists {
			all.Go(func() {
				for n := range list { // each caller starts at a different point in the list
					list[(n+i*7)%len(list)].send(w)
				}
			})
		}
		all.Wait()
		for _, p := range slices.Concat(lists...) {
			if p.status != http.StatusOK && p.status != http.StatusCreated {
				t.Errorf("%s %s: %d %v", p.method, p.path, p.status, p.err)
			}
		}
	})
}

// callsOf returns one person's requests to both fronts, each with the credential that its front requires: a key or a session.
func callsOf(c *apitest.Cast, key, cookie string) []*exchange {
	var list []*exchange
	api := func(method, path, body string) {
		list = append(list, &exchange{method: method, path: "/api/v1" + path, body: body, header: "Authorization", value: "Bearer " + key})
	}
	dash := func(method, path, body string) {
		list = append(list, &exchange{method: method, path: "/dash" + path, body: body, header: "Cookie", value: cookie})
	}
	project, of, ticket := "/projects/"+c.Project, "?project="+c.Project, `{"ticket_uuid": "`+c.Ticket+`", `
	for _, path := range []string{
		"/projects", project, project + "/members", "/statuses" + of, "/finance" + of, "/portfolio/finance", "/dependencies" + of, "/milestones" + of,
		"/tickets" + of, "/tickets/" + c.Ticket, "/comments?ticket_uuid=" + c.Ticket, "/subtasks?ticket_uuid=" + c.Ticket, "/sprints" + of,
		"/epics" + of, "/super-epics" + of, "/team" + of, "/time-entries" + of,
	} {
		api(http.MethodGet, path, "")
	}
	for _, path := range []string{
		"/session", "/projects", project, project + "/cards?limit=50", "/tickets/" + c.Ticket, project + "/finance", project + "/flow",
		project + "/cycle-time", project + "/roadmap", project + "/report", project + "/what-if?scope=1.2x", "/portfolio", "/search?q=ticket",
		project + "/export/tickets.csv", project + "/members", project + "/statuses",
	} {
		dash(http.MethodGet, path, "")
	}
	api(http.MethodPost, "/tickets", `{"project_uuid": "`+c.Project+`", "title": "New", "story_points": 3}`)
	api(http.MethodPut, "/tickets/"+c.Ticket, `{"story_points": 5}`)
	api(http.MethodPost, "/comments", ticket+`"content": "A word"}`)
	api(http.MethodPost, "/time-entries", ticket+`"logged_at": "2026-03-02", "duration_minutes": 30}`)
	dash(http.MethodPut, "/tickets/"+c.Ticket, `{"title": "Renamed", "epic_uuid": "`+c.Epic+`"}`)
	dash(http.MethodPut, "/tickets/"+c.Ticket, `{"epic_uuid": null}`)
	return list
}
