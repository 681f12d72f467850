package server_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/dash"
	"earnest/internal/db/dbtest"
	"earnest/internal/server"
	"earnest/web"
)

func scrape(t *testing.T, s *server.Server) string {
	t.Helper()
	out := httptest.NewRecorder()
	s.MetricsHandler().ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if out.Code != http.StatusOK {
		t.Fatalf("metrics: %d %s", out.Code, out.Body)
	}
	return out.Body.String()
}

func TestMetricsCountRequestsByFewLabels(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	key := "Authorization: Bearer " + w.MustPerson(t, "ada").Key
	for _, target := range []string{"/api/v1/projects", "/api/v1/projects/x", "/api/v1/a", "/api/v1/b", "//api/v1//c", "/d", "/e", "/healthz"} {
		w.mustSend(t, "GET", target, key)
	}
	w.mustSend(t, "BREW", "/api/v1/projects", key)
	w.stop()
	w.Log.mustSay(t, `"msg":"stopped"`)
	text := scrape(t, w.Server)
	for _, want := range []string{
		`earnest_http_requests_total{method="GET",route="/api/v1/projects",status="2xx"} 1`,
		`earnest_http_requests_total{method="GET",route="/api/v1/projects/{uuid}",status="4xx"} 1`,
		`earnest_http_requests_total{method="GET",route="/api/v1/other",status="4xx"} 3`,
		`earnest_http_requests_total{method="GET",route="web",status="4xx"} 2`,
		`earnest_http_requests_total{method="GET",route="/healthz",status="2xx"} 1`,
		`earnest_http_requests_total{method="other",route="/api/v1/projects",status="4xx"} 1`,
		`earnest_http_request_duration_seconds_count{method="GET",route="/api/v1/projects"} 1`,
		`earnest_http_request_duration_seconds_count{method="GET",route="/api/v1/projects/{uuid}"} 1`,
		`earnest_http_requests_in_flight 0`,
		`earnest_build_info{version="test"} 1`,
		`earnest_database_up 1`,
		`earnest_quota_refusals_total 0`,
		`go_goroutines `,
		`process_start_time_seconds `,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	if strings.Contains(text, "BREW") || regexp.MustCompile(`route="[^"]*/(a|b|x)"`).MatchString(text) {
		t.Error("a client can make labels")
	}
}

func TestMetricsTellTheOperationsOfTheDashboardApart(t *testing.T) {
	t.Parallel()
	w := apitest.New(t, dbtest.SQLite(t), nil)
	s := server.New(server.Options{API: apiv1.New(w.App, apiv1.Options{}), Dash: dash.New(w.App, dash.Options{}), Web: web.Plain(), Ready: w.App.Ready})
	const uuid = "0192aaaa-0000-7000-8000-000000000001"
	for _, target := range []string{"/dash/tickets/" + uuid, "/dash/session", "/dash/" + uuid, "/calendar/" + uuid + ".ics"} {
		s.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, target, nil))
	}
	text := scrape(t, s)
	for _, route := range []string{"/dash/tickets/{uuid}", "/dash/session", "/dash/other", "/calendar"} {
		if !strings.Contains(text, `earnest_http_request_duration_seconds_count{method="GET",route="`+route+`"} 1`) {
			t.Errorf("no count for %s", route)
		}
	}
	if strings.Contains(text, uuid) {
		t.Error("a client can make labels")
	}
}

func TestMetricsDescribeTheConnectionsToTheDatabase(t *testing.T) {
	t.Parallel()
	pool := server.Pool{Max: 16, InUse: 3, Idle: 2, Waits: 7, Waited: 1500 * time.Millisecond}
	s := server.New(server.Options{Pool: func() server.Pool { return pool }})
	text := scrape(t, s)
	for _, want := range []string{
		`earnest_database_connections{state="in_use"} 3`,
		`earnest_database_connections{state="idle"} 2`,
		`earnest_database_connections_max 16`,
		`earnest_database_connection_waits_total 7`,
		`earnest_database_connection_wait_seconds_total 1.5`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}

func TestMetricsCoverTheDatabaseAndQuotaRefusals(t *testing.T) {
	t.Parallel()
	w := apitest.New(t, dbtest.SQLite(t), func(c *app.Config) { c.Limits = admit.Limits{Hour: 1, Month: 10} })
	closed := mustClosed(t, dbtest.SQLite(t))
	s := server.New(server.Options{API: apiv1.New(w.App, apiv1.Options{}), Ready: closed.Ping})
	for range 3 {
		s.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/api/v1/projects", nil))
	}
	text := scrape(t, s)
	if !strings.Contains(text, "earnest_database_up 0") || !strings.Contains(text, "earnest_quota_refusals_total 2") {
		t.Error(text)
	}
}

func TestProfilesAreServedByTheirOwnHandler(t *testing.T) {
	t.Parallel()
	out := httptest.NewRecorder()
	server.PprofHandler().ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/debug/pprof/goroutine?debug=1", nil))
	if out.Code != http.StatusOK || !strings.Contains(out.Body.String(), "goroutine profile") {
		t.Errorf("%d %s", out.Code, out.Body)
	}
}
