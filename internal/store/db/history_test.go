package db_test

import (
	"context"
	"errors"
	"maps"
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
	d, err := db.Open(t.Context(), path, db.Options{Quiet: []string{"quiet", "parts"}, Parts: []string{"parts"}})
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
			`CREATE TABLE parts (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)`,
			`INSERT INTO parts VALUES (10, 0), (11, 0)`,
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

func script(text string) func(context.Context, *db.Tx) error {
	return func(ctx context.Context, tx *db.Tx) error { return tx.Script(ctx, text) }
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
		"a script":                  func() { mustStore(t, d, script(`UPDATE things SET n = 9; UPDATE quiet SET n = 9`)) },
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

// part changes a part of a thing, and whatever else the writes do that follow.
func part(p db.Part, more ...string) func(context.Context, *db.Tx) error {
	return func(ctx context.Context, tx *db.Tx) error {
		err := tx.Part(func() (db.Part, error) {
			_, err := tx.Exec(ctx, `UPDATE parts SET n = $2 WHERE id = $1`, p.ID, p.At)
			return p, err
		})
		for _, text := range more {
			if err == nil {
				_, err = tx.Exec(ctx, text)
			}
		}
		if err != nil {
			return err
		}
		return touch(p.Thing, p.At)(ctx, tx)
	}
}

func TestAPartTellsOfItselfAndOfNoOther(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		writes    []func(context.Context, *db.Tx) error
		want      map[int]int64 // by the place among the parts asked for
		grown, ok bool
	}{
		"nothing":                    {nil, nil, false, true},
		"one":                        {list(part(db.Part{Thing: 1, ID: 10, At: 5})), map[int]int64{0: 5}, false, true},
		"one, twice":                 {list(part(db.Part{Thing: 1, ID: 10, At: 5}), part(db.Part{Thing: 1, ID: 10, At: 6})), map[int]int64{0: 6}, false, true},
		"two":                        {list(part(db.Part{Thing: 1, ID: 10, At: 5}), part(db.Part{Thing: 1, ID: 11, At: 7})), map[int]int64{0: 5, 1: 7}, false, true},
		"another":                    {list(part(db.Part{Thing: 1, ID: 12, At: 5})), nil, false, true},
		"a new one":                  {list(part(db.Part{Thing: 1, ID: 13, At: 5, New: true})), nil, true, true},
		"one of another thing":       {list(part(db.Part{Thing: 2, ID: 10, At: 5})), nil, false, true},
		"one, and others of nobody":  {list(part(db.Part{Thing: 1, ID: 10, At: 5}, `UPDATE parts SET n = 9`)), nil, false, false},
		"one, and none of nobody":    {list(part(db.Part{Thing: 1, ID: 10, At: 5}, `UPDATE parts SET n = 9 WHERE id = 99`)), map[int]int64{0: 5}, false, true},
		"what else there is":         {list(touch(1, 4)), nil, false, true},
		"a row that goes, of others": {list(part(db.Part{Thing: 1, ID: 10, At: 5}, `DELETE FROM quiet WHERE id = 3`)), nil, false, false},
		"one without its thing": {list(func(ctx context.Context, tx *db.Tx) error {
			return tx.Part(func() (db.Part, error) {
				_, err := tx.Exec(ctx, `UPDATE parts SET n = 8 WHERE id = 10`)
				return db.Part{Thing: 1, ID: 10, At: 8}, err
			})
		}), nil, false, false},
		"anything": {list(set(1, 1)), nil, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := mustThings(t, filepath.Join(t.TempDir(), "a.db"))
			mustFill(t, d)
			mustStore(t, d, part(db.Part{Thing: 1, ID: 11, At: 1}, `UPDATE parts SET n = 2`)) // what was before is of no interest
			then := mustVersion(t, d)
			for _, write := range c.writes {
				mustStore(t, d, write)
			}
			got := map[int]int64{}
			grown, ok := d.PartsSince(then, mustVersion(t, d), 1, []int64{10, 11}, func(i int, at int64) { got[i] = at })
			if ok != c.ok || grown != c.grown || c.ok && !maps.Equal(got, c.want) {
				t.Errorf("%v, grown %v, ok %v", got, grown, ok)
			}
		})
	}
}

func list[T any](all ...T) []T { return all }

// Writes share a commit also when some of them fail after they changed something: what is told of the others is what was stored.
func TestWhatAFailedWriteLeftBehindIsNotToldOf(t *testing.T) {
	t.Parallel()
	d := mustThings(t, filepath.Join(t.TempDir(), "a.db"))
	mustFill(t, d)
	then := mustVersion(t, d)
	refused := errors.New("refused")
	var all sync.WaitGroup
	for n := range int64(60) {
		all.Go(func() {
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				if err := part(db.Part{Thing: 1 + n%2, ID: 10 + n%2, At: 100 + n})(t.Context(), tx); err != nil {
					return err
				}
				if n%3 == 0 {
					return refused
				}
				return nil
			})
			if want := n%3 == 0; errors.Is(err, refused) != want || !want && err != nil {
				t.Errorf("write %d: %v", n, err)
			}
		})
	}
	all.Wait()
	things := mustRead(t, d)
	touches, ok := d.Since(then, mustVersion(t, d), []int64{1, 2})
	for id := range int64(3) {
		if id > 0 && (!ok || touches[id].Revision != things[id] || things[id]%3 == 1) { // 100 + a multiple of three was refused
			t.Errorf("thing %d is told to be %d, and is %d", id, touches[id].Revision, things[id])
		}
		if id == 0 {
			continue
		}
		_, ok := d.PartsSince(then, mustVersion(t, d), id, []int64{9 + id}, func(_ int, at int64) {
			if at != things[id] {
				t.Errorf("the part of thing %d is told to be %d, and is %d", id, at, things[id])
			}
		})
		if !ok {
			t.Errorf("nothing is told of the parts of thing %d", id)
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
