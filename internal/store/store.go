// Package store holds the only SQL of the product: one file a noun, one text for both engines. It knows
// rows and transactions, not permissions.
package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
	"earnest/internal/store/migrations"
)

// Store is a migrated database.
type Store struct{ db *db.DB }

// Open opens and migrates the database at url (see db.Open).
func Open(ctx context.Context, url string, opt db.Options, now time.Time) (*Store, error) {
	d, err := db.Open(ctx, url, opt)
	if err != nil {
		return nil, err
	}
	if err := migrations.Up(ctx, d, now.UnixMicro()); err != nil {
		d.Close()
		return nil, err
	}
	return &Store{db: d}, nil
}

// Close waits for running work and closes the database.
func (s *Store) Close() { s.db.Close() }

// DB gives the database itself, for backups and checks.
func (s *Store) DB() *db.DB { return s.db }

// Ping tells whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

// Tx is a transaction with the statements of every noun as methods.
type Tx struct{ *db.Tx }

// Read runs f in a read-only snapshot.
func (s *Store) Read(ctx context.Context, f func(*Tx) error) error {
	return outward(s.db.Read(ctx, func(tx *db.Tx) error { return f(&Tx{tx}) }))
}

// Write runs f in one transaction; see db.DB.Write for what that promises.
func (s *Store) Write(ctx context.Context, f func(*Tx) error) error {
	return outward(s.db.Write(ctx, func(tx *db.Tx) error { return f(&Tx{tx}) }))
}

// outward gives a database that is away, or whose commit is in doubt, its kind; every other error goes up
// untouched.
func outward(err error) error {
	switch {
	case db.IsUncertain(err):
		return domain.Wrap(domain.Uncertain, err, "the connection to the database broke while it stored the change: look whether it is there before you send it again")
	case db.IsUnavailable(err):
		return domain.Wrap(domain.Unavailable, err, "the database is not available; try again in a moment")
	default:
		return err
	}
}

// found turns "no row" into "no such thing".
func found(err error, noun string) error {
	if errors.Is(err, db.ErrNoRows) {
		return domain.NoSuch(noun)
	}
	return err
}
