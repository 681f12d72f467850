package db_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// each runs f on both engines, with a database that contains one empty table, notes.
func each(t *testing.T, f func(t *testing.T, d *db.DB)) {
	t.Helper()
	open := func(t *testing.T, url string) {
		t.Helper()
		d, err := db.Open(t.Context(), url, db.Options{Readers: 4})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		mustWrite(t, d, `CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT UNIQUE, number DOUBLE PRECISION, raw `+rawType(d)+`)`)
		f(t, d)
	}
	dbtest.EachEmpty(t, open)
	t.Run("as behind a pooler", func(t *testing.T) {
		t.Parallel()
		open(t, asBehindAPooler(dbtest.Postgres(t)))
	})
}

// asBehindAPooler makes the driver prepare no statements, as docs/operations.md advises for a pooler in transaction mode.
func asBehindAPooler(url string) string { return url + "&default_query_exec_mode=exec" }

func rawType(d *db.DB) string {
	if d.Engine() == db.Postgres {
		return "BYTEA"
	}
	return "BLOB"
}

func mustWrite(t *testing.T, d *db.DB, sql string, args ...any) {
	t.Helper()
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), sql, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, d *db.DB) (n int) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), `SELECT COUNT(*) FROM notes`, nil, &n) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestParametersAreNumberedNotCounted(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		mustWrite(t, d, `INSERT INTO notes (text, id) VALUES ($2, $1)`, 7, "seven")
		var text string
		var id int64
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			return tx.One(t.Context(), `SELECT text, id FROM notes WHERE text = $2 AND id = $1 AND text <> '$1'`, []any{7, "seven"}, &text, &id)
		})
		if err != nil || text != "seven" || id != 7 {
			t.Errorf("read %q, %d, %v", text, id, err)
		}
	})
}

func TestADatabaseMayBeClosedTwice(t *testing.T) {
	t.Parallel()
	each(t, func(_ *testing.T, d *db.DB) {
		d.Close()
		d.Close()
	})
}

func TestValuesComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	type named string
	each(t, func(t *testing.T, d *db.DB) {
		var none *string
		mustWrite(t, d, `INSERT INTO notes (id, text, number, raw) VALUES ($1, $2, $3, $4)`, int64(1)<<53, named("日本 🚀 '"), 0.1, []byte{0, 1, 255})
		mustWrite(t, d, `INSERT INTO notes (id, text, number, raw) VALUES ($1, $2, $3, $4)`, 2, none, nil, nil)
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			var id int64
			var text named
			var number float64
			var raw []byte
			if err := tx.One(t.Context(), `SELECT id, text, number, raw FROM notes WHERE id <> 2`, nil, &id, &text, &number, &raw); err != nil {
				return err
			}
			if id != 1<<53 || text != "日本 🚀 '" || number != 0.1 || string(raw) != "\x00\x01\xff" {
				t.Errorf("read %d %q %v %v", id, text, number, raw)
			}
			var maybe *named
			var half *float64
			if err := tx.One(t.Context(), `SELECT text, number FROM notes WHERE id = 2`, nil, &maybe, &half); err != nil {
				return err
			}
			if maybe != nil || half != nil {
				t.Errorf("NULL read as %v, %v", maybe, half)
			}
			return tx.One(t.Context(), `SELECT text FROM notes WHERE id = 3`, nil, &text)
		})
		if !errors.Is(err, db.ErrNoRows) {
			t.Errorf("a missing row gave %v", err)
		}
	})
}

// Writes that share a commit fail independently.
func TestAFailedWriteDoesNotAffectTheOthers(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		const writers = 60
		refused := errors.New("refused")
		var wg sync.WaitGroup
		results := make([]error, writers)
		for i := range writers {
			wg.Go(func() {
				results[i] = d.Write(t.Context(), func(tx *db.Tx) error {
					if _, err := tx.Exec(t.Context(), `INSERT INTO notes (id, text) VALUES ($1, $2)`, i, fmt.Sprint("note ", i/2*2)); err != nil {
						return err
					}
					if i%3 == 0 {
						return refused
					}
					return nil
				})
			})
		}
		wg.Wait()
		kept := 0
		for i, err := range results {
			switch {
			case err == nil:
				kept++
			case i%3 == 0 && errors.Is(err, refused), db.IsUnique(err):
			default:
				t.Errorf("writer %d: %v", i, err)
			}
		}
		if n := count(t, d); n != kept || kept < 20 {
			t.Errorf("%d rows are there, %d writes were told they succeeded", n, kept)
		}
	})
}

