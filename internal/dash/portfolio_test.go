package dash_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	moneystore "earnest/internal/money/store"
)

// mustImportMany imports projects for a user, each with 40 tickets in 4 sprints, 5 members and the given number of time entries per ticket,
// and stores the reports of the last 60 days.
func (b *browser) mustImportMany(t testing.TB, projects, entries int) {
	t.Helper()
	users, members := []any{}, []any{map[string]any{"user": b.Email, "project_role": "owner"}}
	for i := range 5 {
		email := fmt.Sprintf("worker%d@example.com", i)
		users = append(users, map[string]any{"email": email, "firstname": "W", "lastname": "Test"})
		members = append(members, map[string]any{"user": email, "tjm": 400 + 10*i})
	}
	list := []any{}
	for i := range projects {
		p := map[string]any{"name": fmt.Sprint("Project ", i), "members": members, "sprints": manySprints(i), "tickets": manyTickets(i, entries)}
		if i%10 != 0 {
			p["budget"] = 50_000
		}
		list = append(list, p)
	}
	file := apitest.Must(json.Marshal(map[string]any{"users": users, "projects": list}))(t)
	_ = apitest.Must(b.App.Transfer.Import(t.Context(), strings.NewReader(string(file))))(t)
	b.mustReport(t, 60)
}

func manySprints(project int) (list []any) {
	for i, start := range []string{"2026-01-05", "2026-01-26", "2026-02-16", "2026-03-09"} {
		end := domain.Date(start).AddDays(20)
		list = append(list, map[string]any{
			"ref": fmt.Sprintf("s%d-%d", project, i), "title": fmt.Sprint("Sprint ", i), "status": "active", "start_date": start, "end_date": end,
		})
	}
	return list
}

func manyTickets(project, entries int) (list []any) {
	for i := range 40 {
		tk := map[string]any{"title": fmt.Sprint("Ticket ", i), "story_points": i % 8, "sprint": fmt.Sprintf("s%d-%d", project, i%4)}
		if i%3 != 0 {
			tk["status"] = "done"
		}
		times := []any{}
		for n := range entries {
			day := domain.Date("2026-01-05").AddDays((i + n) % 60)
			times = append(times, map[string]any{"user": fmt.Sprintf("worker%d@example.com", (i+n)%5), "duration_minutes": 30, "logged_at": day})
		}
		tk["time_entries"] = times
		list = append(list, tk)
	}
	return list
}

// mustReport stores the same report for every project and for each of the given number of past days.
func (w *world) mustReport(t testing.TB, days int) {
	t.Helper()
	const indicators = `{"cpi":0.8432198765432101,"spi":null,"contingency_pct":10,"ac":1,"no_sprint_cost":0,"ac_total":1,"engaged_charge":0,` +
		`"total_sp":1,"done_sp":0,"earned_sp":0,"planned_sp":0,"undated_sp":0,"progress_pct":0,"planned_pct":0}`
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		ids, err := moneystore.ProjectIDs(t.Context(), tx)
		if err != nil {
			return err
		}
		for back := 1; back <= days; back++ {
			rows := []moneystore.IndicatorDay{}
			for _, id := range ids {
				rows = append(rows, moneystore.IndicatorDay{ProjectID: id, Day: w.App.Today().AddDays(-back), Indicators: indicators, ReportedAt: w.Clock.Now()})
			}
			if _, err := moneystore.AddIndicatorDays(t.Context(), tx, rows); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAPortfolioCostsTheSameStatementsForOneProjectAndForMany(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, bob := w.mustBrowser(t, "ada"), w.mustBrowser(t, "bob")
		_ = ada.mustProject(t, "Only")
		few := ada.least(t, "GET", "/portfolio")
		bob.mustImportMany(t, 40, 2)
		many := bob.least(t, "GET", "/portfolio")
		if many != few || many > 8 {
			t.Errorf("1 project costs %d statements, 40 cost %d", few, many)
		}
		cold := w.cost(func() { coldPortfolio(t, w, bob) })
		if cold > many+5 {
			t.Errorf("40 projects that nobody knows by heart cost %d statements", cold)
		}
		t.Logf("statements, with the session's: %d warm, %d cold", many, cold)
	})
}

// coldPortfolio requests a portfolio from a server that has just started.
func coldPortfolio(t testing.TB, w *world, b *browser) string {
	t.Helper()
	fresh := dash.New(app.New(w.Store, app.Config{Clock: w.Clock.Now}), dash.Options{BaseURL: "http://earnest.example"})
	return openPortfolio(t, fresh, b)
}

