package db

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
)

// maxShared limits the number of writes in one commit, so that the first never waits long.
const maxShared = 64

// maxRerun is how long the writes of one commit may take without savepoints. Each later write in the commit gets a savepoint, so
// that no long write, such as an import, has to run again because another write failed.
const maxRerun = 20 * time.Millisecond

// sqliteWriter runs every write of this process, one after the other, on one connection. Writes that queue up in the meantime
// share a commit, so that many writes need only one fsync. A failed write does not affect the others: if it had changed
// something, everything is rolled back and the successful writes run again, each in its own savepoint. Using savepoints from the
// start would make each write a tenth slower, although writes rarely fail after they have changed something.
type sqliteWriter struct {
	owner   *DB
	q       *sqliteQuerier
	broken  *breakdown
	commits int
	queue   chan *writeJob
	quit    chan struct{}
	done    chan struct{}
	once    sync.Once
}

func startWriter(q *sqliteQuerier, owner *DB) *sqliteWriter {
	w := &sqliteWriter{
		owner: owner, q: q, broken: newBreakdown(),
		queue: make(chan *writeJob), quit: make(chan struct{}), done: make(chan struct{}),
	}
	go w.run()
	return w
}

// do queues f and waits until its commit is durable. If the context is done while f is queued, f is not run; once started, f
// runs to completion.
func (w *sqliteWriter) do(ctx context.Context, f func(*Tx) error) error {
	job := &writeJob{ctx: ctx, f: f, ended: make(chan struct{})}
	select {
	case w.queue <- job:
	case <-ctx.Done():
		return ctx.Err()
	case <-w.quit:
		return errors.New("the database is closed")
	}
	<-job.ended
	if job.panics != nil {
		panic(job.panics)
	}
	return job.err
}

func (w *sqliteWriter) stop() {
	w.once.Do(func() { close(w.quit) })
	<-w.done
}

func (w *sqliteWriter) run() {
	defer close(w.done)
	for {
		select {
		case job := <-w.queue:
			w.share(job)
			w.checkpoint()
		case <-w.quit:
			w.close()
			return
		}
	}
}

// close closes the connection, which checkpoints the log if no other connection is open. After a breakdown it leaves the
// connection open until the process ends, so that nothing is checkpointed.
func (w *sqliteWriter) close() {
	if w.broken.cause() == nil {
		_ = w.q.conn.Close() // every write was durable when it returned
	}
}

// share runs first, and the writes that queue up in the meantime, in one transaction.
func (w *sqliteWriter) share(first *writeJob) {
	jobs := []*writeJob{first}
	err := w.broken.cause()
	if err == nil {
		err = w.step("BEGIN IMMEDIATE")
	}
	run := w.runJob
	began := time.Now()
	for i := 0; err == nil && i < len(jobs); i++ {
		if jobs[i].err = jobs[i].ctx.Err(); jobs[i].err == nil {
			err = run(jobs[i])
		}
		if errors.Is(err, errPartial) {
			run = w.runGuarded
			err = w.rerun(jobs[:i])
		}
		if time.Since(began) > maxRerun {
			run = w.runGuarded
		}
		if err == nil && len(jobs) < maxShared {
			jobs = w.takeWaiting(jobs)
		}
	}
	committing := err == nil
	if committing {
		err = w.step("COMMIT")
	}
	if err != nil {
		w.broken.note(w.owner.file, err)
		w.abandon(jobs, err, committing)
	}
	for _, job := range jobs {
		close(job.ended)
	}
}

// takeWaiting adds the next queued write, if any. When several writes share a commit, others that are about to arrive get a
// moment to join.
func (w *sqliteWriter) takeWaiting(ran []*writeJob) []*writeJob {
	for gaveWay := len(ran) == 1; ; gaveWay = true {
		select {
		case next := <-w.queue:
			return append(ran, next)
		default:
		}
		if gaveWay {
			return ran
		}
		runtime.Gosched()
	}
}

