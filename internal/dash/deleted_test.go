package dash_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/domain"
	transferstore "earnest/internal/transfer/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// visit is a person's call to a route.
type visit struct {
	method, path string
	body         any
	by           *browser
	inProject    bool // the path refers to an object in a project
}

// mustVisits prepares calls by several people to each route that reads objects or refers to one in a project.
func (c *cast) mustVisits(t *testing.T) (visits []visit) {
	t.Helper()
	table := accessRows()
	counts := map[string]bool{ // these routes show counts and times that are stored in the background
		"/admin/health": true, "/admin/quotas": true, "/admin/users": true, "/admin/finance-keys": true, "/keys": true, "/session": true, "/sessions": true,
	}
	for _, r := range dash.Routes() {
		outside := strings.HasPrefix(r.Path, "/admin/") || strings.HasPrefix(r.Path, "/account") || strings.HasPrefix(r.Path, "/keys")
		inProject := strings.Contains(r.Path, "{uuid}") && !outside && !strings.HasPrefix(r.Path, "/invitations/")
		if !inProject && (r.Method != http.MethodGet || strings.Contains(r.Path, "{")) {
			continue
		}
		if counts[r.Path] || strings.HasSuffix(r.Path, "/events") { // following a project ends the session
			continue
		}
		for _, who := range []string{"owner", "member", "stranger", "administrator"} {
			a := visit{method: r.Method, path: r.Path, by: c.browser(t, who), inProject: inProject}
			if call := table[r.Method+" "+r.Path].call; call != nil {
				a.path, a.body = call(t, c, a.by)
			}
			visits = append(visits, a)
		}
	}
	return visits
}

func answersTo(t *testing.T, visits []visit) (all []answer) {
	t.Helper()
	for _, a := range visits {
		all = append(all, a.by.call(t, a.method, a.path, a.body))
	}
	return all
}

// mustDeleteAllBut deletes every project except one, each as its owner.
func (w *world) mustDeleteAllBut(t *testing.T, kept string) {
	t.Helper()
	owners := map[string]int64{}
	err := w.Store.Read(t.Context(), func(tx *db.Tx) error {
		uuids, err := transferstore.ProjectUUIDs(t.Context(), tx)
		for _, uuid := range uuids {
			access := apitest.Must(workstore.ProjectAccess(t.Context(), tx, uuid, 0))(t)
			owners[uuid] = apitest.Must(workstore.OwnerOf(t.Context(), tx, access.ProjectID))(t).UserID
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	delete(owners, kept)
	for uuid, owner := range owners {
		if err := w.App.Projects.DeleteProject(t.Context(), domain.Caller{UserID: owner}, uuid, work.Unconfirmed()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestADeletedProjectIsGoneBeforeItsRowsAre(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c, other := w.mustCast(t), w.mustNamedCast(t, "other")
		for _, p := range []apitest.Person{c.Owner, c.Member} {
			w.MustJoin(t, other.Project, p.ID, domain.Worker)
		}
		for _, each := range []*cast{c, other} {
			must[thing](t, each.browser(t, "member"), http.MethodPost, "/tickets/"+each.Ticket+"/time", map[string]any{"duration_minutes": 30})
		}
		must[any](t, c.browser(t, "owner"), http.MethodPut, "/projects/"+c.Project+"/favourite", nil)
		feed := *must[calendar](t, c.browser(t, "owner"), http.MethodPost, "/projects/"+c.Project+"/calendar", nil).URL
		visits := c.mustVisits(t)
		w.mustDeleteAllBut(t, other.Project)
		visits = append(visits,
			visit{method: http.MethodGet, path: "/projects/" + c.Project + "/events", by: c.browser(t, "owner"), inProject: true},
			visit{method: http.MethodGet, path: "/projects/" + other.Project + "/cards?sprint=" + c.Sprint, by: c.browser(t, "member")},
			visit{method: http.MethodGet, path: "/projects/" + other.Project + "/cards?epic=" + c.Epic, by: c.browser(t, "member")},
			visit{method: http.MethodGet, path: "/search?q=project", by: c.browser(t, "owner")},
			visit{method: http.MethodGet, path: fmt.Sprint("/time/week?user=", c.Owner.ID), by: c.browser(t, "owner")},
			visit{method: http.MethodGet, path: "/time/week", by: c.browser(t, "member")},
			visit{method: http.MethodGet, path: "/time/totals?from=2026-03-01&to=2026-03-31", by: c.browser(t, "owner")},
			visit{method: http.MethodGet, path: "/admin/changes?project=" + c.Project, by: c.browser(t, "administrator")},
		)
		if a := w.fetch(t, feed, ""); a.Status != http.StatusNotFound {
			t.Errorf("the calendar is still there: %d", a.Status)
		}
		before := answersTo(t, visits)
		for i, a := range before {
			if visits[i].inProject && a.Status != http.StatusNotFound {
				t.Errorf("%s %s by %s: %d %.300s", visits[i].method, visits[i].path, visits[i].by.Email, a.Status, a.Body)
			}
			if logged := strings.HasPrefix(visits[i].path, "/admin/changes"); !logged && bytes.Contains(a.Body, []byte(c.Project)) {
				t.Errorf("%s by %s tells of it: %.300s", visits[i].path, visits[i].by.Email, a.Body)
			}
		}
		for apitest.Must(w.App.Projects.PurgeDeleted(t.Context()))(t) {
		}
		for i, a := range answersTo(t, visits) {
			if b := before[i]; a.Status != b.Status || !bytes.Equal(a.Body, b.Body) {
				t.Errorf("%s %s by %s: %d %.300s, but before its rows were removed %d %.300s",
					visits[i].method, visits[i].path, visits[i].by.Email, a.Status, a.Body, b.Status, b.Body)
			}
		}
	})
}
