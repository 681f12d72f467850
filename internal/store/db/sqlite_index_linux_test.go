package db

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func mustOpenFile(t *testing.T, path string) (*DB, *sqliteEngine) {
	t.Helper()
	d, err := Open(t.Context(), path, Options{Readers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d, d.engine.(*sqliteEngine)
}

func mustRun(t *testing.T, d *DB, sql string) {
	t.Helper()
	err := d.Write(t.Context(), func(tx *Tx) error {
		_, err := tx.Exec(context.Background(), sql)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What the watch remembers is what SQLite would say, whoever committed, and while the log is moved and begun anew.
func TestTheWatchRemembersOnlyWhatSQLiteWouldSay(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	d, e := mustOpenFile(t, path)
	other, _ := mustOpenFile(t, path)
	mustRun(t, d, `CREATE TABLE notes (n INTEGER)`)
	last, recalled := int64(-1), 0
	for i := range 300 {
		mustRun(t, []*DB{d, other}[i%2], `INSERT INTO notes VALUES (1)`)
		if i%50 == 49 {
			mustMoveLog(t, path)
		}
		n, ok := e.watch.number()
		if !ok || n == last {
			t.Fatalf("after commit %d the watch says %d, as before (%t)", i, n, ok)
		}
		last = n
		again, ok := e.watch.remembered()
		asked, err := sqlitex.ResultInt64(e.watch.conn.Prep("PRAGMA data_version"))
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			recalled++
		}
		if ok && again != asked {
			t.Fatalf("after commit %d the watch remembers %d, and SQLite says %d", i, again, asked)
		}
	}
	if recalled < 290 {
		t.Errorf("the watch remembered %d of 300 answers", recalled)
	}
}

// mustMoveLog moves the log into the file and empties it, on a connection of its own.
func mustMoveLog(t *testing.T, path string) {
	t.Helper()
	err := onFile(t.Context(), path, func(conn *sqlite.Conn) error {
		return sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint(TRUNCATE)", nil)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheIndexIsFoundThroughALink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	link := filepath.Join(dir, "link.db")
	_, e := mustOpenFile(t, filepath.Join(dir, "a.db"))
	if e.watch.index == nil {
		t.Error("the index is not mapped")
	}
	if err := os.Symlink("a.db", link); err != nil {
		t.Fatal(err)
	}
	if _, e := mustOpenFile(t, link); e.watch.index == nil {
		t.Error("the index is not mapped through a link")
	}
}

// A process that closes a file gives up its locks on it: nobody who closes a database may take those of another.
func TestClosingADatabaseLeavesTheLocksOfOthers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	first, _ := mustOpenFile(t, path)
	mustOpenFile(t, path)
	if n := locksOn(t, path+"-shm"); n == 0 {
		t.Fatal("no lock is found while two have the file open: the test looks wrongly")
	}
	first.Close()
	if n := locksOn(t, path+"-shm"); n == 0 {
		t.Error("the locks of the second went with the first")
	}
}

// Backups and copies have a connection that is no engine's.
func TestClosingADatabaseLeavesTheLocksOfAConnectionBesideIt(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	d, _ := mustOpenFile(t, path)
	mustRun(t, d, `CREATE TABLE notes (n INTEGER)`)
	err := onFile(t.Context(), path, func(conn *sqlite.Conn) error {
		for _, sql := range []string{"BEGIN", "SELECT COUNT(*) FROM notes"} {
			if err := sqlitex.ExecuteTransient(conn, sql, nil); err != nil {
				return err
			}
		}
		d.Close()
		if n := locksOn(t, path+"-shm"); n == 0 {
			t.Error("the locks went with the database")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// locksOn counts the locks that are held on a file.
func locksOn(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile("/proc/locks")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(list), fmt.Sprintf(":%d ", info.Sys().(*syscall.Stat_t).Ino))
}
