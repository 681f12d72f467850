package db_test

import (
	"context"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"earnest/internal/store/db"
)

const (
	setThing = `UPDATE things SET n = $2 WHERE id = $1`
	setQuiet = `UPDATE quiet SET n = $2 WHERE id = $1`
)

// mustThings opens a file of things, whose changes are told by touches where the table quiet holds them.
func mustThings(t *testing.T, path string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), path, db.Options{Quiet: []string{"quiet"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func mustStore(t *testing.T, d *db.DB, f func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	if err := d.Write(ctx, func(tx *db.Tx) error { return f(ctx, tx) }); err != nil {
		t.Error(err)
	}
}

func mustFill(t *testing.T, d *db.DB) {
	t.Helper()
	mustStore(t, d, func(ctx context.Context, tx *db.Tx) error {
		for _, text := range []string{
			`CREATE TABLE things (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)`,
			`CREATE TABLE quiet (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)`,
			`INSERT INTO things VALUES (1, 0), (2, 0), (3, 0)`,
			`INSERT INTO quiet VALUES (1, 0), (2, 0), (3, 0)`,
		} {
			if _, err := tx.Exec(ctx, text); err != nil {
				return err
			}
		}
		return nil
	})
}

func touch(id, n int64) func(context.Context, *db.Tx) error {
	return func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, setQuiet, id, n); err != nil {
			return err
		}
		return tx.Touch(ctx, db.Touch{ID: id, Revision: n}, setThing, id, n)
	}
}

func set(id, n int64) func(context.Context, *db.Tx) error {
	return func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, setThing, id, n)
		return err
	}
}

func mustVersion(t *testing.T, d *db.DB) db.Version {
	t.Helper()
	v, ok := d.Version()
	if !ok {
		t.Fatal("the version is unknown while nobody writes")
	}
	return v
}

func TestATouchTellsOfItsThingAndOfNoOther(t *testing.T) {
	t.Parallel()
	d := mustThings(t, filepath.Join(t.TempDir(), "a.db"))
	mustFill(t, d)
	then := mustVersion(t, d)
	mustStore(t, d, touch(1, 7))
	touches, ok := d.Since(then, mustVersion(t, d), []int64{1, 2})
	if !ok || len(touches) != 1 || touches[1].Revision != 7 {
		t.Errorf("%v, %v", touches, ok)
	}
}

func TestAWriteThatFailsTouchesNothing(t *testing.T) {
	t.Parallel()
	d := mustThings(t, filepath.Join(t.TempDir(), "a.db"))
	mustFill(t, d)
	then := mustVersion(t, d)
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		if err := touch(1, 7)(t.Context(), tx); err != nil {
			return err
		}
		return context.Canceled
	})
	if err == nil {
		t.Fatal("it did not fail")
	}
	if touches, ok := d.Since(then, mustVersion(t, d), []int64{1}); !ok || len(touches) > 0 {
		t.Errorf("%v, %v", touches, ok)
	}
}

func TestAfterAnyOtherWriteAnythingMayHaveChanged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	d, other := mustThings(t, path), mustThings(t, path)
	mustFill(t, d)
	for name, write := range map[string]func(){
		"a plain one":               func() { mustStore(t, d, set(1, 1)) },
		"one of another process":    func() { mustStore(t, other, touch(1, 2)) },
		"both, ours last":           func() { mustStore(t, other, set(1, 3)); mustStore(t, d, touch(2, 3)) },
		"both, the other's last":    func() { mustStore(t, d, touch(2, 4)); mustStore(t, other, set(1, 4)) },
		"both, the other's between": func() { mustStore(t, d, touch(2, 5)); mustStore(t, other, set(1, 5)); mustStore(t, d, touch(2, 6)) },
	} {
		then := mustVersion(t, d)
		write()
		if _, ok := d.Since(then, mustVersion(t, d), []int64{1, 2}); ok {
			t.Errorf("after %s it is said to be known what changed", name)
		}
	}
}

// A reader keeps what it read for as long as it is told that it holds. It is never wrong, whoever writes.
func TestWhatIsSaidToHoldHoldsWhoeverWrites(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	d, other := mustThings(t, path), mustThings(t, path)
	mustFill(t, d)
	var stored [4]atomic.Int64 // at least this was stored by now
	var writers, readers sync.WaitGroup
	for id, how := range map[int64]func(n int64){
		1: func(n int64) { mustStore(t, d, touch(1, n)) },
		2: func(n int64) { mustStore(t, d, set(2, n)) },
		3: func(n int64) { mustStore(t, other, set(3, n)) },
	} {
		writers.Go(func() {
			for n := range int64(300) {
				how(n)
				stored[id].Store(n)
			}
		})
	}
	done := make(chan struct{})
	var held atomic.Int64
	for range 4 {
		readers.Go(func() { readOn(t, d, &stored, &held, done) })
	}
	writers.Wait()
	close(done)
	readers.Wait()
	if held.Load() == 0 {
		t.Error("nothing was ever said to hold")
	}
}

func readOn(t *testing.T, d *db.DB, stored *[4]atomic.Int64, held *atomic.Int64, done <-chan struct{}) {
	var then db.Version
	known := map[int64]int64{}
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true
		default:
		}
		var least [4]int64
		for id := range least {
			least[id] = stored[id].Load()
		}
		now, ok := d.Version()
		if !ok {
			continue
		}
		touches, holds := d.Since(then, now, []int64{1, 2, 3})
		if len(known) == 0 || !holds {
			then, known = now, mustRead(t, d)
			continue
		}
		held.Add(1)
		for id, touched := range touches {
			known[id] = touched.Revision
		}
		for id := range int64(4) {
			if id > 0 && known[id] < least[id] {
				t.Errorf("thing %d is said to be %d still, but %d was stored before", id, known[id], least[id])
				return
			}
		}
	}
}

func mustRead(t *testing.T, d *db.DB) map[int64]int64 {
	t.Helper()
	all := map[int64]int64{}
	ctx := context.WithoutCancel(t.Context())
	err := d.Read(ctx, func(tx *db.Tx) error {
		rows, err := tx.Query(ctx, `SELECT id, n FROM things`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id, n int64
			if err := rows.Scan(&id, &n); err != nil {
				return err
			}
			all[id] = n
		}
		return rows.Err()
	})
	if err != nil {
		t.Error(err)
	}
	return all
}
