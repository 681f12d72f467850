package faults_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// pendingRenames counts the projects in which objects that show a new name have yet to be marked as modified.
func pendingRenames(t testing.TB, s *db.DB) (n int) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), `SELECT COUNT(*) FROM renames`, nil, &n) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// mustSettle waits until every object that shows a new name has been marked as modified.
func mustSettle(t testing.TB, database string) {
	t.Helper()
	s := dbtest.MustOpen(t, database)
	for end := time.Now().Add(patience); pendingRenames(t, s) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("renames are never finished")
		}
	}
}

// mustImportTickets imports a project in which a user was assigned the given number of tickets long ago, and returns its uuid.
func mustImportTickets(t *testing.T, w *rig.World, n *rig.Node, email string, tickets int) string {
	t.Helper()
	type m = map[string]any
	const then = "2026-01-02T03:04:05Z"
	list := make([]m, tickets)
	for i := range list {
		list[i] = m{"title": fmt.Sprint("Ticket ", i), "assignee": email, "created_at": then, "updated_at": then}
	}
	file := m{"projects": []m{{"ref": "p", "name": "Harbour", "members": []m{{"user": email, "project_role": "owner"}}, "tickets": list}}}
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "workspace.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	w.MustRun(t, "import", path)
	var projects []struct {
		UUID string `json:"uuid"`
	}
	rig.NewCaller(n.URL, w.MustKey(t, email)).Must(t, 200, "GET", "/api/v1/projects", nil).MustData(t, &projects)
	return projects[0].UUID
}

// changedSince returns how many tickets in a project updated_since finds.
func changedSince(t *testing.T, n *rig.Node, key, project, since string) int {
	t.Helper()
	a := rig.NewCaller(n.URL, key).Must(t, 200, "GET", "/api/v1/tickets?page=1&per_page=1&project="+project+"&updated_since="+since, nil)
	var page struct {
		Meta struct {
			Total int `json:"total"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(a.Body, &page); err != nil {
		t.Fatal(err)
	}
	return page.Meta.Total
}

func TestAServerThatIsKilledWhileItMarksARenameMarksTheRestWhenItIsStartedAgain(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		const tickets = 10_000
		w := rig.MustFound(t, binary, database)
		key := w.MustUser(t, "bea@example.org")
		n := rig.Start(t, binary, database)
		project := mustImportTickets(t, w, n, "bea@example.org", tickets)
		bea := rig.MustSignIn(t, n.URL, "bea@example.org")
		if a, err := bea.Do(t.Context(), n.URL, "PUT", "/dash/account", map[string]any{"lastname": "Renamed"}); err != nil || a.Status != 200 {
			t.Fatalf("%d %s %v", a.Status, a.Body, err)
		}
		n.Kill()
		pending := pendingRenames(t, dbtest.MustOpen(t, database))
		n = rig.Start(t, binary, database)
		t.Logf("after the kill %d renames were unfinished", pending)
		mustSettle(t, database)
		if marked := changedSince(t, n, key, project, "2026-01-03T00:00:00Z"); marked != tickets {
			t.Errorf("%d of %d tickets count as modified", marked, tickets)
		}
		w.MustBeSound(t)
	})
}
