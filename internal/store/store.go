// Package store holds the only SQL of the product: one file a noun, one text for both engines. It knows
// rows and transactions, not permissions.
package store

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store/db"
	"earnest/internal/store/migrations"
)

// Store is an open database.
type Store struct {
	db      *db.DB
	onWrite atomic.Pointer[func()]
}

// Open opens and migrates the database at url (see db.Open).
func Open(ctx context.Context, url string, opt db.Options, now time.Time) (*Store, error) {
	d, err := db.Open(ctx, url, opt)
	if err != nil {
		return nil, err
	}
	return kept(d, migrations.Up(ctx, d, now.UnixMicro()))
}

// OpenAsIs opens the database at url and does not migrate it, for there may be a server of an earlier version on
// it. A schema that is not this binary's is refused: see migrations.Check.
func OpenAsIs(ctx context.Context, url string, opt db.Options) (*Store, error) {
	d, err := db.Open(ctx, url, opt)
	if err != nil {
		return nil, err
	}
	return kept(d, migrations.Check(ctx, d))
}

// OpenToCopy is OpenAsIs for a backup, which can be made of an earlier schema too.
func OpenToCopy(ctx context.Context, url string, opt db.Options) (*Store, error) {
	d, err := db.Open(ctx, url, opt)
	if err != nil {
		return nil, err
	}
	err = migrations.Check(ctx, d)
	if older, ok := errors.AsType[*migrations.OlderError](err); ok && older.Have > 0 {
		err = nil
	}
	return kept(d, err)
}

// OpenToRead is OpenAsIs for whoever only reads, one transaction at a time: not a byte of a SQLite file
// changes. One that a server left in its mode is opened as the server does it: a reader would leave the files
// of that mode behind, perhaps as another user's.
func OpenToRead(ctx context.Context, url string, opt db.Options) (*Store, error) {
	if db.IsPostgres(url) || !isCopy(FilePath(url)) {
		return OpenAsIs(ctx, url, opt)
	}
	d, err := db.OpenCopy(FilePath(url))
	if err != nil {
		return nil, err
	}
	return kept(d, migrations.Check(ctx, d))
}

// isCopy tells whether a file is a SQLite database without a write-ahead log, as backups are. The first bytes of
// a file tell what it is, and byte 18 is 2 where there is such a log.
func isCopy(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // it was only read
	var head [19]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && string(head[:16]) == "SQLite format 3\x00" && head[18] == 1
}

// kept gives a store on an opened database, or closes it.
func kept(d *db.DB, err error) (*Store, error) {
	if err != nil {
		d.Close()
		return nil, d.Explain(err)
	}
	return &Store{db: d}, nil
}

// FilePath is the path of the SQLite file that url names.
func FilePath(url string) string { return strings.TrimPrefix(url, "sqlite://") }

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

// Once runs f, which sends one statement, or several together; see db.DB.Once.
func (s *Store) Once(ctx context.Context, f func(*Tx) error) error {
	return outward(s.db.Once(ctx, func(tx *db.Tx) error { return f(&Tx{tx}) }))
}

// Write runs f in one transaction; see db.DB.Write for what that promises.
func (s *Store) Write(ctx context.Context, f func(*Tx) error) error {
	err := outward(s.db.Write(ctx, func(tx *db.Tx) error { return f(&Tx{tx}) }))
	if tell := s.onWrite.Load(); tell != nil && err == nil {
		(*tell)()
	}
	return err
}

// OnWrite names a function that is told of every write once it is stored. It must return at once.
func (s *Store) OnWrite(f func()) { s.onWrite.Store(&f) }

// outward gives a database that is away, or whose commit is in doubt, its kind; every other error goes up
// untouched.
func outward(err error) error {
	switch {
	case db.IsUncertain(err):
		return domain.Wrap(domain.Uncertain, err,
			"the connection to the database broke while it stored the change: look whether it is there before you send it again")
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
