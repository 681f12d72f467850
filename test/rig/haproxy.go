package rig

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Haproxy is a load balancer, which sends requests to the ready nodes in turn.
type Haproxy struct {
	URL string

	control string // the address of its command socket
	cmd     *exec.Cmd
	said    bytes.Buffer // its output; complete once it has exited
	ended   chan struct{}
}

// haproxyConfig has a buffer large enough for the longest headers that a node accepts, as docs/operations.md recommends.
const haproxyConfig = `
global
    tune.bufsize 98304
    stats socket fd@4 level admin
defaults
    mode http
    timeout connect 2s
    timeout check 2s
    timeout client 90s
    timeout server 90s
    option redispatch
frontend public
    bind fd@3
    default_backend nodes
backend nodes
    balance roundrobin
    %s
`

// MustBalance starts haproxy in front of the given nodes and kills it at the end of the test. If checks is true, it requests
// /readyz from each node five times a second, and sends nothing else to nodes that are not ready. The test is skipped if haproxy
// is not installed.
func MustBalance(t testing.TB, checks bool, nodes ...string) *Haproxy {
	t.Helper()
	path, err := exec.LookPath("haproxy")
	if err != nil {
		t.Skip("what runs behind a balancer did not run: haproxy is missing")
	}
	folder := t.TempDir()
	public, control := mustListen(t), mustListen(t)
	h := &Haproxy{URL: "http://" + public.Addr().String(), control: control.Addr().String(), ended: make(chan struct{})}
	file := filepath.Join(folder, "haproxy.cfg")
	if err := os.WriteFile(file, []byte(fmt.Sprintf(haproxyConfig, backends(checks, nodes))), 0o600); err != nil {
		t.Fatal(err)
	}
	h.mustStart(t, exec.Command(path, "-db", "-f", file), public, control)
	return h
}

func mustListen(t testing.TB) *net.TCPListener {
	t.Helper()
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

func backends(checks bool, nodes []string) string {
	lines := []string{}
	each := ""
	if checks {
		lines = append(lines, "option httpchk GET /readyz")
		each = " check inter 200ms fall 1 rise 1"
	}
	for i, url := range nodes {
		lines = append(lines, fmt.Sprintf("server node%d %s%s", i, strings.TrimPrefix(url, "http://"), each))
	}
	return strings.Join(lines, "\n    ")
}

// mustStart starts haproxy with listeners that are already open, so that it needs no fixed port and no socket path, which could
// be too long. It then waits until haproxy accepts commands.
func (h *Haproxy) mustStart(t testing.TB, cmd *exec.Cmd, listeners ...*net.TCPListener) {
	t.Helper()
	for _, listener := range listeners {
		socket, err := listener.File()
		if err != nil {
			t.Fatal(err)
		}
		cmd.ExtraFiles = append(cmd.ExtraFiles, socket)
		_ = listener.Close() // the file is a duplicate of it
	}
	h.cmd = cmd
	cmd.Stdout, cmd.Stderr = &h.said, &h.said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err := cmd.Start()
	for _, socket := range cmd.ExtraFiles {
		_ = socket.Close() // haproxy has its own copy
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = cmd.Wait()
		close(h.ended)
	}()
	t.Cleanup(h.end)
	for deadline := time.Now().Add(stopLimit); ; time.Sleep(10 * time.Millisecond) {
		if _, err := h.command("show info"); err == nil {
			return
		}
		select {
		case <-h.ended:
			t.Fatalf("haproxy ended:\n%s", h.said.String())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatal("haproxy does not start")
		}
	}
}

func (h *Haproxy) end() {
	_ = syscall.Kill(-h.cmd.Process.Pid, syscall.SIGKILL)
	<-h.ended
}

// command runs one of haproxy's commands and returns its output.
func (h *Haproxy) command(text string) (string, error) {
	conn, err := net.Dial("tcp", h.control)
	if err != nil {
		return "", err
	}
	defer conn.Close() //nolint:errcheck // everything has been read
	_ = conn.SetDeadline(time.Now().Add(stopLimit))
	if _, err := io.WriteString(conn, text+"\n"); err != nil {
		return "", err
	}
	answer, err := io.ReadAll(conn)
	return string(answer), err
}

// MustMove tells haproxy that a node has a new address.
func (h *Haproxy) MustMove(t testing.TB, node int, url string) {
	t.Helper()
	host, port, err := net.SplitHostPort(strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.command(fmt.Sprintf("set server nodes/node%d addr %s port %s", node, host, port)); err != nil {
		t.Fatal(err)
	}
}

// MustBecome waits until haproxy considers a node ready or, if ready is false, not ready.
func (h *Haproxy) MustBecome(t testing.TB, node int, ready bool) {
	t.Helper()
	for deadline := time.Now().Add(stopLimit); ; time.Sleep(10 * time.Millisecond) {
		stat, err := h.command("show stat")
		if err == nil && strings.Contains(stat, "\nnodes,") && up(stat, node) == ready {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("haproxy does not take node %d for ready=%v: %v\n%s", node, ready, err, stat)
		}
	}
}

// up reports whether a node is up according to haproxy's statistics, which have its name in the second column and its state in
// the 18th.
func up(stat string, node int) bool {
	for line := range strings.Lines(stat) {
		columns := strings.Split(line, ",")
		if len(columns) > 17 && columns[0] == "nodes" && columns[1] == fmt.Sprintf("node%d", node) {
			return strings.HasPrefix(columns[17], "UP")
		}
	}
	return false
}