// A long write is not run again just because another write in the same commit failed late.
func TestALongWriteRunsOnceEvenIfOthersFail(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.SQLite(t), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	mustWrite(t, d, `CREATE TABLE notes (id INTEGER PRIMARY KEY)`)
	refused := errors.New("refused")
	begun := make(chan struct{})
	runs := 0
	var all sync.WaitGroup
	all.Go(func() {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			runs++
			close(begun) // closing it twice would panic
			time.Sleep(100 * time.Millisecond)
			_, err := tx.Exec(t.Context(), `INSERT INTO notes (id) VALUES (1)`)
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-begun
	for i := range 5 {
		all.Go(func() {
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				if _, err := tx.Exec(t.Context(), `INSERT INTO notes (id) VALUES ($1)`, 2+i); err != nil {
					return err
				}
				return refused
			})
			if !errors.Is(err, refused) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := count(t, d); n != 1 || runs != 1 {
		t.Errorf("%d rows after %d runs", n, runs)
	}
}

func TestAPanicInAWriteReachesItsCallerAndNobodyElse(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		func() {
			defer func() {
				if p := fmt.Sprint(recover()); !strings.HasPrefix(p, "boom") {
					t.Errorf("recovered %s", p)
				}
			}()
			_ = d.Write(t.Context(), func(tx *db.Tx) error {
				if _, err := tx.Exec(t.Context(), `INSERT INTO notes (id) VALUES (1)`); err != nil {
					t.Error(err)
				}
				panic("boom")
			})
		}()
		mustWrite(t, d, `INSERT INTO notes (id) VALUES (2)`)
		if n := count(t, d); n != 1 {
			t.Errorf("%d rows, want only the second", n)
		}
	})
}

func TestAReadSeesOneState(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			var before, after int
			if err := tx.One(t.Context(), `SELECT COUNT(*) FROM notes`, nil, &before); err != nil {
				return err
			}
			mustWrite(t, d, `INSERT INTO notes (id) VALUES (1)`)
			if err := tx.One(t.Context(), `SELECT COUNT(*) FROM notes`, nil, &after); err != nil {
				return err
			}
			if before != after {
				t.Errorf("a read saw %d rows, then %d", before, after)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestAReadCannotWrite(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO notes (id) VALUES (1)`)
			return err
		})
		if err == nil || count(t, d) != 0 {
			t.Errorf("a read wrote: %v", err)
		}
	})
}

func TestACancelledReadEndsAndTheDatabaseGoesOn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		start := time.Now()
		err := d.Read(ctx, func(tx *db.Tx) error {
			var n int64
			return tx.One(ctx, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n WHERE i < 0`, nil, &n)
		})
		if err == nil || time.Since(start) > 10*time.Second {
			t.Errorf("an endless read ended with %v after %s", err, time.Since(start))
		}
		if n := count(t, d); n != 0 {
			t.Errorf("%d rows", n)
		}
	})
}

func TestInMatchesTheListedTexts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		for i, text := range []string{"a", "b", `c"'`, "d"} {
			mustWrite(t, d, `INSERT INTO notes (id, text) VALUES ($1, $2)`, i, text)
		}
		for _, tc := range []struct {
			list []string
			want int
		}{{nil, 0}, {[]string{}, 0}, {[]string{"a", `c"'`, "x"}, 2}} {
			var n int
			err := d.Read(t.Context(), func(tx *db.Tx) error {
				return tx.One(t.Context(), `SELECT COUNT(*) FROM notes WHERE id >= $1 AND text`+tx.In(2), []any{0, db.List(tx, tc.list)}, &n)
			})
			if err != nil || n != tc.want {
				t.Errorf("in %q: %d, %v", tc.list, n, err)
			}
		}
	})
}

