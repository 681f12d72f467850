package db

import (
	"context"
	"errors"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const (
	// fullLog is how many pages the write-ahead log may hold before they are moved into the file.
	fullLog = 1000
	// lookEvery is after how many commits the log's size is looked at.
	lookEvery = 16
	// settlePatience is how long a start waits for a command that reads beside it.
	settlePatience = time.Second
)

// checkpoint moves the write-ahead log into the file once it is long, after those who wait for their commit were answered. SQLite
// would do it by itself inside a commit, but keep a failed fsync to itself. What fails otherwise, for want of room for
// instance, is tried again later.
func (w *sqliteWriter) checkpoint() {
	w.commits++
	if w.commits%lookEvery != 0 || w.broken.cause() != nil {
		return
	}
	pages, err := w.logged()
	if err == nil && pages >= fullLog {
		err = w.step("PRAGMA wal_checkpoint(PASSIVE)")
	}
	w.broken.note(w.owner.file, err)
}

// logged is how many pages the write-ahead log holds.
func (w *sqliteWriter) logged() (pages int, err error) {
	rows, err := w.q.query(context.Background(), "PRAGMA wal_checkpoint(NOOP)", nil)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	var busy, moved int
	if rows.Next() {
		err = rows.Scan(&busy, &pages, &moved)
	}
	return pages, errors.Join(err, rows.Err())
}

// settleCrash moves what an earlier process left in the write-ahead log into the file, before anything is added to it. That process
// may have ended because of a failed fsync: the log may then read well from memory while the disk lacks a part, and
// what is added behind that part would be lost with it.
func settleCrash(conn *sqlite.Conn) error {
	conn.SetBusyTimeout(settlePatience)
	defer conn.SetBusyTimeout(busyTimeout)
	err := sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint(TRUNCATE)", nil)
	if isSyncFailure(err) {
		return errors.Join(errors.New("the disk failed to store what an earlier process wrote"), err)
	}
	return nil // without room, or with a command beside us: it is done later, as always
}
