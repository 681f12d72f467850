package testpg_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"earnest/internal/testpg"
)

func mustStart(t *testing.T, c testpg.Config) *testpg.Server {
	t.Helper()
	var log strings.Builder
	c.Log = &log
	server, err := testpg.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	if lines := strings.Count(log.String(), "\n"); lines != 1 || !strings.HasPrefix(log.String(), "testpg: PostgreSQL ") {
		t.Errorf("want one line that names the server, got %q", log.String())
	}
	return server
}

// mustAsk runs one query on its own connection.
func mustAsk(t *testing.T, url, query string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	var answer string
	if err := conn.QueryRow(t.Context(), query).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}

func TestCommittedRowsSurviveKillAndTheFolderDoesNotSurviveStop(t *testing.T) {
	t.Parallel()
	server := mustStart(t, testpg.Config{Settings: []string{"synchronous_commit=on"}})
	if got := mustAsk(t, server.URL(), "SELECT version()"); !strings.HasPrefix(got, "PostgreSQL ") {
		t.Errorf("version() = %q", got)
	}
	mustExec(t, server.URL(), "CREATE TABLE note (text text)", "INSERT INTO note VALUES ('kept')")

	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := pgx.Connect(t.Context(), server.URL()); err == nil {
		t.Fatal("the server still answers after Kill")
	}
	if err := server.Kill(); err == nil {
		t.Error("a second Kill found something to kill")
	}
	for _, state := range []string{"killed", "running"} {
		if err := server.Restart(t.Context()); err != nil {
			t.Fatalf("restart of a %s server: %v", state, err)
		}
		if got := mustAsk(t, server.URL(), "SELECT text FROM note"); got != "kept" {
			t.Errorf("after the restart of a %s server the row is %q", state, got)
		}
	}
	mustVanish(t, server)
}

func mustExec(t *testing.T, url string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func mustVanish(t *testing.T, server *testpg.Server) {
	t.Helper()
	for range 2 {
		if err := server.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(server.Dir()); !os.IsNotExist(err) {
		t.Errorf("the folder %s is still there: %v", server.Dir(), err)
	}
	if _, err := pgx.Connect(t.Context(), server.URL()); err == nil {
		t.Error("the server still answers after Stop")
	}
	if err := server.Restart(t.Context()); err == nil {
		t.Error("a stopped server restarted")
	}
}

func TestByteCollationOrdersCapitalsFirst(t *testing.T) {
	t.Parallel()
	server := mustStart(t, testpg.Config{Collation: testpg.Bytes})
	if got := mustAsk(t, server.URL(), "SELECT ('B' < 'a')::text"); got != "true" {
		t.Errorf("'B' < 'a' is %s under byte order", got)
	}
	if got := mustAsk(t, server.URL(), "SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user"); got != "false" {
		t.Error("tests would run as a superuser, who passes checks that production does not")
	}
	if got := mustAsk(t, server.AdminURL(), "SHOW max_connections"); got != "300" {
		t.Errorf("max_connections = %s", got)
	}
}

func TestAServerThatCannotStartSaysWhy(t *testing.T) {
	t.Parallel()
	_, err := testpg.Start(t.Context(), testpg.Config{Settings: []string{"no_such_setting=1"}})
	if err == nil || !strings.Contains(err.Error(), "no_such_setting") {
		t.Errorf("want the server's own words, got %v", err)
	}
}
