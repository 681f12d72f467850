package db_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

var (
	aPair = db.Insert{Table: `pairs`, Columns: `name, number, twice, score`, Row: `$1, $2, (SELECT 2 * CAST($2 AS BIGINT)), $3`, Types: `text,bigint,float8`}
	aSum  = db.Insert{Table: `sums`, Columns: `name, even, total`, Row: `$1, CAST($2 AS BIGINT) % 2 = 0, $3`, Types: `text,bigint,bigint`, Sums: true}
)

func mustHavePairs(t *testing.T, d *db.DB) {
	t.Helper()
	mustWrite(t, d, `CREATE TABLE pairs (name TEXT, number BIGINT, twice BIGINT, score DOUBLE PRECISION)`)
	mustWrite(t, d, `CREATE TABLE sums (name TEXT, even BOOLEAN, total BIGINT, PRIMARY KEY (name, even))`)
}

// texts returns the rows of a statement, each of which is one text.
func texts(ctx context.Context, t *testing.T, tx *db.Tx, text db.Text) []string {
	t.Helper()
	found, err := tx.Texts(ctx, db.NewQuery(text))
	if err != nil {
		t.Error(err)
	}
	return found
}

func TestRowsAddedTogetherAreThoseAddedOneByOne(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		mustHavePairs(t, d)
		type pair struct {
			name   *string
			number *int64
			score  float64
		}
		pairs := []pair{{new(`a "quoted", {text} \ NULL`), new(int64(-7)), 0.1}, {nil, new(int64(1) << 61), 3}, {new(""), nil, -1e300}, {new("é"), new(int64(0)), 0}}
		for n := 1; n <= len(pairs); n++ {
			ctx := t.Context()
			err := d.Write(ctx, func(tx *db.Tx) error {
				if err := tx.Run(ctx, `DELETE FROM pairs WHERE score > $1`, -2e300); err != nil {
					return err
				}
				for _, p := range pairs[:n] {
					if err := tx.Add(ctx, aPair, p.name, p.number, p.score); err != nil {
						return err
					}
				}
				i := 0
				for got, err := range db.Each(ctx, tx, db.NewQuery(`SELECT name, number, score FROM pairs WHERE twice = 2 * number OR number IS NULL`),
					func(rows db.Rows) (p pair, err error) { return p, rows.Scan(&p.name, &p.number, &p.score) }) {
					if err != nil {
						return err
					}
					if want := pairs[i]; fmt.Sprint(deref(got.name), deref(got.number), got.score) != fmt.Sprint(deref(want.name), deref(want.number), want.score) {
						t.Errorf("row %d of %d is %v, want %v", i, n, got, want)
					}
					i++
				}
				if i != n {
					t.Errorf("%d rows were stored, want %d", i, n)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}

func deref[T any](v *T) any {
	if v == nil {
		return nil
	}
	return *v
}

func TestRowsWithTheSameKeyAreAddedUp(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		mustHavePairs(t, d)
		ctx := t.Context()
		for range 2 { // the second time, the rows exist
			err := d.Write(ctx, func(tx *db.Tx) error {
				for n := range 6 {
					if err := tx.Add(ctx, aSum, []string{"a", "b"}[n/4], n, 1<<n); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
		err := d.Read(ctx, func(tx *db.Tx) error {
			got := texts(ctx, t, tx, `SELECT name || CAST(total AS TEXT) FROM sums ORDER BY 1`)
			if want := []string{"a10", "a20", "b32", "b64"}; !slices.Equal(got, want) {
				t.Errorf("the sums are %v, want %v", got, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// Each statement that adds rows to pairs, or changes sums, leaves a row in steps.
func mustCountSteps(t *testing.T, d *db.DB) {
	t.Helper()
	mustHavePairs(t, d)
	mustWrite(t, d, `CREATE TABLE steps (id SERIAL, what TEXT)`)
	mustWrite(t, d, `CREATE FUNCTION step() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN INSERT INTO steps (what) VALUES (TG_TABLE_NAME); RETURN NULL; END $$`)
	mustWrite(t, d, `CREATE TRIGGER step AFTER INSERT ON pairs FOR EACH STATEMENT EXECUTE FUNCTION step()`)
	mustWrite(t, d, `CREATE TRIGGER step AFTER INSERT OR UPDATE ON sums FOR EACH STATEMENT EXECUTE FUNCTION step()`)
}

func TestRowsAreSentTogetherUnlessAnotherStatementComesInBetween(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	mustCountSteps(t, d)
	mustWrite(t, d, `INSERT INTO sums (name, even, total) VALUES ('a', TRUE, 0)`)
	mustWrite(t, d, `DELETE FROM steps`)
	ctx := t.Context()
	err := d.Write(ctx, func(tx *db.Tx) error {
		pair := func(n int) error { return tx.Add(ctx, aPair, "x", n, 0.5) }
		total := func(name string, n int) error {
			return tx.Replace(ctx, `UPDATE sums SET total = $2 WHERE name = $1`, name, n)
		}
		for n := range 3 {
			if err := cmp.Or(total("a", n), pair(n), total("b", n)); err != nil {
				return err
			}
		}
		if got := texts(ctx, t, tx, `SELECT what FROM steps ORDER BY id`); !slices.Equal(got, []string{"pairs", "sums", "sums"}) {
			t.Errorf("the statements were %v", got)
		}
		if got := texts(ctx, t, tx, `SELECT CAST(number AS TEXT) FROM pairs`); !slices.Equal(got, []string{"0", "1", "2"}) {
			t.Errorf("the rows are %v", got)
		}
		if got := texts(ctx, t, tx, `SELECT CAST(total AS TEXT) FROM sums`); !slices.Equal(got, []string{"2"}) {
			t.Errorf("the total is %v", got)
		}
		return cmp.Or(pair(3), total("a", 3), tx.Run(ctx, `UPDATE pairs SET twice = $1`, 0), pair(4), total("a", 4))
	})
	if err != nil {
		t.Error(err)
	}
	err = d.Read(ctx, func(tx *db.Tx) error {
		got := texts(ctx, t, tx, `SELECT string_agg(what, '+' ORDER BY id) FROM steps UNION ALL SELECT string_agg(twice::text, ' ' ORDER BY number) FROM pairs`)
		if want := []string{"pairs+sums+sums+pairs+sums+pairs+sums", "0 0 0 0 8"}; !slices.Equal(got, want) {
			t.Errorf("statements and rows are %q, want %q", got, want)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestMoreRowsThanFitInAStatementAreAllStored(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		mustHavePairs(t, d)
		ctx := t.Context()
		err := d.Write(ctx, func(tx *db.Tx) error {
			for n := range 1001 {
				if err := tx.Add(ctx, aPair, "x", n, 0.5); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		err = d.Read(ctx, func(tx *db.Tx) error {
			if n, err := tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM pairs`)); err != nil || n != 1001 {
				t.Errorf("%d rows, %v", n, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// Sixteen tickets with many tags each are sent in more than one statement for each table.
func TestRowsComeAfterThoseThatTheyReferTo(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	mustWrite(t, d, `CREATE TABLE parents (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, uuid TEXT UNIQUE)`)
	mustWrite(t, d, `CREATE TABLE children (parent BIGINT NOT NULL REFERENCES parents (id), n BIGINT)`)
	parent := db.Insert{Table: `parents`, Columns: `uuid`, Types: `text`}
	child := db.Insert{Table: `children`, Columns: `parent, n`, Row: `(SELECT p.id FROM parents p WHERE p.uuid = $1), $2`, Types: `text,bigint`}
	ctx := t.Context()
	err := d.Write(ctx, func(tx *db.Tx) error {
		for p := range 16 {
			uuid := fmt.Sprint("p", p)
			if err := tx.Add(ctx, parent, uuid); err != nil {
				return err
			}
			for n := range 30 {
				if err := tx.Add(ctx, child, uuid, n); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	err = d.Read(ctx, func(tx *db.Tx) error {
		n, err := tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM children`))
		if n != 16*30 {
			t.Errorf("%d rows were stored", n)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
