package scale

import (
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// today is when the tests take place.
func today() time.Time { return time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC) }

// The tests use a hundredth of T1, and on PostgreSQL a world of about the same size with the proportions of T2.
func sizes() map[db.Engine]Size {
	return map[db.Engine]Size{db.SQLite: T1().Times(0.01), db.Postgres: T2().Times(0.00075)}
}

func mustApp(t *testing.T, s *db.DB) *app.App {
	t.Helper()
	return app.New(s, app.Config{
		Grid:   domain.PlanGrid{APIFrom: domain.Pro, Since: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)},
		Limits: admit.Limits{Hour: 1_000_000, Month: 10_000_000},
		Clock:  today,
	})
}

func TestAGeneratedWorldIsSoundAndAnswersEveryRead(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		w := NewWorld(sizes()[s.Engine()], 1, today())
		if err := Load(t.Context(), s, w, func(string) {}); err != nil {
			t.Fatal(err)
		}
		a := mustApp(t, s)
		findings, err := a.Transfer.Doctor(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Problem != "" {
				t.Errorf("the doctor: %s: %s", f.Check, f.Problem)
			}
		}
		mustAnswer(t, a, s, w)
	})
}
