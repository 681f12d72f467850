package migrations_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
)

func mustOpen(t *testing.T, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Readers: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// Nodes often start at the same time. They all end up with the same schema, and none fails.
func TestNodesMayMigrateTogether(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		var wg sync.WaitGroup
		for range 4 {
			d := mustOpen(t, url)
			wg.Go(func() {
				if err := migrations.Up(context.Background(), d, 1); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if err := migrations.Check(t.Context(), mustOpen(t, url)); err != nil {
			t.Error(err)
		}
	})
}

func TestANewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		d := mustOpen(t, url)
		if err := migrations.Up(t.Context(), d, 1); err != nil {
			t.Fatal(err)
		}
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO schema_versions (version, name, applied_at) VALUES (9999, 'later', 1)`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{migrations.Up(t.Context(), d, 1), migrations.Check(t.Context(), d)} {
			var newer *migrations.NewerError
			if !errors.As(err, &newer) || newer.Have != 9999 || !strings.Contains(err.Error(), "newer") {
				t.Errorf("a newer schema gave %v", err)
			}
		}
	})
}

func TestTheSQLiteFileOfSomethingElseIsLeftAlone(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t)
	d := mustOpen(t, path)
	script := func(sql string) {
		t.Helper()
		if err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), sql) }); err != nil {
			t.Fatal(err)
		}
	}
	script(`CREATE TABLE bookmarks (id INTEGER PRIMARY KEY)`)
	_, err := migrations.Version(t.Context(), d)
	for _, err := range []error{err, migrations.Up(t.Context(), d, 1), migrations.Check(t.Context(), d)} {
		var foreign *migrations.ForeignError
		if !errors.As(err, &foreign) || foreign.Table != "bookmarks" || !strings.HasPrefix(err.Error(), path+" is not a database of earnest") {
			t.Errorf("the file of something else gave %v", err)
		}
	}
	script(`DROP TABLE bookmarks`) // so that the file is empty again
	if err := migrations.Up(t.Context(), d, 1); err != nil {
		t.Error(err)
	}
}

// Both files of each step create the same tables with the same columns, except for the tables of the search
// index.
func TestBothFilesOfAStepAgree(t *testing.T) {
	t.Parallel()
	sqlite := columns(t, dbtest.SQLite(t), `
SELECT m.name, c.name, c."notnull" FROM sqlite_master m JOIN pragma_table_info(m.name) c
WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE '%_words%' AND m.name <> 'schema_versions'`)
	postgres := columns(t, dbtest.Postgres(t), `
SELECT table_name, column_name, CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name NOT LIKE '%_words' AND table_name <> 'schema_versions'`)
	for _, c := range sqlite {
		if !slices.Contains(postgres, c) {
			t.Errorf("only SQLite has %s", c)
		}
	}
	for _, c := range postgres {
		if !slices.Contains(sqlite, c) {
			t.Errorf("only PostgreSQL has %s", c)
		}
	}
	if len(sqlite) < 100 {
		t.Errorf("only %d columns were compared", len(sqlite))
	}
}

// columns lists the columns of a migrated database as table.column, and marks those that may be null. A primary key without NOT
// NULL counts as NOT NULL.
func columns(t *testing.T, url, query string) []string {
	t.Helper()
	d := mustOpen(t, url)
	if err := migrations.Up(t.Context(), d, 1); err != nil {
		t.Fatal(err)
	}
	list := []string{}
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query(t.Context(), query)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var table, column string
			var notNull int
			if err := rows.Scan(&table, &column, &notNull); err != nil {
				return err
			}
			if column == "id" || table == "quotas" && column == "bucket" {
				notNull = 1
			}
			list = append(list, table+"."+column+[]string{" may be null", ""}[notNull])
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