// errEnded means that a write's transaction ended without being committed.
var errEnded = errors.New("the transaction has ended")

// errPartial means that a write failed after it had changed something.
var errPartial = errors.New("a write left changes behind")

// runJob runs one write. The write's own error is kept in the job; runJob returns an error only if the shared transaction is
// affected.
func (w *sqliteWriter) runJob(job *writeJob) error {
	q := &jobQuerier{sqliteQuerier: w.q}
	job.call(&Tx{db: w.owner, q: q})
	w.broken.note(w.owner.file, job.err)
	if q.open > 0 {
		left := &Panic{Value: "a statement was left open: " + w.q.closeAll()}
		job.panics = cmp.Or(job.panics, left)
	}
	if w.q.conn.AutocommitEnabled() {
		q.lost = cmp.Or(q.lost, job.err, errEnded)
	}
	switch {
	case q.lost != nil:
		return q.lost
	case !job.done() && q.wrote:
		return errPartial
	default:
		return nil
	}
}

// runGuarded is like runJob but uses a savepoint.
func (w *sqliteWriter) runGuarded(job *writeJob) error {
	if err := w.step("SAVEPOINT job"); err != nil {
		return err
	}
	err := w.runJob(job)
	if errors.Is(err, errPartial) {
		err = w.step("ROLLBACK TO job")
	}
	if err != nil {
		return err
	}
	return w.step("RELEASE job")
}

// rerun rolls the transaction back and reruns the writes that had succeeded in it.
func (w *sqliteWriter) rerun(jobs []*writeJob) error {
	if err := w.step("ROLLBACK"); err != nil {
		return err
	}
	if err := w.step("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for _, job := range jobs {
		if !job.done() {
			continue
		}
		if err := w.runGuarded(job); err != nil {
			return err
		}
	}
	return nil
}

// jobQuerier runs the statements of one write. Some errors (a full disk, an I/O error) make SQLite roll back the whole
// transaction by itself; from then on jobQuerier refuses every statement, which would otherwise commit on its own.
type jobQuerier struct {
	*sqliteQuerier

	wrote bool // something may have changed
	lost  error
	open  int // rows being read
}

func (q *jobQuerier) exec(_ context.Context, sql string, args []any) (int64, error) {
	if q.lost != nil {
		return 0, q.lost
	}
	s, err := q.prepare(sql, args)
	if err != nil {
		q.check(err)
		return 0, err
	}
	q.wrote = q.wrote || s.writes
	n, err := q.run(s)
	q.check(err)
	return n, err
}

func (q *jobQuerier) query(_ context.Context, sql string, args []any) (Rows, error) {
	if q.lost != nil {
		return nil, q.lost
	}
	s, err := q.prepare(sql, args)
	if err != nil {
		q.check(err)
		return nil, err
	}
	q.wrote = q.wrote || s.writes
	return s.rows(q), nil
}

func (q *jobQuerier) check(err error) {
	if err != nil && q.conn.AutocommitEnabled() {
		q.lost = err
	}
}

// abandon rolls the shared transaction back and fails every write in it that had not failed by itself. A commit that failed with
// an I/O error may have reached the disk, except when a page could not be written, because readers of the log then stop before
// the commit. After any other error, nothing was stored.
func (w *sqliteWriter) abandon(jobs []*writeJob, err error, committing bool) {
	if !w.q.conn.AutocommitEnabled() {
		if rollback := w.step("ROLLBACK"); rollback != nil {
			err = errors.Join(err, rollback)
		}
	}
	var told error = &UnavailableError{cause: err}
	if code := sqlite.ErrCode(err); committing && code.ToPrimary() == sqlite.ResultIOErr && code != sqlite.ResultIOErrWrite {
		told = &UncertainError{cause: err}
	}
	for _, job := range jobs {
		if job.done() {
			job.err = told
		}
	}
}

func (w *sqliteWriter) step(sql string) error {
	_, err := w.q.exec(context.Background(), sql, nil)
	return err
}
