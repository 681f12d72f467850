package db

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// maxTries is how many times a write is attempted when it conflicts with another node's.
	maxTries = 5
	// conflictPause is the longest pause after the first attempt; later pauses can be proportionally longer.
	conflictPause = 10 * time.Millisecond
	// endTimeout is how long a commit or a rollback may take.
	endTimeout = 30 * time.Second
	// maxConns is the upper limit on the number of connections.
	maxConns = 1000
)

type postgresEngine struct {
	owner *DB
	pool  *pgxpool.Pool
	watch *postgresWatch
}

func openPostgres(ctx context.Context, url string, opt Options, owner *DB) (*postgresEngine, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the --database address is not valid: %w", err)
	}
	if !strings.Contains(url, "pool_max_conns") {
		cfg.MaxConns = int32(min(opt.Readers, maxConns)) //nolint:gosec // bounded
	}
	cfg.MaxConnIdleTime = 5 * time.Minute
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	}
	if cfg.ConnConfig.RuntimeParams["application_name"] == "" {
		cfg.ConnConfig.RuntimeParams["application_name"] = "earnest"
	}
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	cfg.ConnConfig.BuildContextWatcherHandler = newCancelHandler
	cfg.AfterRelease = reusable
	e := &postgresEngine{owner: owner}
	e.watch = watchPostgres(cfg.ConnConfig, func() { e.pool.Reset() }) // connections from before the outage may be dead
	refused := &refusals{}
	cfg.ConnConfig.Tracer = refused
	cfg.BeforeConnect = func(context.Context, *pgx.ConnConfig) error {
		if err := e.watch.admit(); err != nil {
			return err
		}
		return refused.admit()
	}
	cfg.AfterConnect = func(_ context.Context, conn *pgx.Conn) error { e.watch.note(conn.PgConn()); return nil }
	cfg.PrepareConn = func(context.Context, *pgx.Conn) (bool, error) { return true, e.watch.admit() }
	if e.pool, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		e.watch.close()
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	return e, nil
}

func (e *postgresEngine) read(ctx context.Context, f func(*Tx) error) error {
	return e.inTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, f)
}

// once lets each statement commit on its own.
func (e *postgresEngine) once(_ context.Context, f func(*Tx) error) error {
	return f(&Tx{db: e.owner, q: poolQuerier{e.pool}})
}

// write retries f after a short pause when another transaction conflicts with it.
func (e *postgresEngine) write(ctx context.Context, f func(*Tx) error) error {
	for try := 1; ; try++ {
		err := e.inTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, f)
		if !isConflict(err) || try == maxTries {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(time.Duration(try) * conflictPause)): //nolint:gosec // jitter need not be secret
		}
	}
}

// inTx runs f in a transaction. Once f is done, the commit no longer depends on the caller's context.
func (e *postgresEngine) inTx(ctx context.Context, opt pgx.TxOptions, f func(*Tx) error) error {
	tx, err := e.pool.BeginTx(ctx, opt)
	if err != nil {
		return classify(err)
	}
	ended := false
	defer func() {
		if !ended {
			e.rollback(ctx, tx)
		}
	}()
	if err := f(&Tx{db: e.owner, q: postgresQuerier{tx}}); err != nil {
		return err
	}
	ended = true
	return e.commit(ctx, tx, opt)
}

// rollback ends a failed transaction, even if the caller's context is done.
func (e *postgresEngine) rollback(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	_ = tx.Rollback(ctx) // a broken connection is closed, and the server rolls back
}

// commit distinguishes a commit that the server refused from one that was never acknowledged. It does not use the driver's
// SafeToRetry, which reports true even if the connection broke after the commit was sent.
func (e *postgresEngine) commit(ctx context.Context, tx pgx.Tx, opt pgx.TxOptions) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	sent := !tx.Conn().IsClosed()
	err := tx.Commit(ctx)
	_, refused := errors.AsType[*pgconn.PgError](err)
	if err == nil || refused || !sent || opt.AccessMode == pgx.ReadOnly || errors.Is(err, pgx.ErrTxCommitRollback) {
		return classify(err)
	}
	return &UncertainError{cause: err}
}

// isConflict reports whether the transaction conflicted with another and must run again.
func isConflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

func (e *postgresEngine) ping(ctx context.Context) error { return classify(e.pool.Ping(ctx)) }

func (e *postgresEngine) close() {
	e.pool.Close() // Close waits for all connections; the watch makes sure that none waits for a silent server
	e.watch.close()
}

type postgresQuerier struct{ tx pgx.Tx }

func (q postgresQuerier) exec(ctx context.Context, sql string, args []any) (int64, error) {
	tag, err := q.tx.Exec(ctx, sql, args...)
	return tag.RowsAffected(), err
}

func (q postgresQuerier) query(ctx context.Context, sql string, args []any) (Rows, error) {
	return q.tx.Query(ctx, sql, args...)
}

func (q postgresQuerier) sendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	return q.tx.SendBatch(ctx, b)
}

// poolQuerier runs each statement on any free connection.
type poolQuerier struct{ pool *pgxpool.Pool }

func (q poolQuerier) exec(ctx context.Context, sql string, args []any) (int64, error) {
	tag, err := q.pool.Exec(ctx, sql, args...)
	return tag.RowsAffected(), err
}

func (q poolQuerier) query(ctx context.Context, sql string, args []any) (Rows, error) {
	return q.pool.Query(ctx, sql, args...)
}

func (q poolQuerier) sendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	return q.pool.SendBatch(ctx, b)
}
