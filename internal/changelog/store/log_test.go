package store_test

import (
	"strings"
	"testing"
	"time"

	"earnest/internal/changelog/store"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// logged is the number of changes in the test's log, spread over 200 projects and 500 people, with one change a minute. There must be
// enough for the planner to prefer an index to sorting. SQLite needs fewer, and is slow under the race detector.
func logged(s *db.DB) int64 {
	if s.Engine() == db.Postgres {
		return 200_000
	}
	return 20_000
}

const fillLog = `
INSERT INTO changes (project_id, revision, at, user_id, noun, noun_uuid, what, from_value, to_value)
SELECT n % 200, n, n * 60000000, n % 500, CASE WHEN n % 1000 = 0 THEN 'milestone' ELSE 'ticket' END, 'u' || (n % 5000), 'status', '"todo"', '"done"'
FROM `

// fill builds a long log and updates the planner's statistics.
func fill(t *testing.T, s *db.DB) {
	t.Helper()
	rows := `(WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < $1) SELECT n FROM c) AS x`
	if s.Engine() == db.Postgres {
		rows = `(SELECT generate_series(1, $1::bigint) AS n) AS x`
	}
	err := s.Write(t.Context(), func(tx *db.Tx) error {
		if _, err := tx.Exec(t.Context(), fillLog+rows, logged(s)); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `ANALYZE changes`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func filters(logged int64) map[string]struct {
	filter store.LogFilter
	index  string
} {
	project, person := int64(7), int64(13)
	from, to := time.UnixMicro(logged/10*60_000_000), time.UnixMicro(logged/10*9*60_000_000)
	return map[string]struct {
		filter store.LogFilter
		index  string
	}{
		"all":                    {store.LogFilter{}, "changes_at"},
		"of a project":           {store.LogFilter{ProjectID: &project}, "changes_project_at"},
		"of a person":            {store.LogFilter{UserID: &person}, "changes_user_at"},
		"of a rare kind":         {store.LogFilter{Noun: "milestone"}, "changes_noun_at"},
		"of some days":           {store.LogFilter{From: &from, To: &to}, "changes_at"},
		"of a project's days":    {store.LogFilter{ProjectID: &project, From: &from, To: &to}, "changes_project_at"},
		"of a person's days":     {store.LogFilter{UserID: &person, From: &from, To: &to}, "changes_user_at"},
		"of a kind on some days": {store.LogFilter{Noun: "milestone", From: &from, To: &to}, "changes_noun_at"},
	}
}

// The cost of a page depends on its size, not on the length of the log.
func TestEveryFilterOfTheLogHasAnIndexThatOrdersIt(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		fill(t, s)
		for name, c := range filters(logged(s)) {
			for _, before := range []*store.LogCursor{nil, {At: time.UnixMicro(logged(s) / 5 * 4 * 60_000_000), ID: logged(s) / 5 * 4}} {
				checkLogPlan(t, s, name, c.filter, before, c.index)
			}
		}
	})
}

func checkLogPlan(t *testing.T, s *db.DB, name string, f store.LogFilter, before *store.LogCursor, index string) {
	t.Helper()
	plan, err := store.PlanOfLog(t.Context(), s, f, before, 51)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(plan, index) || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort") || strings.Contains(plan, "Seq Scan on changes") {
		t.Errorf("%s, before %v:\n%s", name, before, plan)
	}
	err = s.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := store.Log(t.Context(), tx, f, before, 51)
		for i := 1; i < len(rows); i++ {
			if rows[i].At.After(rows[i-1].At) {
				t.Errorf("%s: %s follows %s", name, rows[i].At, rows[i-1].At)
			}
		}
		if len(rows) == 0 {
			t.Errorf("%s, before %v: nothing", name, before)
		}
		return err
	})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}