func openPortfolio(t testing.TB, handler http.Handler, b *browser) string {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/dash/portfolio", nil)
	req.Header.Set("Cookie", b.cookie)
	out := httptest.NewRecorder()
	if handler.ServeHTTP(out, req); out.Code != http.StatusOK {
		t.Fatalf("%d %s", out.Code, out.Body)
	}
	return out.Body.String()
}

func TestAPortfolioReadsNoTimeEntry(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		ada.mustImportMany(t, 3, 10)
		before := coldPortfolio(t, w, ada)
		err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `ALTER TABLE time_entries RENAME TO locked_away`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if after := coldPortfolio(t, w, ada); after != before || !strings.Contains(after, `"ac":`) {
			t.Errorf("without the time entries it is\n%s\nand was\n%s", after, before)
		}
	})
}

func TestAPortfolioHoldsTheRequestedProjectsAndTheirTrends(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, bob := w.mustBrowser(t, "ada"), w.mustBrowser(t, "bob")
		other := bob.mustProject(t, "Other").Project.UUID
		var mine []string
		for _, name := range []string{"One", "Two", "Three"} {
			mine = append(mine, ada.mustProject(t, name).Project.UUID)
		}
		w.mustReport(t, 60)
		shown := func(query string) (uuids []string) {
			for _, row := range must[portfolioPage](t, ada, "GET", "/portfolio"+query, nil).Rows {
				uuids = append(uuids, row.UUID)
			}
			return uuids
		}
		for query, want := range map[string][]string{
			"": mine, "?projects=" + mine[2] + "&projects=" + mine[0]: {mine[0], mine[2]}, "?projects=" + mine[1] + "," + mine[0]: mine[:2],
		} {
			if got := shown(query); !slices.Equal(got, want) {
				t.Errorf("%s shows %v, want %v", query, got, want)
			}
		}
		refused(t, ada.call(t, "GET", "/portfolio?projects="+other, nil), http.StatusForbidden, "forbidden")
		refused(t, ada.call(t, "GET", "/portfolio?projects="+mine[0]+","+other, nil), http.StatusForbidden, "forbidden")
		refused(t, ada.call(t, "GET", "/portfolio?projects="+apitest.NewUUID(), nil), http.StatusNotFound, "not_found")
		for _, bad := range []string{"", "x", mine[0] + ",", strings.Repeat(mine[0]+",", 1000) + mine[0]} {
			refused(t, ada.call(t, "GET", "/portfolio?projects="+bad, nil), http.StatusUnprocessableEntity, "invalid")
		}
		row := must[portfolioPage](t, ada, "GET", "/portfolio", nil).Rows[0]
		if n := len(row.Spark.Days); n != 18 || len(row.Spark.CPI) != n || len(row.Spark.SPI) != n || !slices.IsSorted(row.Spark.Days) || row.Spark.Days[n-1] != "2026-03-10" {
			t.Errorf("%+v", row.Spark)
		}
		if *row.Spark.CPI[3] != 0.8432198765432101 || row.Spark.SPI[3] != nil || row.Spark.CPI[17] != nil || row.HasBudget || row.Role != string(domain.Owner) {
			t.Errorf("%+v", row)
		}
		if len(row.Tail) != 10 || row.Tail[0]["day"] != "2026-01-12" || row.Tail[8]["day"] != "2026-03-09" || row.Tail[9]["day"] != "2026-03-10" {
			t.Errorf("%v", row.Tail)
		}
	})
}

// BenchmarkPortfolio requests a portfolio of 500 projects from a running server and from one that has just started, with few and with
// many time entries. Run it with go run ./internal/testpg/run -- go test ./internal/dash -run - -bench Portfolio.
func BenchmarkPortfolio(b *testing.B) {
	engines := map[string]func(testing.TB) string{"sqlite": dbtest.SQLite}
	if os.Getenv(dbtest.PostgresEnv) != "" {
		engines["postgres"] = dbtest.Postgres
	}
	for engine, url := range engines {
		for _, entries := range []int{2, 20} {
			b.Run(fmt.Sprintf("%s/%d entries", engine, 500*40*entries), func(b *testing.B) {
				w := newWorld(b, url(b), nil)
				ada := w.mustBrowser(b, "ada")
				ada.mustImportMany(b, 500, entries)
				b.Run("cold", func(b *testing.B) {
					for b.Loop() {
						coldPortfolio(b, w, ada)
					}
				})
				b.Run("warm", func(b *testing.B) {
					handler := dash.New(w.App, dash.Options{BaseURL: "http://earnest.example"})
					openPortfolio(b, handler, ada)
					for b.Loop() {
						openPortfolio(b, handler, ada)
					}
				})
			})
		}
	}
}
