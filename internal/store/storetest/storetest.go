// Package storetest runs a test on each engine: a SQLite file of its own, and a PostgreSQL schema of its
// own on the server that EARNEST_TEST_POSTGRES names.
package storetest

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"earnest/internal/store"
	"earnest/internal/store/db"
)

// PostgresEnv names the variable that holds the address of the PostgreSQL server for tests.
const PostgresEnv = "EARNEST_TEST_POSTGRES"

// Each runs f on both engines, in parallel, each time with the address of an empty database.
func Each(t *testing.T, f func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		f(t, SQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		f(t, Postgres(t))
	})
}

// EachStore runs f on both engines with an empty, migrated store.
func EachStore(t *testing.T, f func(t *testing.T, s *store.Store)) {
	t.Helper()
	Each(t, func(t *testing.T, url string) {
		t.Helper()
		f(t, MustOpen(t, url))
	})
}

// MustOpen opens a store that is closed with the test.
func MustOpen(t testing.TB, url string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), url, db.Options{Readers: 8}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// SQLite is the path of a database file that is gone after the test.
func SQLite(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "earnest.db")
}

// Postgres is the address of an empty schema that is gone after the test. Without a server the test is
// skipped and says so; make test always has one.
func Postgres(t testing.TB) string {
	t.Helper()
	url := os.Getenv(PostgresEnv)
	if url == "" {
		t.Skip("PostgreSQL did not run: " + PostgresEnv + " is not set (make test starts a server)")
	}
	schema := "t_" + strings.ToLower(rand.Text())
	mustRun(t, url, "CREATE SCHEMA "+schema)
	t.Cleanup(func() { mustRun(t, url, "DROP SCHEMA "+schema+" CASCADE") })
	separator := "?"
	if strings.Contains(url, "?") {
		separator = "&"
	}
	return url + separator + "search_path=" + schema
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
