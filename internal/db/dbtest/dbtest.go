// Package dbtest runs a test on each engine: on its own SQLite file, and in its own PostgreSQL schema on the server that
// EARNEST_TEST_POSTGRES names.
package dbtest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"earnest/internal/db"
	"earnest/internal/db/migrations"
)

// PostgresEnv is the environment variable that contains the URL of the PostgreSQL server for tests.
const PostgresEnv = "EARNEST_TEST_POSTGRES"

// Each runs f on both engines, in parallel, with the URL of a database without rows. On PostgreSQL it already has the current
// schema; on SQLite the file does not exist yet. Open it with MustOpen.
func Each(t *testing.T, f func(t *testing.T, url string)) {
	t.Helper()
	each(t, f, func(t *testing.T) string {
		t.Helper()
		return mustSchema(t, mustServer(t)).url
	})
}

// EachEmpty runs f on both engines, in parallel, with the URL of a completely empty database, which has no tables.
func EachEmpty(t *testing.T, f func(t *testing.T, url string)) {
	t.Helper()
	each(t, f, func(t *testing.T) string {
		t.Helper()
		return Postgres(t)
	})
}

func each(t *testing.T, f func(t *testing.T, url string), postgres func(*testing.T) string) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		f(t, SQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		f(t, postgres(t))
	})
}

// EachStore runs f on both engines with an empty, migrated store.
func EachStore(t *testing.T, f func(t *testing.T, s *db.DB)) {
	t.Helper()
	Each(t, func(t *testing.T, url string) {
		t.Helper()
		f(t, MustOpen(t, url))
	})
}

// MustOpen opens a store and closes it at the end of the test. A SQLite file that does not exist yet is copied from a migrated
// one.
func MustOpen(t testing.TB, url string) *db.DB {
	t.Helper()
	if _, err := os.Stat(url); !db.IsPostgres(url) && os.IsNotExist(err) {
		if err := os.WriteFile(url, mustTemplate(t), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := migrations.Open(context.Background(), url, db.Options{Readers: 8, NoSync: true}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// template is an empty SQLite file with the current schema, created once for all the tests of a package.
var template = sync.OnceValues(func() ([]byte, error) { //nolint:gochecknoglobals // one per process
	folder, err := os.MkdirTemp("", "earnest-template-*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "earnest.db")
	s, err := migrations.Open(context.Background(), path, db.Options{Readers: 1, NoSync: true}, time.Now())
	if err != nil {
		return nil, err
	}
	s.Close()
	return os.ReadFile(path)
})

func mustTemplate(t testing.TB) []byte {
	t.Helper()
	file, err := template()
	if err != nil {
		t.Fatalf("make the template of the test databases: %v", err)
	}
	return file
}

// SQLite returns the path of a database file that is removed after the test.
func SQLite(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "earnest.db")
}

// Postgres returns the URL of an empty schema that is dropped after the test. If there is no server, the test is skipped with a
// message; make test always starts one.
func Postgres(t testing.TB) string {
	t.Helper()
	server, name := mustServer(t), newName()
	mustRun(t, server, "CREATE SCHEMA "+name)
	t.Cleanup(func() { mustRun(t, server, "DROP SCHEMA "+name+" CASCADE") })
	return within(server, name)
}

func mustServer(t testing.TB) string {
	t.Helper()
	server := os.Getenv(PostgresEnv)
	if server == "" {
		t.Skip("PostgreSQL did not run: " + PostgresEnv + " is not set (make test starts a server)")
	}
	return server
}

func mustRun(t testing.TB, url, sql string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatalf("connect to the test server: %v", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}
