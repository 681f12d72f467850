package store

import (
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

const manyTickets = `
INSERT INTO accounts (id, plan, active, subscribed_at, created_at, updated_at) VALUES (1, 'pro', TRUE, 0, 0, 0);
INSERT INTO projects (id, uuid, name, color, contingency_pct, rates_for, revision, changed_at, created_at, updated_at)
VALUES (4, 'p', 'P', '', 0, 'everyone', 1, 0, 0, 0);
INSERT INTO tickets (uuid, project_id, title, priority, status, story_points, acceptance_criteria, renamed_at, created_at, updated_at, number)
SELECT 't' || i, 4, 'the reader', 'normale', 'todo', 0, '[]', 0, 0, 0, i FROM generate_series(1, 500) i;
`

// After an import, PostgreSQL does not know yet how many tickets there are.
func TestATextSearchOfCardsReadsTheIndexOnce(t *testing.T) {
	t.Parallel()
	d := dbtest.MustOpen(t, dbtest.Postgres(t))
	if err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), manyTickets) }); err != nil {
		t.Fatal(err)
	}
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		found, err := TicketsByText(t.Context(), tx, 4, "the reader")
		if err != nil || len(*found) != 500 {
			t.Errorf("found %d tickets: %v", len(*found), err)
		}
		q := ticketsByText(tx, 4, "the reader")
		q.Text = `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ` + q.Text
		plan, err := tx.Texts(t.Context(), q)
		for _, line := range plan {
			if strings.Contains(line, "loops=") && !strings.Contains(line, "loops=1)") {
				t.Errorf("a part of the search ran more than once: %s", line)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
