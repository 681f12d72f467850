package store

import (
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

func TestTheLogOfSomeTicketsIsFoundByTheirUuids(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t)) // PostgreSQL chooses its plans by the size of the tables
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		q := ticketChangesOf(tx, 1, []string{"a", "b"})
		var plan []string
		err := tx.ForEach(t.Context(), "EXPLAIN QUERY PLAN "+strings.Replace(string(q.Text), "$2", "'[\"a\"]'", 1), q.Args[0], func(rows db.Rows) error {
			var number int
			var step string
			err := rows.Scan(&number, &number, &number, &step)
			plan = append(plan, step)
			return err
		})
		if all := strings.Join(plan, "\n"); !strings.Contains(all, "changes_noun (noun_uuid=?)") || strings.Contains(all, "changes_noun_at") {
			t.Errorf("the plan is:\n%s", all)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
