package db

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
)

func mustOpenSQLite(t *testing.T, path string) *DB {
	t.Helper()
	d, err := Open(t.Context(), path, Options{Readers: 2, Alone: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func addNote(d *DB) error {
	return d.Write(context.Background(), func(tx *Tx) error {
		return tx.Script(context.Background(), `CREATE TABLE IF NOT EXISTS notes (id INTEGER); INSERT INTO notes (id) VALUES (1)`)
	})
}

// Package test/faults causes real failures; this test covers the consequences.
func TestAfterAFailedFsyncNothingIsWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "earnest.db")
	d := mustOpenSQLite(t, path)
	if err := addNote(d); err != nil || d.BrokenBy() != nil {
		t.Fatal(err, d.BrokenBy())
	}
	d.breakdown().note(path, sqlite.ResultFull.ToError())
	if d.BrokenBy() != nil {
		t.Error("a full disk passes for a broken one")
	}
	d.breakdown().note(path, sqlite.ResultIOErrFsync.ToError())
	<-d.Broken()
	if err := d.BrokenBy(); err == nil || !strings.HasPrefix(err.Error(), "the disk failed to store what was written to "+path) {
		t.Errorf("it says %v", err)
	}
	if err := addNote(d); !IsUnavailable(err) || IsUncertain(err) {
		t.Errorf("a write gives %v", err)
	}
	if err := d.Ping(t.Context()); err != nil {
		t.Errorf("a read gives %v", err)
	}
	d.Close()
	if log := mustSize(t, path+"-wal"); log == 0 {
		t.Error("closing moved the log into the file, which needs another fsync")
	}
}

func TestALogLeftByACrashIsCheckpointedFirst(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "earnest.db")
	crashed := mustOpenSQLite(t, path)
	if err := addNote(crashed); err != nil {
		t.Fatal(err)
	}
	crashed.breakdown().note(path, sqlite.ResultIOErrFsync.ToError()) // from now on, closing it leaves the log as a crash would
	crashed.Close()
	mustOpenSQLite(t, path)
	if log := mustSize(t, path+"-wal"); log != 0 {
		t.Errorf("the log has %d bytes", log)
	}
}

// Our own checkpoints keep the log short, however much is written.
func TestTheLogStaysShort(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "earnest.db")
	d := mustOpenSQLite(t, path)
	for range 200 {
		if err := addPages(d, 50); err != nil {
			t.Fatal(err)
		}
	}
	if log := mustSize(t, path+"-wal"); log == 0 || log > 4096*4*fullLog {
		t.Errorf("the log has %d bytes", log)
	}
}

// Once the database is closed, its file alone contains everything, even if the last read was interrupted.
func TestClosingMovesTheLogIntoTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "earnest.db")
	d := mustOpenSQLite(t, path)
	if err := addNote(d); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		if err := d.Read(ended, func(*Tx) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	d.Close()
	if _, err := os.Stat(path + "-wal"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the log is still there: %v", err)
	}
}

func addPages(d *DB, n int) error {
	return d.Write(context.Background(), func(tx *Tx) error {
		_ = tx.Script(context.Background(), `CREATE TABLE IF NOT EXISTS pages (body TEXT)`)
		_, err := tx.Exec(context.Background(), `INSERT INTO pages (body) VALUES ($1)`, strings.Repeat("x", 4096*n))
		return err
	})
}

func mustSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
