package dash_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"earnest/internal/dash"
	"earnest/internal/db/dbtest"
)

// BenchmarkPages measures the reads that people wait for, without the network. Run it with go run ./internal/testpg/run -- go test
// ./internal/dash -run - -bench Pages.
func BenchmarkPages(b *testing.B) {
	engines := map[string]func(testing.TB) string{"sqlite": dbtest.SQLite}
	if os.Getenv(dbtest.PostgresEnv) != "" {
		engines["postgres"] = dbtest.Postgres
	}
	for engine, url := range engines {
		for _, size := range []int{1_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", engine, size), func(b *testing.B) { benchPages(b, url(b), size) })
		}
	}
}

func benchPages(b *testing.B, url string, size int) {
	b.Helper()
	w := newWorld(b, url, nil)
	ada := w.mustBrowser(b, "ada")
	p := ada.mustProject(b, "Apollo").Project.UUID
	fillProject(b, w, p, size)
	for i := range 49 {
		ada.mustTicket(b, ada.mustProject(b, fmt.Sprint("P", i)).Project.UUID, "x", map[string]any{"story_points": 3})
	}
	handler := dash.New(w.App, dash.Options{BaseURL: "http://earnest.example"})
	for _, page := range []struct{ name, path string }{
		{"frame", "/projects/" + p},
		{"cards", "/projects/" + p + "/cards"},
		{"cards of the sprint", "/projects/" + p + "/cards?sprint=active"},
		{"cards by text", "/projects/" + p + "/cards?q=ticket%20777"},
		{"overview of 50", "/projects"},
		{"search", "/search?q=ticket%20777"},
		{"search for nothing", "/search?q=nowhere"},
		{"velocity", "/projects/" + p + "/velocity"},
	} {
		b.Run(page.name, func(b *testing.B) {
			before := w.Store.Statements()
			for b.Loop() {
				req := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/dash"+page.path, nil)
				req.Header.Set("Cookie", ada.cookie)
				out := httptest.NewRecorder()
				if handler.ServeHTTP(out, req); out.Code != http.StatusOK {
					b.Fatalf("%d %s", out.Code, out.Body)
				}
			}
			b.ReportMetric(float64(w.Store.Statements()-before)/float64(b.N), "statements/op")
		})
	}
}
