package db

import (
	"context"
	"slices"
)

// pendingStatement is a statement that waits to be queued because it may still change: it adds rows, or a later one may replace it. The one that adds rows to
// a table keeps its place until the transaction ends, so that rows which refer to those of another table never come before them.
type pendingStatement struct {
	insert Insert
	rows   [][]any

	replaceable Text
	args        []any
}

// add adds a row to the pending statement for its table.
func (q *postgresTx) add(ctx context.Context, i Insert, row []any) error {
	q.wrote = true
	at := slices.IndexFunc(q.pending, func(o *pendingStatement) bool { return o.insert == i })
	if at < 0 {
		at = len(q.pending)
		q.pending = append(q.pending, &pendingStatement{insert: i})
	}
	o := q.pending[at]
	o.rows = append(o.rows, row)
	if len(o.rows) < mostQueued {
		return nil
	}
	return q.flush(ctx)
}

// replace puts a statement behind those that are pending, and removes the one that it replaces.
func (q *postgresTx) replace(ctx context.Context, text Text, args []any) error {
	q.wrote = true
	q.pending = slices.DeleteFunc(q.pending, func(o *pendingStatement) bool { return o.replaceable == text && o.args[0] == args[0] })
	q.pending = append(q.pending, &pendingStatement{replaceable: text, args: args})
	if len(q.pending) < mostQueued {
		return nil
	}
	return q.flush(ctx)
}

// queuePending queues the pending statements.
func (q *postgresTx) queuePending() {
	for _, o := range q.pending {
		switch {
		case o.replaceable != "":
			q.queued.Queue(string(o.replaceable), o.args...)
		case len(o.rows) == 0: // they have been sent
		case len(o.rows) == 1:
			q.queued.Queue(string(o.insert.one()), o.rows[0]...)
		default:
			q.queued.Queue(string(o.insert.several()), o.insert.columns(o.rows)...)
		}
		o.rows = nil
	}
	q.pending = slices.DeleteFunc(q.pending, func(o *pendingStatement) bool { return o.replaceable != "" })
}
