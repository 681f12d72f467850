package cli

import (
	"bytes"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// buffer can be read while a process writes to it.
type buffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *buffer) mustSay(t *testing.T, text string) string {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		b.mu.Lock()
		said := b.buf.String()
		b.mu.Unlock()
		if strings.Contains(said, text) {
			return said
		}
	}
	t.Fatalf("the server never said %q", text)
	return ""
}

func TestTheFirstSignalWaitsForRequestsAndTheSecondDoesNot(t *testing.T) {
	t.Parallel()
	var stderr buffer
	cmd := exec.Command(filepath.Join(binaries, "earnest"), "serve", "--listen", "127.0.0.1:0", "--shutdown-timeout", "1m",
		"--database", filepath.Join(t.TempDir(), "earnest.db"))
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	found := address.FindStringSubmatch(stderr.mustSay(t, "/docs\n"))
	conn, err := net.Dial("tcp", strings.TrimPrefix(found[1], "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// The request never completes. Its header has begun, so the server waits for it before it stops.
	if _, err := conn.Write([]byte("POST /api/v1/projects HTTP/1.1\r\nHost: x\r\n")); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // until the server has read it, even on a busy machine
	_ = cmd.Process.Signal(syscall.SIGTERM)
	stderr.mustSay(t, "msg=stopping")
	select {
	case err := <-ended:
		t.Fatalf("the first signal ended the server at once: %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-ended:
		if err == nil {
			t.Error("requests were broken off, but the exit code is 0")
		}
	case <-time.After(5 * time.Second):
		t.Error("the second signal did not end the server")
	}
}
