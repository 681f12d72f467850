package db_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// counted is what writes that add to a thing know about it.
type counted struct{ revision int64 }

// addTo returns a write to a thing that only adds rows.
func addTo(id int64, do func(tx *db.Tx, c *counted) error) db.InLine {
	return db.InLine{
		Find: func(*db.Tx) (int64, error) { return id, nil },
		Lock: func(tx *db.Tx) []db.Statement {
			c := &counted{-1}
			tx.Held = c
			text := `SELECT revision FROM things WHERE id = $1` + db.Text(tx.ForNoKeyUpdate())
			return []db.Statement{{SQL: text, Args: []any{id}, Row: func(rows db.Rows) error { return rows.Scan(&c.revision) }}}
		},
		Do: func(tx *db.Tx) error {
			c, ok := tx.Held.(*counted)
			if !ok || c.revision < 0 {
				return db.ErrNoRows
			}
			return do(tx, c)
		},
		Adds: true,
	}
}

var logged = db.Insert{Table: `log`, Columns: `thing, revision, name, person`, Types: `bigint,bigint,text,bigint`}

// logIt adds a row to the log of a thing and raises its revision.
func logIt(ctx context.Context, id int64, name string, person int64) func(tx *db.Tx, c *counted) error {
	return func(tx *db.Tx, c *counted) error {
		c.revision++
		if err := tx.Replace(ctx, `UPDATE things SET revision = $2 WHERE id = $1`, id, c.revision); err != nil {
			return err
		}
		return tx.Add(ctx, logged, id, c.revision, name, person)
	}
}

func mustHaveThings(t *testing.T, d *db.DB) {
	t.Helper()
	mustWrite(t, d, `CREATE TABLE things (id BIGINT PRIMARY KEY, revision BIGINT NOT NULL)`)
	mustWrite(t, d, `CREATE TABLE people (id BIGINT PRIMARY KEY)`)
	mustWrite(t, d, `
CREATE TABLE log (
  thing BIGINT NOT NULL REFERENCES things (id), revision BIGINT NOT NULL, name TEXT UNIQUE, person BIGINT REFERENCES people (id), UNIQUE (thing, revision)
)`)
	mustWrite(t, d, `INSERT INTO things SELECT g, 0 FROM generate_series(1, 10) g`)
	mustWrite(t, d, `INSERT INTO people SELECT generate_series(1, 9)`)
}

// mustShare runs a write to thing 2, and the others after it, in the same transaction if they can be.
func mustShare(t *testing.T, d *db.DB, then func(), others ...func()) {
	t.Helper()
	ctx := t.Context()
	var all sync.WaitGroup
	err := d.WriteInLine(ctx, addTo(2, func(*db.Tx, *counted) error {
		for _, other := range others {
			all.Go(other)
		}
		for d.Adding() < len(others) {
			time.Sleep(time.Millisecond)
		}
		return nil
	}))
	if err != nil {
		t.Error(err)
	}
	then()
	all.Wait()
}

func TestAPanicWhileOthersShareATransactionIsThatOfItsCaller(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	mustHaveThings(t, d)
	ctx := t.Context()
	for _, where := range []string{"look", "do"} {
		results := make([]error, 3)
		var writes []func()
		for i := range results {
			id := int64(4 + 2*i)
			w := addTo(id, logIt(ctx, id, fmt.Sprint(where, i), 1))
			switch {
			case i == 1 && where == "look":
				w.Look = func(*db.Tx) []db.Statement { panic("boom") }
			case i == 1:
				w.Do = func(*db.Tx) error { panic("boom") }
			}
			writes = append(writes, func() {
				defer func() {
					if p := recover(); p != nil {
						results[i] = fmt.Errorf("panic: %v", p)
					}
				}()
				results[i] = d.WriteInLine(ctx, w)
			})
		}
		mustShare(t, d, func() {}, writes...)
		if results[0] != nil || results[2] != nil || results[1] == nil || results[1].Error() != "panic: boom" {
			t.Errorf("in %s: %v", where, results)
		}
	}
}

func TestACallerWhoGoesAwayUndoesNothingOfTheOthers(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	mustHaveThings(t, d)
	ctx := t.Context()
	leaving, leave := context.WithCancel(ctx)
	leaves := addTo(4, logIt(leaving, 4, "leaves", 1))
	leaves.Look = func(*db.Tx) []db.Statement {
		return []db.Statement{{SQL: `SELECT pg_sleep(0.5)`, Row: func(db.Rows) error { return nil }}}
	}
	looked := 0
	stays := addTo(6, logIt(ctx, 6, "stays", 1))
	stays.Look = func(*db.Tx) []db.Statement { looked++; return nil }
	mustShare(t, d, func() {
		time.Sleep(200 * time.Millisecond) // until they look
		leave()
	}, func() { _ = d.WriteInLine(leaving, leaves) }, func() {
		if err := d.WriteInLine(ctx, stays); err != nil {
			t.Error(err)
		}
	})
	if looked != 1 {
		t.Errorf("the write of the caller who stayed ran %d times", looked)
	}
}