func TestAServerThatIsDownIsUnavailable(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), "postgres://earnest@127.0.0.1:1/earnest?connect_timeout=1", db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Ping(t.Context()); !db.IsUnavailable(err) {
		t.Errorf("no server: %v", err)
	}
}

// When the disk is full, SQLite rolls back the whole transaction by itself. Nothing remains of the write that failed, whatever it does
// afterwards, and the writes that shared its commit get a temporary error.
func TestATransactionThatSQLiteLostLeavesNothing(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.SQLite(t), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	mustWrite(t, d, `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)`)
	mustWrite(t, d, `PRAGMA max_page_count = 20`)
	running, goOn := make(chan struct{}), make(chan struct{})
	insert := func(id int, text string) func(*db.Tx) error {
		return func(tx *db.Tx) error {
			_, err := tx.Exec(context.Background(), `INSERT INTO notes (id, text) VALUES ($1, $2)`, id, text)
			return err
		}
	}
	results := make([]error, 4)
	var wg sync.WaitGroup
	wg.Go(func() {
		results[0] = d.Write(context.Background(), func(tx *db.Tx) error {
			close(running)
			<-goOn
			return insert(1, "first")(tx)
		})
	})
	<-running
	for i, f := range []func(*db.Tx) error{
		insert(2, "second"),
		func(tx *db.Tx) error {
			if err := insert(3, strings.Repeat("x", 1<<20))(tx); err == nil {
				t.Error("the disk was not full")
			}
			return insert(4, "after the error")(tx)
		},
		insert(5, "last"),
	} {
		wg.Go(func() { results[i+1] = d.Write(context.Background(), f) })
	}
	time.Sleep(50 * time.Millisecond) // wait until the other three are queued behind the first
	close(goOn)
	wg.Wait()
	stored := 0
	for i, err := range results {
		if err == nil {
			stored++
		} else if !db.IsUnavailable(err) {
			t.Errorf("write %d: %v", i, err)
		}
	}
	if n := count(t, d); n != stored || results[2] == nil {
		t.Errorf("%d rows are there, %d writes were told so: %v", n, stored, results)
	}
	mustWrite(t, d, `INSERT INTO notes (id) VALUES (6)`)
}

func TestATimeoutIsTheContextsOnBothEngines(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		// This is long enough to open a connection even on a busy machine. If the deadline passed before that, the database would count as
		// unavailable.
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := d.Read(ctx, func(tx *db.Tx) error {
			var n int64
			return tx.One(ctx, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n WHERE i < 0`, nil, &n)
		})
		if !errors.Is(err, context.DeadlineExceeded) || db.IsUnavailable(err) {
			t.Errorf("a timeout is %v", err)
		}
	})
}

// An error that a caller returns from its own transaction is not a database error.
func TestTheCallersOwnErrorKeepsItsKind(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *db.DB) {
		for _, own := range []error{io.ErrUnexpectedEOF, net.ErrClosed} {
			if err := d.Read(t.Context(), func(*db.Tx) error { return own }); !errors.Is(err, own) || db.IsUnavailable(err) {
				t.Errorf("%v became %v", own, err)
			}
		}
	})
}

// After a commit that is never acknowledged, the caller must learn that the write may or may not have been stored.
func TestALostCommitIsUncertain(t *testing.T) {
	t.Parallel()
	proxy := newCommitEater(t, dbtest.Postgres(t))
	d, err := db.Open(t.Context(), proxy.url, db.Options{Readers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	mustWrite(t, d, `CREATE TABLE notes (id BIGINT PRIMARY KEY)`)
	for i, lose := range []*atomic.Bool{&proxy.eat, &proxy.lose} {
		lose.Store(true)
		err = d.Write(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO notes (id) VALUES ($1)`, i)
			return err
		})
		if !db.IsUncertain(err) || db.IsUnavailable(err) {
			t.Errorf("a lost commit is %v", err)
		}
		lose.Store(false)
		if n := count(t, d); n != i+1 {
			t.Errorf("%d rows: the proxy did not forward the commit", n)
		}
	}
}

