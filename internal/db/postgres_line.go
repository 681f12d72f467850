package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
)

// mostShared limits the number of writes in one transaction on PostgreSQL, so that the first never waits long.
const mostShared = 16

// postgresLines lets the writes of this process that lock the same thing, such as a project, share a transaction. While one of them runs, the others
// wait in line; then all of them run in one transaction, one after the other, with one lock and one commit. Otherwise each would wait for the lock in
// a connection of its own. A write that is refused before it has changed anything does not affect the others. If anything else goes wrong in a shared
// transaction, nothing of it is stored, and each of its writes runs again on its own. Writes that only add rows look up what they need to know together.
type postgresLines struct {
	alone func(job *lineJob)       // runs a write that is the only one
	share func(jobs []*lineJob)    // runs several writes in one transaction
	again func(job *lineJob) error // runs a write that could not be part of a shared transaction

	mu      sync.Mutex
	waiting map[int64][]*lineJob // by the number of the line; there is an entry for as long as one of them runs
}

// newPostgresLines returns the lines of writes that lock the same thing, whose id is the number of their line.
func newPostgresLines(e *postgresEngine) *postgresLines {
	alone := func(job *lineJob) error {
		return e.write(job.ctx, func(tx *Tx) error { return job.w.run(job.ctx, tx) })
	}
	return &postgresLines{
		alone:   func(job *lineJob) { job.err = alone(job) },
		share:   e.share,
		again:   alone,
		waiting: map[int64][]*lineJob{},
	}
}

// errUndone means that a write failed in a way that affects the shared transaction.
var errUndone = errors.New("a write of the same transaction failed")

// lineJob is a write that waits in line. When its turn is over, either it has run, or its caller has to run it.
type lineJob struct {
	writeJob

	w  InLine
	id int64 // of what it locks

	leads bool // it is the only one, and the line waits for it
	again bool // it could not be part of a shared transaction
}

func newLineJob(ctx context.Context, id int64, w InLine) *lineJob {
	return &lineJob{writeJob: writeJob{ctx: ctx, ended: make(chan struct{})}, w: w, id: id}
}

// write runs a write in the line with this number.
func (l *postgresLines) write(line int64, job *lineJob) error {
	if l.join(line, job) {
		select {
		case <-job.ended:
		case <-job.ctx.Done():
			if l.leave(line, job) {
				return job.ctx.Err()
			}
			<-job.ended
		}
	}
	if job.leads {
		l.lead(line, job)
	}
	if job.again {
		return l.again(job)
	}
	return job.err
}

// lead runs a write for which its line waits.
func (l *postgresLines) lead(line int64, job *lineJob) {
	defer l.move(line)
	l.alone(job)
}

// join adds a write to the line, or returns false if there is no line, so that the write can lead one at once.
func (l *postgresLines) join(id int64, job *lineJob) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	line, busy := l.waiting[id]
	if !busy {
		l.waiting[id], job.leads = nil, true
		return false
	}
	l.waiting[id] = append(line, job)
	return true
}

// busy reports whether there is a line.
func (l *postgresLines) busy(id int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, busy := l.waiting[id]
	return busy
}

// leave removes a write from the line, and returns false if its turn has come.
func (l *postgresLines) leave(id int64, job *lineJob) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.Index(l.waiting[id], job)
	if at >= 0 {
		l.waiting[id] = slices.Delete(l.waiting[id], at, at+1)
	}
	return at >= 0
}

// move lets the next writes run after those before them have ended.
func (l *postgresLines) move(id int64) {
	next := l.next(id)
	switch len(next) {
	case 0:
	case 1:
		next[0].leads = true
		close(next[0].ended)
	default:
		go func() {
			defer l.move(id)
			l.share(next)
		}()
	}
}

// next removes the writes whose turn it is from the line. A write whose caller's context is done ends here, because in a shared transaction it would
// make the others run again. If no write is left, the line ends.
func (l *postgresLines) next(id int64) []*lineJob {
	l.mu.Lock()
	defer l.mu.Unlock()
	var next []*lineJob
	line := l.waiting[id]
	for ; len(line) > 0 && len(next) < mostShared; line = line[1:] {
		job := line[0]
		if job.err = job.ctx.Err(); job.err != nil {
			close(job.ended)
			continue
		}
		next = append(next, job)
	}
	if len(next) == 0 {
		delete(l.waiting, id)
		return nil
	}
	l.waiting[id] = slices.Clone(line)
	return next
}

// share runs several writes that lock the same thing in one transaction.
func (e *postgresEngine) share(jobs []*lineJob) {
	ctx, cancel := whileNeeded(jobs)
	defer cancel()
	err := e.inTx(ctx, beginWrite, func(tx *Tx) error {
		for rest := jobs; len(rest) > 0; {
			n := adding(rest)
			if err := runTogether(ctx, tx, rest[:n]); err != nil {
				return err
			}
			rest = rest[n:]
		}
		return nil
	})
	for _, job := range jobs {
		job.end(err)
	}
}

// end ends a write after its shared transaction.
func (job *lineJob) end(err error) {
	if err != nil {
		job.again = job.again || job.err != nil || !IsUncertain(err) // a write that was refused has stored nothing
		job.err = err
	}
	close(job.ended)
}

// adding returns how many of the first writes can look together: those that only add rows, or else just the first.
func adding(jobs []*lineJob) int {
	n := slices.IndexFunc(jobs, func(job *lineJob) bool { return !job.w.Adds })
	if n < 0 {
		n = len(jobs)
	}
	return max(n, 1)
}

// runTogether runs several writes in a shared transaction, which lock and look together. It returns an error if the transaction must be undone.
func runTogether(ctx context.Context, tx *Tx, jobs []*lineJob) error {
	if len(jobs) > 1 {
		locked := &locked{}
		if err := locked.lockAndLook(ctx, tx, jobs); err != nil {
			return err
		}
		return locked.run(tx, jobs)
	}
	if only := jobs[0]; !only.runIn(tx, func(tx *Tx) error { return only.w.run(only.ctx, tx) }) {
		return errUndone
	}
	return nil
}

// runIn runs f, which is the rest of the write, in a shared transaction, and returns false if the transaction must be undone. A write that was refused
// before it changed anything keeps its error, and the others are not affected.
func (job *lineJob) runIn(tx *Tx, f func(*Tx) error) bool {
	q := tx.q.(*postgresTx) //nolint:errcheck,forcetypeassert // inTx made it
	q.wrote, job.f = false, f
	job.call(tx)
	return job.done() || job.panics == nil && !q.wrote && q.sound()
}

// whileNeeded returns a context that ends at the first deadline of the callers, or when all of them have gone. It limits how long they wait for a
// connection, and look. One who goes away does not end it, because that would undo what the others do. Each write runs with its caller's own context, and a
// commit that has been sent goes on.
func whileNeeded(jobs []*lineJob) (context.Context, context.CancelFunc) {
	if len(jobs) == 1 { // it is told how its own context ended
		return context.WithCancel(jobs[0].ctx)
	}
	ctx, cancel := context.WithCancel(context.Background())
	stop := []func() bool{}
	var gone atomic.Int32
	for _, job := range jobs {
		stop = append(stop, context.AfterFunc(job.ctx, func() {
			if int(gone.Add(1)) == len(jobs) || errors.Is(job.ctx.Err(), context.DeadlineExceeded) {
				cancel()
			}
		}))
	}
	return ctx, func() {
		for _, forget := range stop {
			forget()
		}
		cancel()
	}
}
