package db

import (
	"context"
	"errors"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const (
	// fullLog is the number of pages in the write-ahead log that triggers a checkpoint.
	fullLog = 1000
	// checkEvery is the number of commits between two checks of the log's size.
	checkEvery = 16
	// recoverTimeout is how long start-up waits for a command that is reading the file.
	recoverTimeout = time.Second
)

// checkpoint moves a long write-ahead log into the file, after the waiting callers have been answered. SQLite's automatic
// checkpoint is disabled, because it runs inside a commit and does not report a failed fsync. Other failures, such as a full
// disk, are retried later.
func (w *sqliteWriter) checkpoint() {
	w.commits++
	if w.commits%checkEvery != 0 || w.broken.cause() != nil {
		return
	}
	pages, err := w.logged()
	if err == nil && pages >= fullLog {
		err = w.step("PRAGMA wal_checkpoint(PASSIVE)")
	}
	w.broken.note(w.owner.file, err)
}

// logged returns the number of pages in the write-ahead log.
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

// recoverLog checkpoints the write-ahead log left by an earlier process before anything is added to it. That process may have
// exited because of a failed fsync. In that case, the log may look intact in the page cache although part of it is missing on
// disk, and anything appended after that part would be lost with it.
func recoverLog(conn *sqlite.Conn) error {
	conn.SetBusyTimeout(recoverTimeout)
	defer conn.SetBusyTimeout(busyTimeout)
	err := sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint(TRUNCATE)", nil)
	if isSyncFailure(err) {
		return errors.Join(errors.New("the disk failed to store what an earlier process wrote"), err)
	}
	return nil // if the disk is full or a command has the file open, a later checkpoint will move the log
}
