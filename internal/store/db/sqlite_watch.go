package db

import (
	"sync"

	"zombiezen.com/go/sqlite"
)

// sqliteWatch sees on a connection whether another one has committed: another process's, or another of this one's. It costs
// some microseconds, a hundredth of the least read.
type sqliteWatch struct {
	mu   sync.Mutex
	conn *sqlite.Conn // nil once closed
}

func startWatch(path string) (*sqliteWatch, error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, err
	}
	if err := prepareSQLite(conn, "PRAGMA query_only=ON", "PRAGMA cache_size=16"); err != nil {
		_ = conn.Close() // the first error tells why
		return nil, err
	}
	return &sqliteWatch{conn: conn}, nil
}

// number is what SQLite calls the data version: another one whenever somebody else's commit let this connection read
// something else than before.
func (w *sqliteWatch) number() (int64, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn == nil {
		return 0, false
	}
	stmt, err := w.conn.Prepare("PRAGMA data_version")
	if err != nil {
		return 0, false
	}
	more, err := stmt.Step()
	n := stmt.ColumnInt64(0)
	if reset := stmt.Reset(); err != nil || reset != nil || !more {
		return 0, false
	}
	return n, true
}

func (w *sqliteWatch) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn != nil {
		_ = w.conn.Close() // it only read
		w.conn = nil
	}
}
