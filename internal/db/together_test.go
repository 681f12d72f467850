package db_test

import (
	"slices"
	"strconv"
	"testing"

	"earnest/internal/db"
)

// numbers returns a statement that selects the numbers from 1 to n and collects them in a list.
func numbers(n int, into *[]int) db.Statement {
	return db.Statement{
		SQL:  `WITH RECURSIVE up (i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i - 1 FROM up WHERE i > 1) SELECT i FROM up ORDER BY i`,
		Args: []any{n},
		Row: func(rows db.Rows) error {
			var i int
			err := rows.Scan(&i)
			*into = append(*into, i)
			return err
		},
	}
}

func TestStatementsSentTogetherAreEachAnswered(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		var three, five []int
		before := d.Statements()
		for name, run := range map[string]func() error{
			"once": func() error {
				return d.Once(t.Context(), func(tx *db.Tx) error { return tx.Together(t.Context(), numbers(3, &three), numbers(5, &five)) })
			},
			"in a transaction": func() error {
				return d.Write(t.Context(), func(tx *db.Tx) error { return tx.Together(t.Context(), numbers(3, &three), numbers(5, &five)) })
			},
		} {
			three, five = nil, nil
			if err := run(); err != nil || !slices.Equal(three, []int{1, 2, 3}) || !slices.Equal(five, []int{1, 2, 3, 4, 5}) {
				t.Errorf("%s: %v and %v: %v", name, three, five, err)
			}
		}
		if n := d.Statements() - before; n != 4 {
			t.Errorf("%d statements were counted, want 4", n)
		}
	})
}

func TestStatementsSentTogetherAreUndoneWhenOneFails(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		if d.Engine() != db.Postgres {
			return // on SQLite, Once can only read
		}
		insert := func(id int) db.Statement {
			return db.Statement{SQL: `INSERT INTO notes (id, text) VALUES ($1, $2) RETURNING id`, Args: []any{id, strconv.Itoa(id)}, Row: func(db.Rows) error { return nil }}
		}
		together := func(all ...db.Statement) error {
			return d.Once(t.Context(), func(tx *db.Tx) error { return tx.Together(t.Context(), all...) })
		}
		if err := together(insert(1), insert(2)); err != nil || count(t, d) != 2 {
			t.Fatalf("%d notes: %v", count(t, d), err)
		}
		if err := together(insert(3), insert(2), insert(4)); !db.IsUnique(err) || count(t, d) != 2 {
			t.Errorf("%d notes after a broken rule: %v", count(t, d), err)
		}
		end := db.Statement{SQL: `SELECT pg_terminate_backend(pg_backend_pid())`, Row: func(db.Rows) error { return nil }}
		if err := together(insert(5), end); !db.IsUnavailable(err) || count(t, d) != 2 {
			t.Errorf("%d notes after the connection was lost: %v", count(t, d), err)
		}
	})
}
