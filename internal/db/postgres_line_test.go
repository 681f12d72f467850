package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// lined is the id of what the writes in these tests lock.
const lined = 1

func writeInLine(ctx context.Context, d *db.DB, id int64, f func(tx *db.Tx) error) error {
	return d.WriteInLine(ctx, db.InLine{Find: func(*db.Tx) (int64, error) { return id, nil }, Do: f})
}

// addNote returns a write that stores a note and the number of its transaction.
func addNote(ctx context.Context, id int, transaction *string) func(*db.Tx) error {
	return func(tx *db.Tx) error {
		if err := tx.One(ctx, `SELECT CAST(pg_current_xact_id() AS TEXT)`, nil, transaction); err != nil {
			return err
		}
		return tx.Run(ctx, `INSERT INTO notes (id) VALUES ($1)`, id)
	}
}

// outcome makes a write and returns its error. If it panics, that is the error.
func outcome(ctx context.Context, d *db.DB, write func(*db.Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return writeInLine(ctx, d, lined, write)
}

// lineUp makes writes while another one holds them up. It returns once they are in line; wait returns their errors.
func lineUp(t *testing.T, d *db.DB, writes ...func(*db.Tx) error) (wait func() []error) {
	t.Helper()
	results := make([]error, len(writes))
	var all sync.WaitGroup
	before := d.InLine(lined)
	for i, write := range writes {
		all.Go(func() { results[i] = outcome(t.Context(), d, write) })
		for d.InLine(lined) <= before+i {
			time.Sleep(time.Millisecond)
		}
	}
	return func() []error {
		all.Wait()
		return results
	}
}

// allInLine makes writes while another one holds them up, and returns their errors.
func allInLine(t *testing.T, d *db.DB, writes ...func(*db.Tx) error) []error {
	t.Helper()
	var wait func() []error
	err := writeInLine(t.Context(), d, lined, func(*db.Tx) error {
		wait = lineUp(t, d, writes...)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return wait()
}

func TestWritesThatWaitForTheSameLockShareATransaction(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	var transactions [5]string
	var writes []func(*db.Tx) error
	for i := range transactions {
		writes = append(writes, addNote(t.Context(), i, &transactions[i]))
	}
	for i, err := range allInLine(t, d, writes...) {
		if err != nil || transactions[i] != transactions[0] {
			t.Errorf("write %d ran in transaction %s, the first in %s: %v", i, transactions[i], transactions[0], err)
		}
	}
	mustCount(t, d, len(transactions))
	if n := d.InLine(lined); n != 0 {
		t.Errorf("%d writes are left in line", n)
	}
	var next string
	if err := writeInLine(t.Context(), d, lined, addNote(t.Context(), 9, &next)); err != nil || next == transactions[0] {
		t.Errorf("a later write: %s, %v", next, err)
	}
}

func TestAWriteThatFailsInASharedTransactionAffectsNobodyElse(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	then := func(write func(*db.Tx) error, end func() error) func(*db.Tx) error {
		return func(tx *db.Tx) error {
			if err := write(tx); err != nil {
				return err
			}
			return end()
		}
	}
	for name, test := range map[string]struct {
		bad  func(ctx context.Context, transaction *string) func(*db.Tx) error
		told func(error) bool
	}{
		"it is refused": {
			func(ctx context.Context, transaction *string) func(*db.Tx) error {
				return then(addNote(ctx, 9, transaction), func() error { return refused })
			},
			func(err error) bool { return errors.Is(err, refused) },
		},
		"it breaks a constraint, which shows in the next write": {
			func(ctx context.Context, transaction *string) func(*db.Tx) error { return addNote(ctx, 0, transaction) },
			db.IsUnique,
		},
		"it reads something that cannot be computed": {
			func(ctx context.Context, _ *string) func(*db.Tx) error {
				return func(tx *db.Tx) error { return tx.One(ctx, `SELECT 1 / $1::int`, []any{0}, new(int)) }
			},
			func(err error) bool { return err != nil && strings.Contains(err.Error(), "division by zero") },
		},
		"its argument cannot be sent, so nothing is sent": {
			func(ctx context.Context, _ *string) func(*db.Tx) error {
				return func(tx *db.Tx) error { return tx.One(ctx, `SELECT $1::int`, []any{struct{}{}}, new(int)) }
			},
			func(err error) bool { return err != nil && strings.Contains(err.Error(), "encode") },
		},
		"it panics": {
			func(ctx context.Context, transaction *string) func(*db.Tx) error {
				return then(addNote(ctx, 9, transaction), func() error { panic("boom") })
			},
			func(err error) bool { return err != nil && strings.HasPrefix(err.Error(), "panic: boom") },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := mustOpenPostgres(t, dbtest.Postgres(t))
			var first, bad, last string
			mustWrite(t, d, `INSERT INTO notes (id) VALUES (0)`)
			results := allInLine(t, d, addNote(t.Context(), 1, &first), test.bad(t.Context(), &bad), addNote(t.Context(), 2, &last))
			if results[0] != nil || results[2] != nil || first == last {
				t.Errorf("the others: %v in transaction %s and %v in %s", results[0], first, results[2], last)
			}
			if !test.told(results[1]) {
				t.Errorf("the one that failed: %v", results[1])
			}
			mustCount(t, d, 3)
		})
	}
}

// refuse returns a write that fails after it has read something.
func refuse(ctx context.Context, why error) func(*db.Tx) error {
	return func(tx *db.Tx) error {
		if err := tx.One(ctx, `SELECT COUNT(*) FROM notes`, nil, new(int)); err != nil {
			return err
		}
		return why
	}
}

func TestAWriteThatIsRefusedBeforeItChangesAnythingUndoesNobodyElse(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	refused := errors.New("refused")
	var transactions [3]string
	note := func(i int) func(*db.Tx) error { return addNote(t.Context(), i, &transactions[i]) }
	atOnce := func(*db.Tx) error { return refused }
	writes := []func(*db.Tx) error{atOnce, note(0), refuse(t.Context(), refused), note(1), atOnce, note(2), refuse(t.Context(), refused)}
	for i, err := range allInLine(t, d, writes...) {
		if stored := i%2 == 1; stored && err != nil || !stored && !errors.Is(err, refused) {
			t.Errorf("write %d: %v", i, err)
		}
	}
	if transactions[1] != transactions[0] || transactions[2] != transactions[0] {
		t.Errorf("the others ran in the transactions %v", transactions)
	}
	mustCount(t, d, len(transactions))
}

func TestALostCommitIsNotUncertainForAWriteThatWasRefused(t *testing.T) {
	t.Parallel()
	proxy := newCommitEater(t, dbtest.Postgres(t))
	d := mustOpenPostgres(t, proxy.url)
	refused := errors.New("refused")
	var transaction string
	write := addNote(t.Context(), 1, &transaction)
	results := allInLine(t, d, func(tx *db.Tx) error {
		proxy.eat.Store(true) // the write that held them up has been committed
		return write(tx)
	}, refuse(t.Context(), refused))
	if !db.IsUncertain(results[0]) || !errors.Is(results[1], refused) {
		t.Errorf("%v", results)
	}
}

func TestTheLineRunsInTransactionsOfLimitedSize(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	var transactions [2*db.MostShared + 3]string
	var writes []func(*db.Tx) error
	for i := range transactions {
		writes = append(writes, addNote(t.Context(), i, &transactions[i]))
	}
	sizes := map[string]int{}
	for i, err := range allInLine(t, d, writes...) {
		if first := transactions[i-i%db.MostShared]; err != nil || transactions[i] != first {
			t.Errorf("write %d ran in transaction %s, the first of its turn in %s: %v", i, transactions[i], first, err)
		}
		sizes[transactions[i]]++
	}
	if len(sizes) != 3 {
		t.Errorf("the writes ran in transactions of these sizes: %v", sizes)
	}
	mustCount(t, d, len(transactions))
}

// The first caller does not wait, the second waits alone, and the third is the first of those who share a transaction.
func TestTheLineMovesOnAfterAPanicOfWhoeverIsFirst(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	var second, others func() []error
	var transactions [2]string
	results := []error{outcome(t.Context(), d, func(*db.Tx) error {
		second = lineUp(t, d, func(*db.Tx) error {
			boom := func(*db.Tx) error { panic("boom") }
			others = lineUp(t, d, boom, addNote(t.Context(), 1, &transactions[0]), addNote(t.Context(), 2, &transactions[1]))
			panic("boom")
		})
		panic("boom")
	})}
	results = append(results, second()...)
	results = append(results, others()...)
	for i, err := range results {
		if panicked := err != nil && strings.HasPrefix(err.Error(), "panic: boom"); panicked != (i < 3) || !panicked && err != nil {
			t.Errorf("caller %d: %v", i, err)
		}
	}
	mustCount(t, d, 2)
	if d.Lined(lined) {
		t.Error("the line has not ended")
	}
}

// doneUnnoticed is a context that ends at the moment when its caller's turn comes, before the caller can leave the line.
type doneUnnoticed struct{ context.Context }

func (doneUnnoticed) Err() error { return context.Canceled }

func TestACallerWhoseContextIsDoneIsLeftOutOfTheSharedTransaction(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	var transactions [db.MostShared]string
	var writes []func(*db.Tx) error
	for i := range transactions {
		writes = append(writes, addNote(t.Context(), i, &transactions[i]))
	}
	gone := make(chan error, 1)
	var first, others func() []error
	err := writeInLine(t.Context(), d, lined, func(*db.Tx) error {
		first = lineUp(t, d, writes[0])
		go func() {
			gone <- writeInLine(doneUnnoticed{t.Context()}, d, lined, func(*db.Tx) error {
				t.Error("a write ran although its caller had gone")
				return nil
			})
		}()
		for d.InLine(lined) < 2 {
			time.Sleep(time.Millisecond)
		}
		others = lineUp(t, d, writes[1:]...)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller who has gone is told %v", err)
	}
	for i, err := range slices.Concat(first(), others()) {
		if err != nil || transactions[i] != transactions[0] {
			t.Errorf("write %d ran in transaction %s, the first in %s: %v", i, transactions[i], transactions[0], err)
		}
	}
	mustCount(t, d, len(transactions))
}

func TestTheLineEndsIfEverybodyHasGone(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	gone := make(chan error, 1)
	err := writeInLine(t.Context(), d, lined, func(*db.Tx) error {
		go func() {
			gone <- writeInLine(doneUnnoticed{t.Context()}, d, lined, func(*db.Tx) error { return errors.New("it ran") })
		}()
		for d.InLine(lined) < 1 {
			time.Sleep(time.Millisecond)
		}
		return nil
	})
	if told := <-gone; err != nil || !errors.Is(told, context.Canceled) || d.Lined(lined) {
		t.Errorf("the write: %v; the caller who has gone is told %v; there is still a line: %v", err, told, d.Lined(lined))
	}
}

func TestACallerWhoGoesAwayLeavesTheLine(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	ctx, leave := context.WithCancel(t.Context())
	err := writeInLine(t.Context(), d, lined, func(*db.Tx) error {
		time.AfterFunc(10*time.Millisecond, leave)
		err := writeInLine(ctx, d, lined, func(*db.Tx) error {
			t.Error("a write ran although its caller had gone")
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the caller is told %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestCallersWhoWaitTogetherForAConnectionMayGoAway(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), dbtest.Postgres(t), db.Options{Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	var leave [3]context.CancelFunc
	var ended [3]chan error
	err = d.Read(t.Context(), func(*db.Tx) error { // it has the only connection
		for i := range ended {
			ctx, cancel := context.WithCancel(t.Context())
			leave[i], ended[i] = cancel, make(chan error, 1)
			go func() { ended[i] <- writeInLine(ctx, d, lined, func(*db.Tx) error { return nil }) }()
			for !d.Lined(lined) || d.InLine(lined) < i {
				time.Sleep(time.Millisecond)
			}
		}
		leave[0]()
		told := []error{<-ended[0]}
		leave[1]() // now the others wait in one transaction, which ends when all of them have gone
		leave[2]()
		for i, err := range append(told, <-ended[1], <-ended[2]) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("caller %d is told %v", i, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestWritesWithOtherLocksDoNotWait(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	var transaction string
	err := writeInLine(t.Context(), d, lined, func(*db.Tx) error {
		return writeInLine(t.Context(), d, lined+1, addNote(t.Context(), 1, &transaction))
	})
	if err != nil {
		t.Error(err)
	}
	mustCount(t, d, 1)
}

func TestALostCommitIsUncertainForAllWhoShareIt(t *testing.T) {
	t.Parallel()
	proxy := newCommitEater(t, dbtest.Postgres(t))
	d := mustOpenPostgres(t, proxy.url)
	var transactions [3]string
	var writes []func(*db.Tx) error
	for i := range transactions {
		write := addNote(t.Context(), i, &transactions[i])
		writes = append(writes, func(tx *db.Tx) error {
			proxy.eat.Store(true) // the write that held them up has been committed
			return write(tx)
		})
	}
	for i, err := range allInLine(t, d, writes...) {
		if !db.IsUncertain(err) {
			t.Errorf("write %d: %v", i, err)
		}
	}
	proxy.eat.Store(false)
	mustCount(t, d, len(transactions))
}

// Whatever the order in which writes come, wait, fail and leave, everything that was acknowledged is stored once, and nothing else.
func TestManyWritesInLine(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	const writers, each, ids = 24, 20, 3
	refused := errors.New("refused")
	var all sync.WaitGroup
	var mu sync.Mutex
	kept := 0
	for w := range writers {
		all.Go(func() {
			for n := range each {
				number, ctx, cancel := w*each+n, t.Context(), func() {}
				if number%11 == 0 {
					ctx, cancel = context.WithTimeout(ctx, time.Duration(number%7)*time.Millisecond)
				}
				err := writeInLine(ctx, d, int64(number%ids), func(tx *db.Tx) error {
					if err := tx.Run(ctx, `INSERT INTO notes (id) VALUES ($1)`, number); err != nil {
						return err
					}
					if number%13 == 0 {
						return refused
					}
					return nil
				})
				cancel()
				switch {
				case err == nil:
					mu.Lock()
					kept++
					mu.Unlock()
				case number%13 == 0 && errors.Is(err, refused), number%11 == 0 && !db.IsUncertain(err):
				default:
					t.Errorf("write %d: %v", number, err)
				}
			}
		})
	}
	all.Wait()
	mustCount(t, d, kept)
	if kept < writers*each*3/4 {
		t.Errorf("only %d of %d writes were stored", kept, writers*each)
	}
}

// reader is a write in line that counts how often something is locked, and reads the number of notes before it adds one.
type reader struct{ locked, notes int }

func (r *reader) write(ctx context.Context, id int, adds bool, end func() error) db.InLine {
	return db.InLine{
		Find: func(*db.Tx) (int64, error) { return lined, nil },
		Lock: func(*db.Tx) []db.Statement {
			r.locked++
			return nil
		},
		Look: func(*db.Tx) []db.Statement {
			return []db.Statement{{SQL: `SELECT COUNT(*) FROM notes WHERE id > $1`, Args: []any{0}, Row: func(rows db.Rows) error { return rows.Scan(&r.notes) }}}
		},
		Do: func(tx *db.Tx) error {
			if err := end(); err != nil {
				return err
			}
			return tx.Run(ctx, `INSERT INTO notes (id) VALUES ($1)`, id)
		},
		Adds: adds,
	}
}

func TestWritesThatOnlyAddLookTogether(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	refused := errors.New("refused")
	adds := []bool{true, true, true, false, true, true, false}
	readers := make([]reader, len(adds))
	results := make([]error, len(adds))
	var all sync.WaitGroup
	err := writeInLine(t.Context(), d, lined, func(*db.Tx) error {
		for i := range adds {
			end := func() error { return nil }
			if i == 1 {
				end = func() error { return refused }
			}
			all.Go(func() { results[i] = d.WriteInLine(t.Context(), readers[i].write(t.Context(), i+1, adds[i], end)) })
			for d.InLine(lined) <= i {
				time.Sleep(time.Millisecond)
			}
		}
		return nil
	})
	all.Wait()
	if err != nil {
		t.Error(err)
	}
	want := []reader{{1, 0}, {0, 0}, {0, 0}, {1, 2}, {1, 3}, {0, 3}, {1, 5}}
	if !slices.Equal(readers, want) {
		t.Errorf("locks and notes seen: %v, want %v", readers, want)
	}
	for i, err := range results {
		if i == 1 && !errors.Is(err, refused) || i != 1 && err != nil {
			t.Errorf("write %d: %v", i, err)
		}
	}
	mustCount(t, d, len(adds)-1)
}

func TestAWriteThatPanicsWhileItLooksAffectsNobodyElse(t *testing.T) {
	t.Parallel()
	d := mustOpenPostgres(t, dbtest.Postgres(t))
	var all sync.WaitGroup
	results := make([]error, 3)
	err := writeInLine(t.Context(), d, lined, func(*db.Tx) error {
		for i := range results {
			var r reader
			w := r.write(t.Context(), i, true, func() error { return nil })
			if i == 1 {
				w.Look = func(*db.Tx) []db.Statement { panic("boom") }
			}
			all.Go(func() {
				defer func() {
					if p := recover(); p != nil {
						results[i] = fmt.Errorf("panic: %v", p)
					}
				}()
				results[i] = d.WriteInLine(t.Context(), w)
			})
			for d.InLine(lined) <= i {
				time.Sleep(time.Millisecond)
			}
		}
		return nil
	})
	all.Wait()
	if err != nil || results[0] != nil || results[2] != nil || results[1] == nil || results[1].Error() != "panic: boom" {
		t.Errorf("%v, %v", err, results)
	}
	mustCount(t, d, 2)
}

// locker returns a write that locks a note and, if it is found, adds another one and tells its transaction.
func locker(ctx context.Context, id, added int, transaction *string) db.InLine {
	return db.InLine{
		Find: func(*db.Tx) (int64, error) { return int64(id), nil },
		Lock: func(tx *db.Tx) []db.Statement {
			found := new(int)
			tx.Held = found
			return []db.Statement{{SQL: `SELECT id FROM notes WHERE id = $1` + db.Text(tx.ForNoKeyUpdate()), Args: []any{id}, Row: func(rows db.Rows) error {
				*found = id + 1
				return rows.Scan(new(int))
			}}}
		},
		Do: func(tx *db.Tx) error {
			if *tx.Held.(*int) != id+1 {
				return db.ErrNoRows
			}
			return addNote(ctx, added, transaction)(tx)
		},
		Adds: true,
	}
}

// lockNote locks a note until release is called.
func lockNote(t *testing.T, d *db.DB, id int, all *sync.WaitGroup) (release func()) {
	t.Helper()
	held, free := make(chan struct{}), make(chan struct{})
	all.Go(func() {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Exec(t.Context(), `UPDATE notes SET id = id WHERE id = $1`, id); err != nil {
				return err
			}
			close(held)
			<-free
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-held
	return func() { close(free) }
}

func TestWritesThatOnlyAddShareATransactionWhateverTheyLockAndWaitForNobody(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	d, other := mustOpenPostgres(t, url), mustOpenPostgres(t, url)
	const things = 5 // the last one does not exist, and another node has locked the one before it
	for id := range things - 1 {
		mustWrite(t, d, `INSERT INTO notes (id) VALUES (`+strconv.Itoa(2*id)+`)`)
	}
	var all sync.WaitGroup
	release := lockNote(t, other, 2*(things-2), &all)
	var transactions [2 * things]string
	results := make([]error, 2*things)
	ended := make(chan int, 2*things)
	w := locker(t.Context(), 0, 1000, new(string))
	do := w.Do
	w.Do = func(tx *db.Tx) error { // holds the others up
		for i := range 2 * things {
			all.Go(func() {
				id := 2 * (i / 2)
				results[i] = d.WriteInLine(t.Context(), locker(t.Context(), id, 100+i, &transactions[i]))
				ended <- i
			})
		}
		for d.Adding() < 2*things {
			time.Sleep(time.Millisecond)
		}
		return do(tx)
	}
	if err := d.WriteInLine(t.Context(), w); err != nil {
		t.Error(err)
	}
	for range 2 * (things - 1) { // without those that wait for the other node
		if i := <-ended; i/2 == things-2 {
			t.Errorf("write %d did not wait for the other node", i)
		}
	}
	release()
	all.Wait()
	for i, err := range results {
		switch i / 2 {
		case things - 1:
			if !errors.Is(err, db.ErrNoRows) {
				t.Errorf("a write that locks nothing: %v", err)
			}
		case things - 2:
			if err != nil || transactions[i] == transactions[0] {
				t.Errorf("write %d: %v, in transaction %s like the first", i, err, transactions[i])
			}
		default:
			if err != nil || transactions[i] != transactions[0] {
				t.Errorf("write %d: %v, in transaction %s, the first in %s", i, err, transactions[i], transactions[0])
			}
		}
	}
	mustCount(t, d, things-1+1+2*(things-1))
}
