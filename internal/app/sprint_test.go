package app_test

import (
	"testing"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/money"
)

func TestASprintThatStartsWithoutPointsHasNoCommitment(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		a := app.New(s, app.Config{})
		made := mustImport(t, a, `{"users":[{"email":"ada@example.org","firstname":"A","lastname":"B"}],
"projects":[{"ref":"p","name":"P","members":[{"user":"ada@example.org"}],
  "sprints":[{"ref":"s","title":"S","status":"planning","committed_at":"2026-01-01T00:00:00Z","committed":{"t":5}}],
  "tickets":[{"ref":"t","title":"T"}]}]}`)
		if n := number(t, s, `SELECT COUNT(*) FROM commitments`); n != 1 {
			t.Fatalf("the file brought %d rows", n)
		}
		caller := domain.Caller{UserID: made.Users["ada@example.org"]}
		sprint, err := a.Plan.UpdateSprint(t.Context(), caller, made.UUIDs["s"], domain.Given(domain.SprintPatch{Status: domain.Some("active")}))
		if err != nil || sprint.CommittedAt != nil {
			t.Errorf("committed at %v: %v", sprint.CommittedAt, err)
		}
		if n := number(t, s, `SELECT COUNT(*) FROM commitments`); n != 0 {
			t.Errorf("%d rows are left of the snapshot", n)
		}
		if n := number(t, s, `SELECT COUNT(*) FROM changes WHERE noun = 'sprint' AND what = 'commitment' AND to_value = 'null'`); n != 1 {
			t.Errorf("%d rows of the log tell of it", n)
		}
		mustBeHealthy(t, a)
	})
}

func TestAnImportedSprintBurnsDownFromItsFirstDayAlthoughTheFileDoesNotSayWhenTicketsWereCreated(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		a := app.New(s, app.Config{})
		made := mustImport(t, a, `{"users":[{"email":"ada@example.org","firstname":"A","lastname":"B"}],
"projects":[{"ref":"p","name":"P","members":[{"user":"ada@example.org"}],
  "sprints":[
    {"ref":"plain","title":"Plain","status":"completed","start_date":"2025-03-03","end_date":"2025-03-06"},
    {"ref":"committed","title":"Committed","status":"completed","start_date":"2025-03-10","end_date":"2025-03-13","committed":{"c1":5,"c2":3}}],
  "tickets":[
    {"title":"Done","sprint":"plain","story_points":5,"status":"done","done_at":"2025-03-05 10:00:00"},
    {"title":"Left","sprint":"plain","story_points":3,"updated_at":"2025-06-01 10:00:00"},
    {"title":"Late","sprint":"plain","story_points":1,"created_at":"2025-03-04 10:00:00"},
    {"ref":"c1","title":"Done","sprint":"committed","story_points":5,"status":"done","done_at":"2025-03-12 10:00:00"},
    {"ref":"c2","title":"Left","sprint":"committed","story_points":3}]}]}`)
		caller := domain.Caller{UserID: made.Users["ada@example.org"]}
		for sprint, want := range map[string][]float64{"plain": {8, 9, 4, 4}, "committed": {8, 8, 3, 3}} {
			q := money.SprintQuery{Project: made.UUIDs["p"], Sprint: made.UUIDs[sprint]}
			chart := apitest.Must(a.Money.SprintReport(t.Context(), caller, q))(t)
			if chart.Committed != 8 || len(chart.Days) != len(want) {
				t.Fatalf("%s: %+v", sprint, chart)
			}
			for i, d := range chart.Days {
				if d.Remaining != evm.Known(want[i]) {
					t.Errorf("%s, %v: %v points remain, want %v", sprint, d.Day, d.Remaining, want[i])
				}
			}
		}
		mustBeHealthy(t, a)
	})
}