func TestNobodyWaitsForLongForWhatAnotherWriteRefersTo(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	mustHaveThings(t, d)
	ctx := t.Context()
	held, free := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_ = d.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, `SELECT id FROM people WHERE id = $1 FOR UPDATE`, 9)
			close(held)
			<-free
			return err
		})
	})
	<-held
	waited := make(chan error, 1)
	go func() { waited <- d.WriteInLine(ctx, addTo(2, logIt(ctx, 2, "waits", 9))) }()
	time.Sleep(100 * time.Millisecond)
	if err := d.WriteInLine(ctx, addTo(4, logIt(ctx, 4, "does not wait", 1))); err != nil {
		t.Error(err)
	}
	select {
	case err := <-waited:
		t.Errorf("the write that had to wait ended: %v", err)
	default:
	}
	close(free)
	all.Wait()
	if err := <-waited; err != nil {
		t.Error(err)
	}
}

var errRefused = errors.New("refused")

// trial is a write at random, which may be refused.
type trial struct {
	name    string
	refused bool // by the write itself
	taken   bool // by the database
	write   db.InLine
}

func newTrial(ctx context.Context, thing int64, name string) trial {
	kind := rand.N(12)
	r := trial{name: name, refused: kind == 0 || kind == 2 || kind == 3, taken: kind == 1}
	if r.taken {
		name = "taken"
	}
	r.write = addTo(thing, func(tx *db.Tx, c *counted) error {
		if kind == 2 { // it is refused after it has read something
			if err := tx.One(ctx, `SELECT COUNT(*) FROM log WHERE thing = $1`, []any{thing}, new(int)); err != nil {
				return err
			}
		}
		if kind != 0 && kind != 2 {
			if err := logIt(ctx, thing, name, 1)(tx, c); err != nil {
				return err
			}
		}
		if r.refused {
			return errRefused
		}
		return nil
	})
	r.write.Adds = kind != 4
	return r
}

// trials remembers how writes ended.
type trials struct {
	mu     sync.Mutex
	stored map[string]bool // false if that is uncertain
}

func (all *trials) note(t *testing.T, r trial, err error) {
	t.Helper()
	all.mu.Lock()
	defer all.mu.Unlock()
	switch {
	case err == nil:
		all.stored[r.name] = true
		if r.refused || r.taken {
			t.Errorf("%+v was stored", r)
		}
	case errors.Is(err, errRefused):
		if !r.refused {
			t.Errorf("%+v got the refusal of another", r)
		}
	case db.IsUnique(err):
		if !r.taken {
			t.Errorf("%+v got the error of another: %v", r, err)
		}
	default: // the connection was ended, or the deadline is over
		all.stored[r.name] = false
	}
}

// Two nodes write at random while their connections are ended.
func TestSharedTransactionsStoreWhatTheyAcknowledge(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	separator := "?"
	if strings.Contains(url, "?") {
		separator = "&"
	}
	nodes := []*db.DB{mustOpenPostgres(t, url+separator+"application_name=node"), mustOpenPostgres(t, url+separator+"application_name=node")}
	admin := mustOpenPostgres(t, url)
	mustHaveThings(t, admin)
	mustWrite(t, admin, `INSERT INTO log VALUES (1, -1, 'taken', 1)`)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		endConnections(admin, stop)
	}()
	all := &trials{stored: map[string]bool{}}
	var writers sync.WaitGroup
	for w := range 24 {
		writers.Go(func() {
			for n := range 50 {
				ctx, cancel := t.Context(), func() {}
				if rand.N(8) == 0 {
					ctx, cancel = context.WithTimeout(ctx, rand.N(20*time.Millisecond))
				}
				r := newTrial(ctx, 1+rand.Int64N(5), fmt.Sprintf("%d-%d", w, n))
				all.note(t, r, nodes[rand.N(2)].WriteInLine(ctx, r.write))
				cancel()
			}
		})
	}
	writers.Wait()
	close(stop)
	<-stopped
	all.mustAgree(t, admin)
	if n := nodes[0].Adding() + nodes[1].Adding(); n != 0 {
		t.Errorf("%d writes are left over", n)
	}
}

// endConnections ends some of the nodes' connections again and again.
func endConnections(admin *db.DB, stop <-chan struct{}) {
	ctx := context.Background()
	for {
		select {
		case <-stop:
			return
		case <-time.After(5 * time.Millisecond):
			_ = admin.Write(ctx, func(tx *db.Tx) error {
				const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND random() < 0.2`
				_, err := tx.Exec(ctx, text, "node")
				return err
			})
		}
	}
}

// mustAgree fails unless everything acknowledged is stored, nothing else is but what is uncertain, and revisions have no gaps.
func (all *trials) mustAgree(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		ctx := t.Context()
		found := map[string]bool{}
		for _, name := range texts(ctx, t, tx, `SELECT name FROM log WHERE name <> 'taken'`) {
			found[name] = true
			if _, known := all.stored[name]; !known {
				t.Errorf("%s is stored", name)
			}
		}
		acknowledged := 0
		for name, stored := range all.stored {
			if stored {
				acknowledged++
			}
			if stored && !found[name] {
				t.Errorf("%s was acknowledged, but is not stored", name)
			}
		}
		if acknowledged == 0 {
			t.Error("no write was acknowledged")
		}
		const gaps = `
SELECT t.id || ': ' || COUNT(*) FROM things t JOIN log l ON l.thing = t.id AND l.revision > 0
GROUP BY t.id HAVING COUNT(*) <> t.revision OR MAX(l.revision) <> t.revision`
		for _, gap := range texts(ctx, t, tx, gaps) {
			t.Errorf("the revisions of a thing have gaps: %s", gap)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
