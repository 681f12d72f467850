package app_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/money"
	moneystore "earnest/internal/money/store"
)

// Velocity reads only the last sprints, but its figures are the same as if it had read the whole project.
func TestVelocityIsThatOfTheWholeProjectsLastSprints(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
		a := app.New(s, app.Config{Clock: func() time.Time { return now }})
		made := mustImport(t, a, string(apitest.Must(json.Marshal(map[string]any{
			"users":    []any{map[string]any{"email": "ada@example.org", "firstname": "A", "lastname": "B"}},
			"projects": []any{projectOfSprints()},
		}))(t)))
		caller := domain.Caller{UserID: made.Users["ada@example.org"]}
		pace := apitest.Must(a.Money.Pace(t.Context(), caller, made.UUIDs["p"]))(t)
		id := number(t, s, `SELECT id FROM projects`)
		all := apitest.Must(db.Read(t.Context(), s, func(tx *db.Tx) (map[int64]*moneystore.Finance, error) {
			return moneystore.TicketFinances(t.Context(), tx, []int64{int64(id)})
		}))(t)
		want := evm.Velocities(money.EvmProject(all[int64(id)]), evm.DayOf(2026, time.June, 15), 6)
		got := evm.Velocity{Mean: pace.Mean, Low: pace.Low, High: pace.High}
		for _, p := range pace.Sprints {
			got.Sprints = append(got.Sprints, evm.SprintVelocity{
				SprintID: p.ID, Start: money.EvmDay(*p.StartDate), End: money.EvmDay(*p.EndDate), Committed: p.Committed, Done: p.Done,
			})
		}
		if diff := cmp.Diff(want, got); len(want.Sprints) != 6 || diff != "" {
			t.Errorf("%d sprints, and the difference is\n%s", len(want.Sprints), diff)
		}
	})
}

// projectOfSprints returns a project with sprints that are over, under way, to come or without dates. Their
// tickets have decimal points, and some were committed to earlier.
func projectOfSprints() map[string]any {
	var sprints, tickets []any
	for i, dates := range [][3]string{
		{"2026-01-01", "2026-01-14", "completed"}, {"2026-02-01", "2026-02-14", "completed"}, {"2026-05-20", "2026-06-14", "active"},
		{"2026-03-01", "2026-03-14", "active"}, {"2026-03-01", "2026-03-13", "planning"}, {"2026-06-10", "2026-06-20", "completed"},
		{"2026-06-10", "2026-06-21", "active"}, {"2026-07-01", "2026-07-14", "completed"}, {"2026-04-14", "2026-04-14", "completed"},
		{"2026-04-01", "2026-04-14", "completed"}, {"", "", "completed"}, {"2026-02-01", "2026-02-14", "completed"},
	} {
		s := map[string]any{"ref": fmt.Sprint("s", i), "title": fmt.Sprint("S", i), "status": dates[2]}
		if dates[0] != "" {
			s["start_date"], s["end_date"] = dates[0], dates[1]
		}
		committed := map[string]any{}
		for n := range 4 {
			ref := fmt.Sprintf("t%d-%d", i, n)
			status := []string{"done", "todo"}[n%2]
			tickets = append(tickets, map[string]any{"ref": ref, "title": "T", "sprint": s["ref"], "story_points": 0.1 + float64(i*n)/10, "status": status})
			committed[ref] = 0.7
			if i > 0 {
				committed[fmt.Sprintf("t%d-%d", i-1, n)] = 0.3
			}
		}
		if i%3 > 0 {
			s["committed_at"], s["committed"] = "2026-01-01T00:00:00Z", committed
		}
		sprints = append(sprints, s)
	}
	return map[string]any{"ref": "p", "name": "P", "members": []any{map[string]any{"user": "ada@example.org"}}, "sprints": sprints, "tickets": tickets}
}
