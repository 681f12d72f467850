package migrations_test

import (
	"slices"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
)

// bare returns a query for the columns that deletions search by but that no index starts with. Deletions search by project_id
// and by references to rows that can be deleted, that is, all rows except users and accounts. SQLite and PostgreSQL have
// different catalogues.
func bare(e db.Engine) string {
	if e == db.SQLite {
		return `
WITH wanted (t, c) AS (
  SELECT m.name, f."from" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
  WHERE m.type = 'table' AND f."table" NOT IN ('users', 'accounts')
  UNION
  SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'project_id'
)
SELECT t || '.' || c FROM wanted
WHERE NOT EXISTS (
  SELECT 1 FROM pragma_index_list(t) i JOIN pragma_index_info(i.name) k
  WHERE i.partial = 0 AND k.seqno = 0 AND k.name = c
)`
	}
	return `
WITH wanted (t, c) AS (
  SELECT f.conrelid, f.conkey[1] FROM pg_constraint f
  WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace AND f.confrelid NOT IN ('users'::regclass, 'accounts'::regclass)
  UNION
  SELECT a.attrelid, a.attnum FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid
  WHERE r.relkind = 'r' AND r.relnamespace = current_schema()::regnamespace AND a.attname = 'project_id'
)
SELECT w.t::regclass || '.' || a.attname FROM wanted w JOIN pg_attribute a ON a.attrelid = w.t AND a.attnum = w.c
WHERE NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = w.t AND i.indpred IS NULL AND i.indkey[0] = w.c)`
}

// named returns a query for the indexes that we named ourselves.
func named(e db.Engine) string {
	if e == db.SQLite {
		return `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`
	}
	return `
SELECT r.relname FROM pg_class r
WHERE r.relkind = 'i' AND r.relnamespace = current_schema()::regnamespace AND r.oid NOT IN (SELECT conindid FROM pg_constraint)
ORDER BY r.relname COLLATE "C"`
}

func mustList(t *testing.T, d *db.DB, query string) (list []string) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query(t.Context(), query)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				return err
			}
			list = append(list, text)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Without an index on each of these columns, deleting one project would read the rows of all projects.
func TestEveryColumnADeletionSearchesByHasAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		d := mustOpen(t, url)
		if err := migrations.Up(t.Context(), d, 1); err != nil {
			t.Fatal(err)
		}
		if missing := mustList(t, d, bare(d.Engine())); len(missing) > 0 {
			t.Errorf("no index leads with %v", missing)
		}
		if err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), `DROP INDEX tickets_type`) }); err != nil {
			t.Fatal(err)
		}
		if missing := mustList(t, d, bare(d.Engine())); !slices.Equal(missing, []string{"tickets.type_id"}) {
			t.Errorf("without the index of types the list is %v", missing)
		}
	})
}

func TestTheTwinsHaveTheSameIndexes(t *testing.T) {
	t.Parallel()
	lists := map[string][]string{}
	for name, url := range map[string]string{"SQLite": dbtest.SQLite(t), "PostgreSQL": dbtest.Postgres(t)} {
		d := mustOpen(t, url)
		if err := migrations.Up(t.Context(), d, 1); err != nil {
			t.Fatal(err)
		}
		lists[name] = mustList(t, d, named(d.Engine()))
	}
	// On SQLite, these are a primary key, because PostgreSQL has a limit on the length of keys, and FTS5 tables.
	lists["PostgreSQL"] = slices.DeleteFunc(lists["PostgreSQL"], func(name string) bool {
		return slices.Contains([]string{"ticket_counts_key", "ticket_words_words", "comment_words_words"}, name)
	})
	if len(lists["SQLite"]) < 20 || !slices.Equal(lists["SQLite"], lists["PostgreSQL"]) {
		t.Errorf("the indexes are\n%v\n%v", lists["SQLite"], lists["PostgreSQL"])
	}
}

// Where columns of two collations meet, PostgreSQL uses the index of neither.
func TestAllUuidsHaveOneCollation(t *testing.T) {
	t.Parallel()
	d := mustOpen(t, dbtest.Postgres(t))
	if err := migrations.Up(t.Context(), d, 1); err != nil {
		t.Fatal(err)
	}
	odd := mustList(t, d, `
SELECT a.attrelid::regclass || '.' || a.attname
FROM pg_attribute a
JOIN pg_class r ON r.oid = a.attrelid AND r.relkind = 'r' AND r.relnamespace = current_schema()::regnamespace
WHERE a.attname LIKE '%uuid' AND a.attcollation <> (SELECT oid FROM pg_collation WHERE collname = 'default')
ORDER BY 1`)
	if len(odd) > 0 {
		t.Errorf("these have another collation: %v", odd)
	}
}

// SQLite finds a table's last id by searching sqlite_sequence from its first row.
func TestTheLastIDsOfTheBusiestTablesAreFoundFirst(t *testing.T) {
	t.Parallel()
	d := mustOpen(t, dbtest.SQLite(t))
	if err := migrations.Up(t.Context(), d, 1); err != nil {
		t.Fatal(err)
	}
	got := mustList(t, d, `SELECT name FROM sqlite_sequence ORDER BY rowid LIMIT 3`)
	if want := []string{"changes", "time_entries", "tickets"}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}
