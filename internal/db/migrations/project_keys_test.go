package migrations_test

import (
	"slices"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
)

// unnumbered has projects and tickets as they were before tickets had numbers. Project 3 is deleted, and so is a ticket of project 2.
const unnumbered = `
INSERT INTO projects (id, uuid, name, color, contingency_pct, rates_for, revision, changed_at, created_at, updated_at, deleted_at)
VALUES (1, 'p1', 'Tickets', '', 0, 'everyone', 1, 0, 0, 0, NULL), (2, 'p2', 'tic tac', '', 0, 'everyone', 1, 0, 0, 0, NULL),
       (3, 'p3', 'Tickets', '', 0, 'everyone', 1, 0, 0, 0, 9), (4, 'p4', 'Tickle', '', 0, 'everyone', 1, 0, 0, 0, NULL);
INSERT INTO tickets (id, uuid, project_id, title, priority, status, story_points, acceptance_criteria, renamed_at, created_at, updated_at, deleted_at)
VALUES (11, 'a', 1, '', '', '', 0, '[]', 0, 9, 0, NULL), (12, 'b', 2, '', '', '', 0, '[]', 0, 8, 0, NULL),
       (13, 'c', 2, '', '', '', 0, '[]', 0, 7, 0, 5), (14, 'd', 1, '', '', '', 0, '[]', 0, 6, 0, NULL), (15, 'e', 2, '', '', '', 0, '[]', 0, 5, 0, NULL);
`

func TestAnUpgradeNumbersTicketsAndProposesKeys(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		d := mustOpen(t, url)
		if err := migrations.UpTo(t.Context(), d, 26, 1); err != nil {
			t.Fatal(err)
		}
		if err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), unnumbered) }); err != nil {
			t.Fatal(err)
		}
		if err := migrations.Up(t.Context(), d, 1); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT uuid || number FROM tickets ORDER BY id`:                      {"a1", "b1", "c2", "d2", "e3"},
			`SELECT uuid || key || next_number FROM projects ORDER BY id`:         {"p1TIC3", "p2TT4", "p31", "p4TIC21"},
			`SELECT key || project_id FROM project_keys ORDER BY project_id, key`: {"TIC1", "TT2", "TIC24"},
		} {
			if got := mustList(t, d, query); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
	})
}
