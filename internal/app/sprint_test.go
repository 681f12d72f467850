package app_test

import (
	"testing"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
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
