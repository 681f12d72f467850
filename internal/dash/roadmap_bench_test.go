package dash_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// BenchmarkRoadmap measures the roadmap of a thousand epics in twenty super-epics, with a chain of links in each, and ten thousand tickets.
// Run it with go test ./internal/dash -run - -bench Roadmap.
func BenchmarkRoadmap(b *testing.B) {
	w := newWorld(b, dbtest.SQLite(b), nil)
	ada := w.mustBrowser(b, "ada")
	p := ada.mustProject(b, "Apollo").Project.UUID
	fillProject(b, w, p, 10_000)
	epic := fillRoadmap(b, w, p, 1_000)
	handler := dash.New(w.App, dash.Options{BaseURL: "http://earnest.example"})
	for name, path := range map[string]string{"plan": "/projects/" + p + "/roadmap", "epic": "/epics/" + epic} {
		b.Run(name, func(b *testing.B) {
			before := w.Store.Statements()
			size := 0
			for b.Loop() {
				req := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/dash"+path, nil)
				req.Header.Set("Cookie", ada.cookie)
				out := httptest.NewRecorder()
				if handler.ServeHTTP(out, req); out.Code != http.StatusOK {
					b.Fatalf("%d %s", out.Code, out.Body)
				}
				size = out.Body.Len()
			}
			b.ReportMetric(float64(w.Store.Statements()-before)/float64(b.N), "statements/op")
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

// fillRoadmap inserts n epics into a filled project, bypassing the use cases, and distributes its tickets over them. It returns one epic.
func fillRoadmap(t testing.TB, w *world, project string, n int) (epic string) {
	t.Helper()
	ctx, now := t.Context(), w.Clock.Now()
	err := w.Store.Write(ctx, func(tx *db.Tx) error {
		access, err := workstore.ProjectAccess(ctx, tx, project, 0)
		if err != nil {
			return err
		}
		var superID int64
		for i := range n {
			if i%50 == 0 {
				s := domain.NewSuperEpic(apitest.NewUUID(), access.ProjectID, now)
				s.Title = fmt.Sprint("Super-epic ", i)
				if superID, err = workstore.InsertSuperEpic(ctx, tx, s); err != nil {
					return err
				}
			}
			e := domain.NewEpic(apitest.NewUUID(), access.ProjectID, now)
			e.Title, e.SuperEpicID = fmt.Sprint("Epic ", i), &superID
			if e.ID, err = workstore.InsertEpic(ctx, tx, e); err != nil {
				return err
			}
			if i%50 != 0 {
				l := domain.Link{UUID: apitest.NewUUID(), Type: "FS", PredType: "epic", PredUUID: epic, SuccType: "epic", SuccUUID: e.UUID}
				if _, err = workstore.InsertLink(ctx, tx, access.ProjectID, l); err != nil {
					return err
				}
			}
			epic = e.UUID
		}
		_, err = tx.Exec(ctx, `
UPDATE tickets SET epic_id = (SELECT MIN(e.id) FROM epics e WHERE e.project_id = tickets.project_id) + tickets.id % $1`, n)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return epic
}
