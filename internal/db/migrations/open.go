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

// Open opens and migrates the database at url (see db.Open).
func Open(ctx context.Context, url string, opt db.Options, now time.Time) (*db.DB, error) {
	d, err := db.Open(ctx, url, opt)
	if err != nil {
		return nil, err
	}
	return kept(d, Up(ctx, d, now.UnixMicro()))
}

// OpenAsIs opens the database at url without migrating it, since a server of an earlier version may be running on it. It rejects
// any schema but this binary's; see Check.
func OpenAsIs(ctx context.Context, url string, opt db.Options) (*db.DB, error) {
	d, err := db.Open(ctx, url, opt)
	if err != nil {
		return nil, err
	}
	return kept(d, Check(ctx, d))
}

// OpenToCopy is like OpenAsIs but also accepts an earlier schema, since that can be backed up too.
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

// OpenToRead is like OpenAsIs, but for callers that only read, one transaction at a time. It does not change a single byte of a
// SQLite file. A file that a server left in WAL mode is nevertheless opened as a server opens it, because a read-only connection
// would leave WAL files behind, perhaps owned by another user.
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
// identify its type, and byte 18 is 2 in WAL mode.
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

// kept returns d, or closes it if err is not nil.
func kept(d *db.DB, err error) (*db.DB, error) {
	if err != nil {
		d.Close()
		return nil, d.Explain(err)
	}
	return d, nil
}

// FilePath returns the path of the SQLite file in url.
func FilePath(url string) string { return strings.TrimPrefix(url, "sqlite://") }
