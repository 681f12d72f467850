package cli

import (
	"io"
	"net"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
)

// mustStart starts a server on a database and returns its process, its output and a channel that reports its end.
func mustStart(t *testing.T, database string) (*exec.Cmd, *buffer, <-chan error) {
	t.Helper()
	stderr := &buffer{}
	cmd := exec.Command(filepath.Join(binaries, "earnest"), "serve", "--listen", "127.0.0.1:0", "--database", database)
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, stderr, ended
}

// mustPort returns a local address with a free port.
func mustPort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func TestAServerWaitsForAPostgresThatIsStillStarting(t *testing.T) {
	t.Parallel()
	database, err := url.Parse(dbtest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	behind := database.Host
	database.Host = mustPort(t)
	_, stderr, _ := mustStart(t, database.String())
	stderr.mustSay(t, "waiting up to 30s for PostgreSQL")
	mustForward(t, database.Host, behind)
	said := stderr.mustSay(t, "serves at")
	if strings.Count(said, "waiting") != 1 {
		t.Errorf("it says so more than once:\n%s", said)
	}
	if password, ok := database.User.Password(); ok && password != "" && strings.Contains(said, password) {
		t.Error("it prints the password of the database")
	}
}

func TestASignalEndsTheWaitForPostgres(t *testing.T) {
	t.Parallel()
	cmd, stderr, ended := mustStart(t, "postgres://earnest:secret-word@"+mustPort(t)+"/earnest?sslmode=disable")
	if said := stderr.mustSay(t, "waiting up to 30s for PostgreSQL"); strings.Contains(said, "secret-word") {
		t.Error("it prints the password of the database")
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-ended:
		if err == nil {
			t.Error("a server that never served ended well")
		}
		stderr.mustSay(t, "earnest: interrupted\n")
	case <-time.After(10 * time.Second):
		t.Error("it still waits")
	}
}

// mustForward forwards connections until the test ends.
func mustForward(t *testing.T, from, to string) {
	t.Helper()
	listener, err := net.Listen("tcp", from)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				_ = near.Close()
				return
			}
			go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
			go func() { _, _ = io.Copy(near, far); _ = near.Close() }()
		}
	}()
}
