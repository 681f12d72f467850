package migrations

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"earnest/internal/db"
)

// Store is an open database.
type Store struct {
	Db *db.DB
}

// Open opens and migrates the database at url (see db.Open).
func Open(ctx context.Context, url string, opt db.Options, now time.Time) (*db.DB, error) {
	d, err := db.Open(ctx, url, opt)
	if err != nil {
		return nil, err
	}
	return kept(d, Up(ctx, d, now.UnixMicro()))
}

// OpenAsIs opens the database at url without migrating it, since a server of an earlier version may be running on it. It refuses
// a schema that is not this binary's: see migrations.Check.
func OpenAsIs(ctx context.Context, url string, opt db.Options) (*db.DB, error) {
	d, err := db.Open(ctx, url, opt)
	if err != nil {
		return nil, err
	}
	return kept(d, Check(ctx, d))
}

// OpenToCopy is OpenAsIs for backups, which can be made of an earlier schema too.
func OpenToCopy(ctx context.Context, url string, opt db.Options) (*db.DB, error) {
	d, err := db.Open(ctx, url, opt)
	if err != nil {
		return nil, err
	}
	err = Check(ctx, d)
	if older, ok := errors.AsType[*OlderError](err); ok && older.Have > 0 {
		err = nil
	}
	return kept(d, err)
}

// OpenToRead is OpenAsIs for callers that only read, one transaction at a time: not a byte of a SQLite file changes. A file that
// a server left in WAL mode is opened as the server does: a reader would leave that mode's files behind, perhaps owned by
// another user.
func OpenToRead(ctx context.Context, url string, opt db.Options) (*db.DB, error) {
	if db.IsPostgres(url) || !isCopy(FilePath(url)) {
		return OpenAsIs(ctx, url, opt)
	}
	d, err := db.OpenCopy(FilePath(url))
	if err != nil {
		return nil, err
	}
	return kept(d, Check(ctx, d))
}

// isCopy reports whether a file is a SQLite database without a write-ahead log, as backups are. The first bytes of a file
// identify its type, and byte 18 is 2 if there is such a log.
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

// kept returns an opened database, or closes it after an error.
func kept(d *db.DB, err error) (*db.DB, error) {
	if err != nil {
		d.Close()
		return nil, d.Explain(err)
	}
	return d, nil
}

// FilePath returns the path of the SQLite file in url.
func FilePath(url string) string { return strings.TrimPrefix(url, "sqlite://") }
