package db

import (
	"context"
	"slices"
)

// addLines is the number of lines in which writes that only add rows wait. Those of one line run one after the other.
const addLines = 2

// newPostgresAdds returns the lines of writes that only add rows. They share transactions even if they lock different things, such as projects. Such a
// transaction waits for no lock, so that it cannot be part of a deadlock, and so that nobody waits for a project in which he has nothing to write. A write to
// something that another transaction has locked goes to the line of what it locks.
func newPostgresAdds(e *postgresEngine) *postgresLines {
	return &postgresLines{
		alone: func(job *lineJob) {
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
	ctx, cancel := untilOneEnds(jobs)
	defer cancel()
	locked := &locked{}
	err := e.inTx(ctx, beginWrite, func(tx *Tx) error {
		tx.waitsForNobody = true
		if err := locked.lockAndLook(ctx, tx, jobs); err != nil {
			return err
		}
		for _, job := range jobs {
			if !locked.run(tx, job) {
				return errUndone
			}
		}
		return nil
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

// run makes a write, unless what it locks was not found. It returns false if the transaction must be undone.
func (l *locked) run(tx *Tx, job *lineJob) bool {
	tx.Held = l.held[job.id]
	return !l.found[job.id] || job.runIn(tx, job.w.Do)
}
