package scale

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/dash"
	"earnest/internal/db"
)

// reads returns everything that is measured in a world.
func reads(w *World) []Read {
	all := append(w.Projects[0].Reads(), w.Near(100).Reads()...)
	return append(append(all, w.Near(100).OwnReads()...), w.DirectorReads()...)
}

func TestEveryReadIsMeasured(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, r := range reads(NewWorld(sizes()[db.SQLite], 1, today())) {
		known[r.Route] = true
	}
	for route := range Unmeasured() {
		if known[route] {
			t.Errorf("%s is measured, and yet listed as not measured", route)
		}
		known[route] = true
	}
	for _, route := range served() {
		if !known[route] {
			t.Errorf("%s is not measured: add it to the reads in read.go", route)
		}
		delete(known, route)
	}
	for route := range known {
		t.Errorf("%s is not a route", route)
	}
}

func TestCardsAndSearchesHaveLimitedAnswers(t *testing.T) {
	t.Parallel()
	for _, r := range reads(NewWorld(sizes()[db.SQLite], 1, today())) {
		cards, search := r.Route == "GET /dash/projects/{uuid}/cards", r.Route == "GET /dash/search"
		if r.Long && (cards || search) {
			t.Errorf("%s is marked as long", r.Name())
		}
		if cards && (!strings.Contains(r.Path, "by=") || !strings.Contains(r.Path, "limit=")) {
			t.Errorf("%s is not what the pages ask for: %s", r.Name(), r.Path)
		}
		if want := search || cards && r.Form == "search"; r.Search != want {
			t.Errorf("%s: whether it searches is %t", r.Name(), r.Search)
		}
	}
}

// served returns every route of both fronts that reads.
func served() (list []string) {
	for _, r := range apiv1.Routes() {
		if r.Method == http.MethodGet {
			list = append(list, "GET "+apiv1.Base+r.Path)
		}
	}
	for _, r := range dash.Routes() {
		if r.Method == http.MethodGet {
			list = append(list, "GET "+dash.Base+r.Path)
		}
	}
	return list
}

// mustServe starts both fronts.
func mustServe(t *testing.T, a *app.App) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(apiv1.Base+"/", apiv1.New(a, apiv1.Options{Timeout: time.Minute}))
	mux.Handle(dash.Base+"/", dash.New(a, dash.Options{BaseURL: "http://earnest.example", Timeout: time.Minute}))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// mustAnswer makes every read once and checks that it is answered.
func mustAnswer(t *testing.T, a *app.App, s *db.DB, w *World) {
	t.Helper()
	server, all := mustServe(t, a), reads(w)
	callers, err := Admit(t.Context(), a, s, Users(all))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+r.Path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+callers[r.By].Key)
		request.Header.Set("Cookie", callers[r.By].Cookie)
		answer, err := server.Client().Do(request)
		if err != nil {
			t.Fatalf("%s: %v", r.Name(), err)
		}
		body, err := io.ReadAll(answer.Body)
		if err := errors.Join(err, answer.Body.Close()); err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %s answers %d, %v: %s", r.Name(), r.Path, answer.StatusCode, err, body)
		}
	}
}
