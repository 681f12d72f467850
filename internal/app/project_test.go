package app_test

import (
	"slices"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	workstore "earnest/internal/work/store"
)

// rowsOf counts the rows of a project in every table that has any.
func rowsOf(t *testing.T, s *db.DB, projectID int64) map[string]int {
	t.Helper()
	rows := map[string]int{"projects": number(t, s, `SELECT COUNT(*) FROM projects WHERE id = $1`, projectID)}
	var tables []db.Table
	err := s.Read(t.Context(), func(tx *db.Tx) (err error) {
		tables, err = tx.Tables(t.Context())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		if slices.Contains(table.Columns, "project_id") {
			rows[table.Name] = number(t, s, `SELECT COUNT(*) FROM `+table.Name+` WHERE project_id = $1`, projectID)
		}
	}
	return rows
}

// writes counts a transaction's writes so far: on SQLite, those to any table; on PostgreSQL, only updates to tickets.
func writes(t *testing.T, tx *db.Tx) (n int) {
	t.Helper()
	text := `SELECT total_changes()`
	if tx.Engine() == db.Postgres {
		text = `SELECT pg_stat_get_xact_tuples_updated('tickets'::regclass)`
	}
	if err := tx.One(t.Context(), text, nil, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDeletingAProjectWritesToNoRowItDoesNotDelete(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		a := app.New(s, app.Config{})
		mustImport(t, a, fullFile(t))
		large := mustImport(t, a, largeFile(50, 3))
		id := int64(number(t, s, `SELECT id FROM projects WHERE uuid = $1`, large.UUIDs["p"]))
		other := rowsOf(t, s, id-1)
		rows := 2 // the project is marked as deleted, and locked
		for table, n := range rowsOf(t, s, id) {
			if table != "changes" {
				rows += n
			}
		}
		rows += number(t, s, `SELECT COUNT(*) FROM changes WHERE project_id = $1 AND noun = 'ticket' AND what = 'created'`, id) // they lose their texts
		var written int
		err := s.Write(t.Context(), func(tx *db.Tx) error {
			// SQLite counts several writes for each text that is removed from the search index, some of them only when the index is next
			// used, so it is emptied first, twice.
			for range 2 {
				for _, text := range []db.Text{
					`DELETE FROM ticket_words WHERE rowid IN (SELECT t.id FROM tickets t WHERE t.project_id = $1)`,
					`DELETE FROM comment_words WHERE rowid IN (SELECT c.id FROM comments c WHERE c.project_id = $1)`,
				} {
					if err := tx.Run(t.Context(), text, id); err != nil {
						return err
					}
				}
			}
			before := writes(t, tx)
			if err := workstore.DeleteProject(t.Context(), tx, id, time.Unix(1, 0)); err != nil {
				return err
			}
			err := workstore.PurgeProject(t.Context(), tx, id, 1_000_000)
			written = writes(t, tx) - before
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if s.Engine() == db.Postgres {
			rows = 0
		}
		if written != rows {
			t.Errorf("%d rows were written, want %d", written, rows)
		}
		for table, n := range rowsOf(t, s, id) {
			if n > 0 && table != "changes" {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
		for table, n := range rowsOf(t, s, id-1) {
			if n != other[table] {
				t.Errorf("%s of another project had %d rows and has %d", table, other[table], n)
			}
		}
		mustBeHealthy(t, a)
	})
}
