package db

import (
	"context"
	"slices"
)

// openStatement is a statement that waits to be queued because it may still change: it adds rows, or a later one may replace it.
type openStatement struct {
	insert Insert
	rows   [][]any

	replaceable string
	args        []any
}

// add adds a row to the open statement for its table.
func (q *postgresTx) add(ctx context.Context, i Insert, row []any) error {
	q.wrote = true
	at := slices.IndexFunc(q.open, func(o *openStatement) bool { return o.insert == i })
	if at < 0 {
		at = len(q.open)
		q.open = append(q.open, &openStatement{insert: i})
	}
	o := q.open[at]
	o.rows = append(o.rows, row)
	if len(o.rows) < mostQueued {
		return nil
	}
	return q.flush(ctx)
}

// replace puts a statement behind those that are open, and removes the one that it replaces.
func (q *postgresTx) replace(ctx context.Context, sql string, args []any) error {
	q.wrote = true
	q.open = slices.DeleteFunc(q.open, func(o *openStatement) bool { return o.replaceable == sql && o.args[0] == args[0] })
	q.open = append(q.open, &openStatement{replaceable: sql, args: args})
	if len(q.open) < mostQueued {
		return nil
	}
	return q.flush(ctx)
}

// close queues the open statements.
func (q *postgresTx) close() {
	for _, o := range q.open {
		switch {
		case o.replaceable != "":
			q.queued.Queue(o.replaceable, o.args...)
		case len(o.rows) == 1:
			q.queued.Queue(o.insert.one(), o.rows[0]...)
		default:
			q.queued.Queue(o.insert.several(), columns(o.rows)...)
		}
	}
	q.open = nil
}
