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
	// maxConns is the upper limit on the number of connections.
	maxConns = 1000
)

type postgresEngine struct {
	owner *DB
	pool  *pgxpool.Pool
	watch *postgresWatch
	lines *postgresLines // of writes that lock the same thing
	adds  *postgresLines // of writes that only add rows, to whatever they lock
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
	e.lines = newPostgresLines(e)
	e.adds = newPostgresAdds(e)
	e.watch = watchPostgres(cfg.ConnConfig, func() { e.pool.Reset() }) // connections from before the outage may be dead
	refused := &refusals{}
	cfg.ConnConfig.Tracer = refused
	cfg.BeforeConnect = func(ctx context.Context, _ *pgx.ConnConfig) error {
		if err := e.watch.admit(); err != nil {
			return err
		}
		return refused.admit(ctx)
	}
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		e.watch.note(conn.PgConn())
		return doNotCompile(ctx, conn)
	}
	cfg.PrepareConn = func(_ context.Context, conn *pgx.Conn) (bool, error) { return isQuiet(conn), e.watch.admit() }
	if e.pool, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		e.watch.close()
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	return e, nil
}

// doNotCompile switches off the compiling of statements to machine code, which PostgreSQL does for those that it expects to be expensive. Most of ours take
// less time than that, and its guesses may be wrong (ADR 45). A pooler may refuse the setting as a parameter of the connection.
func doNotCompile(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.PgConn().Exec(ctx, `SET jit = off`).ReadAll()
	return err
}

func (e *postgresEngine) read(ctx context.Context, f func(*Tx) error) error {
	return e.inTx(ctx, beginRead, f)
}

// once lets each statement commit on its own.
func (e *postgresEngine) once(_ context.Context, f func(*Tx) error) error {
	return f(&Tx{db: e.owner, q: poolQuerier{e.pool}})
}

// write retries f after a short pause when another transaction conflicts with it.
func (e *postgresEngine) write(ctx context.Context, f func(*Tx) error) error {
	for try := 1; ; try++ {
		err := e.inTx(ctx, beginWrite, f)
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

func (e *postgresEngine) writeInLine(ctx context.Context, w InLine) error {
	var id int64
	err := e.once(ctx, func(tx *Tx) (err error) {
		id, err = w.Find(tx)
		return err
	})
	if err != nil {
		return err
	}
	job := newLineJob(ctx, id, w)
	if w.Adds && !e.lines.busy(id) {
		return e.adds.write(id%addLines, job)
	}
	return e.lines.write(id, job)
}

// inTx runs f in a transaction that begins with the given statement.
func (e *postgresEngine) inTx(ctx context.Context, begin string, f func(*Tx) error) error {
	conn, err := e.pool.Acquire(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Release() // the pool closes a connection that is still in a transaction
	tx := newPostgresTx(conn.Conn(), begin)
	ended := false
	defer func() {
		if !ended {
			tx.rollback(ctx)
		}
	}()
	if err := f(&Tx{db: e.owner, q: tx}); err != nil {
		return err
	}
	err = tx.commit(ctx)
	ended = err == nil
	return err
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

// poolQuerier runs each statement on any free connection.
type poolQuerier struct{ pool *pgxpool.Pool }

func (q poolQuerier) exec(ctx context.Context, sql string, args []any) (int64, error) {
	tag, err := q.pool.Exec(ctx, sql, args...)
	return tag.RowsAffected(), err
}

func (q poolQuerier) query(ctx context.Context, sql string, args []any) (Rows, error) {
	return q.pool.Query(ctx, sql, args...)
}

func (q poolQuerier) sendBatch(ctx context.Context, b *pgx.Batch) (pgx.BatchResults, error) { //nolint:unparam // postgresTx returns errors
	return q.pool.SendBatch(ctx, b), nil
}
