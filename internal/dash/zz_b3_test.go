package dash_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"earnest/internal/dash"
	"earnest/internal/store"
	"earnest/internal/store/db"
	"earnest/internal/store/storetest"
)

func TestZZExplain(t *testing.T) {
	for _, url := range []string{storetest.SQLite(t), storetest.Postgres(t)} {
		w := newWorld(t, url, nil)
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		fillProject(t, w, p, 100_000)
		for i := range 49 {
			ada.mustTicket(t, ada.mustProject(t, fmt.Sprint("P", i)).Project.UUID, "x", map[string]any{"story_points": 3})
		}
		small := ada.mustProject(t, "Small").Project.UUID
		fillProject(t, w, small, 1000)
		explain := "EXPLAIN QUERY PLAN "
		if w.Store.DB().Engine() == db.Postgres {
			explain = "EXPLAIN ANALYZE "
			_ = w.Store.Write(t.Context(), func(tx *store.Tx) error { _, err := tx.Exec(t.Context(), "ANALYZE"); return err })
		}
		in := func(n int) (s string) { _ = w.Store.Read(t.Context(), func(tx *store.Tx) error { s = tx.In(n); return nil }); return }
		ids := func(list ...int64) (a any) { _ = w.Store.Read(t.Context(), func(tx *store.Tx) error { a = db.List(tx.Tx, list); return nil }); return }
		texts := func(list ...string) (a any) { _ = w.Store.Read(t.Context(), func(tx *store.Tx) error { a = db.List(tx.Tx, list); return nil }); return }
		for _, q := range []struct {
			text string
			args []any
		}{
			{`SELECT t.id, t.priority, t.story_points, '' FROM tickets t WHERE t.deleted_at IS NULL AND t.sprint_id` + in(1), []any{ids(499, 0)}},
			{`SELECT t.id, t.priority, t.story_points, '' FROM tickets t WHERE t.deleted_at IS NULL AND t.project_id = $1 AND t.sprint_id + 0 IS NULL`, []any{1}},
			{`SELECT t.id, t.priority, t.story_points, t.title FROM tickets t WHERE t.deleted_at IS NULL AND t.project_id = $1`, []any{1}},
			{`SELECT t.sprint_id, SUM(t.story_points), COUNT(t.done_at) FROM tickets t WHERE t.deleted_at IS NULL AND t.sprint_id IN (SELECT s.id FROM sprints s WHERE s.project_id = $1) GROUP BY t.sprint_id`, []any{1}},
			{`SELECT t.id, e.uuid, s.uuid, y.uuid FROM tickets t LEFT JOIN epics e ON e.id = t.epic_id LEFT JOIN sprints s ON s.id = t.sprint_id LEFT JOIN ticket_types y ON y.id = t.type_id WHERE t.deleted_at IS NULL AND t.id` + in(1), []any{ids(1, 2, 3, 4, 5, 6, 7, 8, 9)}},
			{`SELECT g.ticket_id, x.uuid FROM ticket_tags g JOIN tags x ON x.id = g.tag_id WHERE g.ticket_id` + in(1) + ` ORDER BY g.ticket_id, x.id`, []any{ids(1, 2, 3, 4, 5, 6, 7, 8, 9)}},
			{`SELECT DISTINCT d.ticket_id FROM ticket_dependencies d JOIN tickets x ON x.id = d.depends_on_id WHERE x.done_at IS NULL AND d.ticket_id` + in(1), []any{ids(1, 2, 3, 4, 5, 6, 7, 8, 9)}},
			{`SELECT b.ticket_id, COUNT(*) FROM subtasks b WHERE b.ticket_id` + in(1) + ` GROUP BY b.ticket_id`, []any{ids(1, 2, 3, 4, 5, 6, 7, 8, 9)}},
			{`SELECT t.id, t.title FROM tickets t WHERE t.deleted_at IS NULL AND t.project_id` + in(1) + ` ORDER BY t.project_id DESC, t.id DESC LIMIT $2`, []any{ids(1, 2, 3, 4), 100000}},
			{`SELECT noun_uuid FROM changes WHERE what = 'created' AND noun IN ('subtask', 'comment') AND substr(to_value, 12, 36) = $1`, []any{"x"}},
			{`SELECT c.id FROM changes c WHERE c.noun_uuid` + in(1) + ` AND c.project_id + 0 = $2 AND c.id < $3 ORDER BY c.id DESC LIMIT 51`, []any{texts("a", "b"), 1, 1 << 40}},
			{`SELECT id, revision FROM changes WHERE project_id = $1 ORDER BY id DESC LIMIT $2`, []any{1, 1001}},
		} {
			err := w.Store.Read(t.Context(), func(tx *store.Tx) error {
				rows, err := tx.Query(t.Context(), explain+q.text, q.args...)
				if err != nil {
					return err
				}
				defer rows.Close()
				fmt.Println("##", q.text)
				for rows.Next() {
					var s string
					var a, b, c int64
					if w.Store.DB().Engine() == db.Postgres {
						err = rows.Scan(&s)
					} else {
						err = rows.Scan(&a, &b, &c, &s)
					}
					if err != nil {
						return err
					}
					fmt.Println("   ", s)
				}
				return rows.Err()
			})
			if err != nil {
				fmt.Println(q.text, err)
			}
		}
		handler := dash.New(w.App, dash.Options{BaseURL: "http://earnest.example"})
		for _, page := range []struct{ name, path string }{
			{"frame 100k", "/projects/" + p}, {"frame 1k", "/projects/" + small},
			{"cards 1k", "/projects/" + small + "/cards"}, {"cards 100k (limit 2000)", "/projects/" + p + "/cards"},
			{"cards sprint of 100k", "/projects/" + p + "/cards?sprint=active"},
			{"backlog of 100k", "/projects/" + p + "/cards?sprint=none&done=false"},
			{"text 1k", "/projects/" + small + "/cards?q=ticket%20777"}, {"text 100k", "/projects/" + p + "/cards?q=ticket%20777"},
			{"overview 51", "/projects"}, {"search 100k", "/search?q=ticket%20777"}, {"search nothing", "/search?q=nowhere"},
			{"velocity", "/projects/" + p + "/velocity"},
		} {
			var best, bestWall time.Duration = 1 << 60, 1 << 60
			for range 7 {
				var a, b syscall.Rusage
				req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/dash"+page.path, nil)
				req.Header.Set("Cookie", ada.cookie)
				out := httptest.NewRecorder()
				_ = syscall.Getrusage(syscall.RUSAGE_SELF, &a)
				began := time.Now()
				handler.ServeHTTP(out, req)
				wall := time.Since(began)
				_ = syscall.Getrusage(syscall.RUSAGE_SELF, &b)
				cpu := time.Duration(b.Utime.Nano() + b.Stime.Nano() - a.Utime.Nano() - a.Stime.Nano())
				best, bestWall = min(best, cpu), min(bestWall, wall)
			}
			fmt.Printf("%-10s %-26s cpu %v wall %v\n", w.Store.DB().Engine(), page.name, best, bestWall)
		}
	}
}
