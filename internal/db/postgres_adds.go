package db

import (
	"context"
	"slices"
)

// addLines is the number of lines in which writes that only add rows wait. Those of one line run one after the other.
const addLines = 2

// shortWait is how long a transaction of several projects waits for the lock of a row that one of its own refers to, such as a user.
const shortWait Text = `SET LOCAL lock_timeout = '200ms'`

// newPostgresAdds returns the lines of writes that only add rows. They share transactions even if they lock different things, such as projects. Such a
// transaction does not wait for any of these, so that it cannot be part of a deadlock, and so that nobody waits for a project to which they do not write. A
// write to something that another transaction has locked goes to the line of what it locks. So do all if one would wait for another lock for long.
func newPostgresAdds(e *postgresEngine) *postgresLines {
	return &postgresLines{
		alone: func(job *lineJob) { // as a job of its own, because those who wait for this one may already know that their turn has come
			only := newLineJob(job.ctx, job.id, job.w)
			e.shareAdds([]*lineJob{only})
			job.err, job.again = only.err, only.again
		},
		share:   e.shareAdds,
		again:   func(job *lineJob) error { return e.lines.write(job.id, newLineJob(job.ctx, job.id, job.w)) },
		waiting: map[int64][]*lineJob{},
	}
}

// shareAdds runs writes that only add rows in one transaction.
func (e *postgresEngine) shareAdds(jobs []*lineJob) {
	ctx, cancel := whileNeeded(jobs)
	defer cancel()
	locked := &locked{}
	err := e.inTx(ctx, beginWrite, func(tx *Tx) error {
		tx.waitsForNobody = true
		q := tx.q.(*postgresTx) //nolint:errcheck,forcetypeassert // inTx made it
		q.queue(string(shortWait), nil)
		if err := locked.lockAndLook(ctx, tx, jobs); err != nil {
			return err
		}
		return locked.run(tx, jobs)
	})
	for _, job := range jobs {
		job.again = !locked.found[job.id]
		job.end(err)
	}
}

// locked is what a transaction has locked, by id.
type locked struct {
	held  map[int64]any
	found map[int64]bool
}

// lockAndLook runs one Lock for each thing that the writes lock, and the Look of all writes. After a panic, each write runs again on its own, and its caller
// gets the panic.
func (l *locked) lockAndLook(ctx context.Context, tx *Tx, jobs []*lineJob) (err error) {
	defer func() {
		if recover() != nil {
			err = errUndone
		}
	}()
	l.held, l.found = map[int64]any{}, map[int64]bool{}
	var locks, looks []Statement
	for _, job := range jobs {
		if _, known := l.held[job.id]; !known {
			locks = append(locks, l.lock(tx, job)...)
		}
		looks = append(looks, job.w.look(tx)...)
	}
	return tx.Together(ctx, slices.Concat(locks, looks)...)
}

// lock returns the statement that locks what a write locks, and notes whether it finds it.
func (l *locked) lock(tx *Tx, job *lineJob) []Statement {
	statements := job.w.lock(tx)
	l.held[job.id] = tx.Held
	for i, s := range statements {
		statements[i].Row = func(rows Rows) error {
			l.found[job.id] = true
			return s.Row(rows)
		}
	}
	return statements
}

// run makes the writes, except to what another transaction has locked. It returns an error if the transaction must be undone.
func (l *locked) run(tx *Tx, jobs []*lineJob) error {
	for _, job := range jobs {
		tx.Held = l.held[job.id]
		if (l.found[job.id] || !tx.waitsForNobody) && !job.runIn(tx, job.w.Do) {
			return errUndone
		}
	}
	return nil
}
