package db

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	beginRead  = "begin read only, isolation level repeatable read"
	beginWrite = "begin isolation level read committed"

	// endTimeout is how long a commit or a rollback may take.
	endTimeout = 30 * time.Second
	// deadlineNear is the time before the caller's deadline in which a commit is no longer sent together with other statements.
	deadlineNear = time.Second
	// mostQueued is the maximum number of statements that wait to be sent, and mostWithCommit of those that are sent together with COMMIT.
	mostQueued     = 200
	mostWithCommit = 50
)

// postgresTx is a transaction that needs few round trips. Statements whose results nobody waits for, beginning with BEGIN itself, are queued. They are
// sent together with the next statement whose result is needed, or with COMMIT. An error that one of them causes is returned at that point.
type postgresTx struct {
	conn    *pgx.Conn
	begin   string
	queued  *pgx.Batch
	pending []*pendingStatement // what waits to be queued
	begun   bool                // whether anything has been sent
	lost    bool                // whether statements that were queued have failed or were never sent
	wrote   bool                // whether there was a statement that may change something
}

func newPostgresTx(conn *pgx.Conn, begin string) *postgresTx {
	q := &postgresTx{conn: conn, begin: begin, queued: &pgx.Batch{}}
	q.queued.Queue(begin)
	return q
}

// later queues a statement. The caller must not modify the arguments afterwards.
func (q *postgresTx) later(ctx context.Context, sql string, args []any) error {
	q.wrote = true
	q.queue(sql, args)
	if q.queued.Len() < mostQueued {
		return nil
	}
	return q.flush(ctx)
}

// queue queues a statement behind those that are pending.
func (q *postgresTx) queue(sql string, args []any) {
	q.queuePending()
	q.queued.Queue(sql, args...)
}

func (q *postgresTx) exec(ctx context.Context, sql string, args []any) (int64, error) {
	q.wrote = true
	if len(args) == 0 { // it may consist of several statements, which cannot be part of a batch
		if err := q.flush(ctx); err != nil {
			return 0, err
		}
		tag, err := q.conn.Exec(ctx, sql)
		return tag.RowsAffected(), err
	}
	q.queue(sql, args)
	results, err := q.send(ctx, 1)
	if err != nil {
		return 0, err
	}
	tag, _ := results.Exec()
	return tag.RowsAffected(), results.Close()
}

func (q *postgresTx) query(ctx context.Context, sql string, args []any) (Rows, error) {
	q.wrote = q.wrote || !onlyReads(sql)
	q.queuePending()
	if q.queued.Len() == 0 {
		return q.conn.Query(ctx, sql, args...)
	}
	q.queue(sql, args)
	results, err := q.send(ctx, 1)
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		_ = results.Close() // it returns the same error
		return nil, err
	}
	return &batchRows{Rows: rows, results: results}, nil
}

// sendBatch sends what is queued and then the batch, and returns the results of the batch.
func (q *postgresTx) sendBatch(ctx context.Context, b *pgx.Batch) (pgx.BatchResults, error) {
	for _, s := range b.QueuedQueries {
		q.wrote = q.wrote || !onlyReads(s.SQL)
	}
	q.queuePending()
	q.queued.QueuedQueries = append(q.queued.QueuedQueries, b.QueuedQueries...)
	return q.send(ctx, b.Len())
}

// flush sends what is queued and waits for the results.
func (q *postgresTx) flush(ctx context.Context) error {
	q.queuePending()
	if q.queued.Len() == 0 {
		return nil
	}
	results, err := q.send(ctx, 0)
	if err != nil {
		return err
	}
	return results.Close()
}

// send sends what is queued and returns the results of the last statements; the others must succeed.
func (q *postgresTx) send(ctx context.Context, last int) (pgx.BatchResults, error) {
	batch := q.queued
	q.queued, q.begun = &pgx.Batch{}, true
	results := q.conn.SendBatch(ctx, batch)
	for range batch.Len() - last {
		if _, err := results.Exec(); err != nil {
			q.lost = true
			_ = results.Close() // it returns the same error
			return nil, err
		}
	}
	return results, nil
}

// onlyReads reports whether a statement changes nothing. Others than SELECT may be taken for one that does, such as WITH.
func onlyReads(sql string) bool { return strings.HasPrefix(strings.TrimLeft(sql, " \t\n"), "SELECT") }

// sound reports whether the transaction can go on and be committed with everything that was queued so far.
func (q *postgresTx) sound() bool {
	return !q.lost && !q.conn.IsClosed() && (!q.begun || q.conn.PgConn().TxStatus() == 'T')
}

// rollback ends a failed transaction, even if the caller's context is done.
func (q *postgresTx) rollback(ctx context.Context) {
	if !q.begun || q.conn.IsClosed() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	_, _ = q.conn.Exec(ctx, "rollback") // if this fails, the pool closes the connection, and the server rolls back
}

// commit sends what is queued together with COMMIT. It goes on if the caller has gone away, but not beyond the caller's deadline. If that is near, or
// if many statements are queued, as in an import, they are sent first and can still be interrupted, and COMMIT gets its full time. commit
// distinguishes a transaction that the server refused from one that was never acknowledged. It does not use the driver's SafeToRetry, which reports
// true even if the connection broke after the commit was sent.
func (q *postgresTx) commit(ctx context.Context) error {
	q.queuePending()
	if !q.begun && q.queued.Len() == 1 {
		return nil // nothing but BEGIN was queued
	}
	deadline, limited := ctx.Deadline()
	if q.queued.Len() > mostWithCommit || limited && time.Until(deadline) < deadlineNear {
		if err := q.flush(ctx); err != nil {
			return classify(err)
		}
	}
	end := time.Now().Add(endTimeout)
	if limited && q.queued.Len() > 0 && deadline.Before(end) {
		end = deadline
	}
	ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), end)
	defer cancel()
	possible := !q.conn.IsClosed()
	q.queued.Queue("commit")
	err := q.sendCommit(ctx)
	if err == nil || !possible || q.begin == beginRead || isRefusal(err) {
		return classify(err)
	}
	return &UncertainError{cause: err}
}

// sendCommit returns nil as soon as the server has acknowledged the commit, even if the connection breaks right after that.
func (q *postgresTx) sendCommit(ctx context.Context) error {
	results, err := q.send(ctx, 1)
	if err != nil {
		return err
	}
	tag, err := results.Exec()
	closed := results.Close()
	switch {
	case err == nil && tag.String() == "COMMIT":
		return nil
	case closed != nil:
		return closed
	default:
		return pgx.ErrTxCommitRollback
	}
}

// isRefusal reports whether an error means that the transaction was certainly not committed: the server reported an error, it rolled the
// transaction back, or an argument could not be encoded, so that nothing was sent. Errors of class 08 come from a pooler that has lost the server, which may
// have committed by then; and whoever panics may have done so, too.
func isRefusal(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return !strings.HasPrefix(pg.Code, "08") && pg.SeverityUnlocalized != "PANIC"
	}
	_, unsent := errors.AsType[pgx.ErrPreprocessingBatch](err)
	return unsent || errors.Is(err, pgx.ErrTxCommitRollback)
}

// batchRows are the rows of the last statement of a batch. Reading them to the end ends the batch.
type batchRows struct {
	pgx.Rows

	results pgx.BatchResults
	err     error
}

func (r *batchRows) Next() bool {
	if r.Rows.Next() {
		return true
	}
	r.Close()
	return false
}

func (r *batchRows) Close() {
	r.Rows.Close()
	r.err = r.results.Close()
}

func (r *batchRows) Err() error { return r.err }
