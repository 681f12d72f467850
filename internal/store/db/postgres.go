package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// maxTries is how often a write runs when it conflicts with another node's.
const maxTries = 5

type postgresEngine struct {
	owner *DB
	pool  *pgxpool.Pool
}

func openPostgres(ctx context.Context, url string, opt Options, owner *DB) (*postgresEngine, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the --database address is not valid: %w", err)
	}
	cfg.MaxConns = max(cfg.MaxConns, int32(min(opt.Readers, 1000))) //nolint:gosec // bounded above
	cfg.MaxConnIdleTime = 5 * time.Minute
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	cfg.ConnConfig.RuntimeParams["application_name"] = "earnest"
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	return &postgresEngine{owner: owner, pool: pool}, nil
}

func (e *postgresEngine) read(ctx context.Context, f func(*Tx) error) error {
	return e.inTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, f)
}

func (e *postgresEngine) write(ctx context.Context, f func(*Tx) error) error {
	var err error
	for range maxTries {
		err = e.inTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, f)
		if !isConflict(err) {
			return err
		}
	}
	return err
}

func (e *postgresEngine) inTx(ctx context.Context, opt pgx.TxOptions, f func(*Tx) error) error {
	return pgx.BeginTxFunc(ctx, e.pool, opt, func(ptx pgx.Tx) error {
		return f(&Tx{db: e.owner, q: postgresQuerier{ptx}})
	})
}

// isConflict tells whether two transactions got in each other's way, so that one must run again.
func isConflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

func (e *postgresEngine) ping(ctx context.Context) error { return e.pool.Ping(ctx) }

func (e *postgresEngine) close() { e.pool.Close() }

type postgresQuerier struct{ tx pgx.Tx }

func (q postgresQuerier) exec(ctx context.Context, sql string, args []any) (int64, error) {
	tag, err := q.tx.Exec(ctx, sql, args...)
	return tag.RowsAffected(), err
}

func (q postgresQuerier) query(ctx context.Context, sql string, args []any) (Rows, error) {
	return q.tx.Query(ctx, sql, args...)
}
