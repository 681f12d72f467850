package store_test

import (
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
)

// In early databases both built-in ticket types were marked as default, and the first one was used.
func TestTheFirstTicketTypeBecomesTheDefaultWhenADatabaseIsMigrated(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		d, err := db.Open(t.Context(), url, db.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if err := migrations.UpTo(t.Context(), d, 2, 1); err != nil {
			t.Fatal(err)
		}
		err = d.Write(t.Context(), func(tx *db.Tx) error {
			return tx.Script(t.Context(), `
INSERT INTO projects (id, uuid, name, color, contingency_pct, rates_for, revision, changed_at, created_at, updated_at)
VALUES (1, 'a', 'A', '#000000', 10, 'everyone', 1, 1, 1, 1), (2, 'b', 'B', '#000000', 10, 'everyone', 1, 1, 1, 1);
INSERT INTO ticket_types (uuid, project_id, name, sort_order, is_default)
SELECT 'b' || id AS uuid, id, 'Bug', 2, name <> '' FROM projects
UNION ALL SELECT 's' || id AS uuid, id, 'Story', 1, name <> '' FROM projects
UNION ALL SELECT 'x' || id AS uuid, id, 'Spike', 3, name = '' FROM projects`)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := migrations.Up(t.Context(), d, 2); err != nil {
			t.Fatal(err)
		}
		var marked, stories int
		err = d.Read(t.Context(), func(tx *db.Tx) error {
			if err := tx.One(t.Context(), `SELECT COUNT(*) FROM ticket_types WHERE is_default`, nil, &marked); err != nil {
				return err
			}
			return tx.One(t.Context(), `SELECT COUNT(*) FROM ticket_types WHERE is_default AND name = 'Story'`, nil, &stories)
		})
		if err != nil || marked != 2 || stories != 2 {
			t.Errorf("%d types are marked, %d of them stories (%v)", marked, stories, err)
		}
	})
}