// A commit that the server has acknowledged is stored, even if the server then ends the session instead of reporting that it is ready.
func TestAnAcknowledgedCommitCountsThoughTheSessionEnds(t *testing.T) {
	t.Parallel()
	proxy := newCommitEater(t, dbtest.Postgres(t))
	d := mustOpenPostgres(t, proxy.url)
	proxy.end.Store(true)
	err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Run(t.Context(), `INSERT INTO notes (id) VALUES ($1)`, 1) })
	if err != nil {
		t.Errorf("an acknowledged commit is %v", err)
	}
	proxy.end.Store(false)
	mustCount(t, d, 1)
}

// A transaction can end without a commit (SQLite does this after an I/O error, even on a read). The writes that share it must not
// continue outside a transaction, where each of their statements would be committed on its own.
func TestNoWriteContinuesWithoutItsTransaction(t *testing.T) {
	t.Parallel()
	d := mustOpenNotes(t)
	running, goOn := make(chan struct{}), make(chan struct{})
	results := make([]error, 4)
	var wg sync.WaitGroup
	wg.Go(func() {
		results[0] = d.Write(context.Background(), func(*db.Tx) error {
			close(running)
			<-goOn
			return nil
		})
	})
	<-running
	insert := func(tx *db.Tx) error {
		_, err := tx.Exec(context.Background(), `INSERT INTO notes (text) VALUES (NULL)`)
		return err
	}
	for i, f := range []func(*db.Tx) error{
		insert,
		func(tx *db.Tx) error {
			_, err := tx.Exec(context.Background(), `ROLLBACK`)
			return err
		},
		insert,
	} {
		wg.Go(func() { results[i+1] = d.Write(context.Background(), f) })
		time.Sleep(2 * time.Millisecond) // wait until it is queued, but not for long, since each write behind a long one would get a savepoint
	}
	close(goOn)
	wg.Wait()
	stored := 0
	for _, i := range []int{1, 3} {
		if results[i] == nil {
			stored++
		} else if !db.IsUnavailable(results[i]) {
			t.Errorf("write %d: %v", i, results[i])
		}
	}
	if n := count(t, d); n != stored || !db.IsUnavailable(results[2]) {
		t.Errorf("%d rows are there, %d writes were told so: %v", n, stored, results)
	}
}

func mustOpenNotes(t *testing.T) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.SQLite(t), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	mustWrite(t, d, `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE)`)
	return d
}

// Prepared statements are kept between writes. However a statement ended, its next use is unaffected.
func TestAStatementCanBeReusedHoweverItEnded(t *testing.T) {
	t.Parallel()
	d := mustOpenNotes(t)
	const list = `SELECT id FROM notes ORDER BY id`
	add := func(text string) error {
		return d.Write(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO notes (text) VALUES ($1)`, text)
			return err
		})
	}
	ids := func() (ids []int) {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			rows, err := tx.Query(t.Context(), list)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				var id int
				if err := rows.Scan(&id); err != nil {
					return err
				}
				ids = append(ids, id)
			}
			return rows.Err()
		})
		if err != nil {
			t.Error(err)
		}
		return ids
	}
	for name, spoil := range map[string]func(tx *db.Tx) error{
		"a constraint": func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO notes (text) VALUES ($1)`, "a")
			return err
		},
		"the wrong number of arguments": func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO notes (text) VALUES ($1)`, "b", "c")
			return err
		},
		"an argument of an unsupported type": func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO notes (text) VALUES ($1)`, struct{}{})
			return err
		},
		"a query while rows are being read": func(tx *db.Tx) error {
			rows, err := tx.Query(t.Context(), list)
			if err != nil {
				return nil
			}
			defer rows.Close()
			rows.Next()
			_, err = tx.Query(t.Context(), list)
			return err
		},
		"rows that are left open": func(tx *db.Tx) error {
			rows, err := tx.Query(t.Context(), list)
			if err == nil {
				rows.Next()
			}
			return err
		},
	} {
		_ = add("a")
		before := ids()
		func() {
			defer func() { _ = recover() }()
			if err := d.Write(t.Context(), spoil); err == nil {
				t.Errorf("%s: no error", name)
			}
		}()
		if after := ids(); len(after) != len(before) || after[0] != before[0] {
			t.Errorf("after %s: %v, not %v", name, after, before)
		}
		if err := add(name); err != nil {
			t.Errorf("after %s: %v", name, err)
		}
	}
}
