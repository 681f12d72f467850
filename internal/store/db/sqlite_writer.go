package db

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// maxShared bounds how many writes share one commit, so that the first never waits long.
const maxShared = 64

// sqliteWriter runs every write of this process, one after the other, on one connection. Writes that
// wait while others run share their commit: one fsync for many, each in its own savepoint, so that
// one that fails takes nothing of the others with it.
type sqliteWriter struct {
	owner *DB
	q     *sqliteQuerier
	queue chan *writeJob
	quit  chan struct{}
	done  chan struct{}
	once  sync.Once
}

type writeJob struct {
	ctx    context.Context //nolint:containedctx // the job carries its caller's context to the writer
	f      func(*Tx) error
	err    error
	panics any
	ended  chan struct{}
}

func startWriter(q *sqliteQuerier, owner *DB) *sqliteWriter {
	w := &sqliteWriter{owner: owner, q: q, queue: make(chan *writeJob), quit: make(chan struct{}), done: make(chan struct{})}
	go w.run()
	return w
}

// do queues f and waits until its commit is durable. A context that ends while f still waits takes it
// off the queue; once begun, f runs to its end.
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
		case <-w.quit:
			_ = w.q.conn.Close() // every write was durable when it returned
			return
		}
	}
}

// share runs first, and every write that is waiting by then, in one transaction.
func (w *sqliteWriter) share(first *writeJob) {
	jobs := []*writeJob{first}
	err := w.step("BEGIN IMMEDIATE")
	for i := 0; err == nil && i < len(jobs); i++ {
		err = w.runJob(jobs[i])
		if len(jobs) < maxShared {
			jobs = w.takeWaiting(jobs)
		}
	}
	if err == nil {
		err = w.step("COMMIT")
	}
	if err != nil {
		w.abandon(jobs, err)
	}
	for _, job := range jobs {
		close(job.ended)
	}
}

func (w *sqliteWriter) takeWaiting(jobs []*writeJob) []*writeJob {
	select {
	case next := <-w.queue:
		return append(jobs, next)
	default:
		return jobs
	}
}

// runJob runs one write in a savepoint. Its own failure is the job's; what it returns is a failure of
// the transaction that all of them share.
func (w *sqliteWriter) runJob(job *writeJob) error {
	job.err = job.ctx.Err()
	if job.err != nil {
		return nil //nolint:nilerr // the job's failure is not the transaction's
	}
	if err := w.step("SAVEPOINT job"); err != nil {
		return err
	}
	job.call(&Tx{db: w.owner, q: w.q})
	if job.err == nil && job.panics == nil {
		return w.step("RELEASE job")
	}
	if err := w.step("ROLLBACK TO job"); err != nil {
		return err
	}
	return w.step("RELEASE job")
}

func (job *writeJob) call(tx *Tx) {
	defer func() { job.panics = recover() }()
	job.err = job.f(tx)
}

// abandon rolls the shared transaction back and gives its error to every write that had succeeded.
func (w *sqliteWriter) abandon(jobs []*writeJob, err error) {
	if !w.q.conn.AutocommitEnabled() {
		if rollback := w.step("ROLLBACK"); rollback != nil {
			err = errors.Join(err, rollback)
		}
	}
	for _, job := range jobs {
		if job.err == nil && job.panics == nil {
			job.err = fmt.Errorf("commit: %w", err)
		}
	}
}

func (w *sqliteWriter) step(sql string) error {
	_, err := w.q.exec(context.Background(), sql, nil)
	return err
}
