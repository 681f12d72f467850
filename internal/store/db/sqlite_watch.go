package db

import (
	"sync"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// sqliteWatch sees on a connection whether another one has committed: another process's, or another of this one's. To ask SQLite
// costs some microseconds and a lock, which is much for a request that is answered from memory. So it is asked only if the head of
// the log's index is another than before the last answer, which costs next to nothing.
type sqliteWatch struct {
	index *walIndex // nil: SQLite is asked each time

	mu   sync.RWMutex
	conn *sqlite.Conn // nil once closed
	last *sqliteAnswer
}

// sqliteAnswer is a data version that holds while the head is this one.
type sqliteAnswer struct {
	head   walHead
	number int64
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
	var file string
	err = sqlitex.ExecuteTransient(conn, databaseFile, &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
		file = row.ColumnText(0)
		return nil
	}})
	if err != nil {
		_ = conn.Close() // the first error tells why
		return nil, err
	}
	return &sqliteWatch{conn: conn, index: openIndex(file)}, nil
}

// number is what SQLite calls the data version: another one whenever somebody else's commit let this connection read
// something else than before.
func (w *sqliteWatch) number() (int64, bool) {
	if answer, ok := w.remembered(); ok {
		return answer, true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if answer, ok := w.recall(); ok { // somebody else asked meanwhile
		return answer, true
	}
	if w.conn == nil {
		return 0, false
	}
	head, known := w.index.head() // before SQLite is asked: a commit in between makes the answer newer than its head, which is found out
	stmt, err := w.conn.Prepare("PRAGMA data_version")
	if err != nil {
		return 0, false
	}
	more, err := stmt.Step()
	n := stmt.ColumnInt64(0)
	if reset := stmt.Reset(); err != nil || reset != nil || !more {
		return 0, false
	}
	if known {
		w.last = &sqliteAnswer{head, n}
	}
	return n, true
}

func (w *sqliteWatch) remembered() (int64, bool) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.recall()
}

// recall gives the last answer if it still holds; w is locked.
func (w *sqliteWatch) recall() (int64, bool) {
	if w.conn == nil {
		return 0, false
	}
	head, known := w.index.head()
	if !known || w.last == nil || w.last.head != head {
		return 0, false
	}
	return w.last.number, true
}

// close comes after that of all other connections.
func (w *sqliteWatch) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn != nil {
		_ = w.conn.Close() // it only read
		w.conn = nil
		w.index.close()
	}
}
