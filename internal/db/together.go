package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Text is SQL that is built only from constants, never from input.
type Text string

// Statement is one of several statements sent together, with its arguments and a function that receives each row.
type Statement struct {
	SQL  Text
	Args []any
	Row  func(Rows) error
}

// batcher is a querier that sends several statements before it waits for the first result.
type batcher interface {
	sendBatch(ctx context.Context, b *pgx.Batch) (pgx.BatchResults, error)
}

// Together runs statements one after the other; on PostgreSQL that costs one round trip in total. Within Once, on PostgreSQL,
// they form a transaction of their own, which has ended when Together returns. Either all of them have taken effect or, after a
// database error, none has. An error that Row returns does not undo them.
func (tx *Tx) Together(ctx context.Context, all ...Statement) error {
	q, ok := tx.q.(batcher)
	if !ok {
		return tx.inTurn(ctx, all)
	}
	batch := &pgx.Batch{}
	for _, s := range all {
		batch.Queue(string(s.SQL), s.Args...)
	}
	tx.db.statements.Add(int64(len(all)))
	results, err := q.sendBatch(ctx, batch)
	if err != nil {
		return classify(err)
	}
	for _, s := range all {
		if err := s.takeFrom(results); err != nil {
			_ = results.Close() // it repeats the same error
			return err
		}
	}
	return classify(results.Close())
}

func (tx *Tx) inTurn(ctx context.Context, all []Statement) error {
	for _, s := range all {
		rows, err := tx.Query(ctx, string(s.SQL), s.Args...)
		if err != nil {
			return err
		}
		if err := s.take(rows); err != nil {
			return err
		}
	}
	return nil
}

func (s Statement) takeFrom(results pgx.BatchResults) error {
	rows, err := results.Query()
	if err != nil {
		return classify(err)
	}
	return s.take(classifiedRows{rows})
}

func (s Statement) take(rows Rows) error {
	defer rows.Close()
	for rows.Next() {
		if err := s.Row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
