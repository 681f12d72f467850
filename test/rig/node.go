package rig

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	startLimit = time.Minute
	stopLimit  = 30 * time.Second
)

// Node is a server process.
type Node struct {
	URL   string // http://127.0.0.1:PORT
	cmd   *exec.Cmd
	ended chan struct{}
	heard chan struct{} // closed when all its output has been read

	mu  sync.Mutex
	log strings.Builder
}

// Start starts a node that serves a database on a free port, and waits until it does. The node is killed at the end of the test.
// The given flags come after the default ones, and so override them.
func Start(t testing.TB, bin, database string, flags ...string) *Node {
	t.Helper()
	return StartCommand(t, exec.Command(bin, append([]string{
		"serve", "--database", database, "--listen", "127.0.0.1:0",
		"--quota-hour", "1000000000", "--quota-month", "1000000000",
	}, flags...)...))
}

// StartCommand is like Start, but for a command created by the caller, for instance to run under strace.
func StartCommand(t testing.TB, cmd *exec.Cmd) *Node {
	t.Helper()
	n, problem := launch(cmd)
	if n != nil {
		t.Cleanup(n.Kill)
	}
	if problem != "" {
		t.Fatalf("the server did not start: %s", problem)
	}
	return n
}

// TryCommand is like StartCommand, but for a server that may exit instead of serving. If it does, its exit code and its log show why.
func TryCommand(t testing.TB, cmd *exec.Cmd) (n *Node, serves bool) {
	t.Helper()
	n, problem := launch(cmd)
	if n == nil {
		t.Fatalf("the server did not start: %s", problem)
	}
	t.Cleanup(n.Kill)
	return n, problem == ""
}

func launch(cmd *exec.Cmd) (n *Node, problem string) {
	output, input := io.Pipe()
	cmd.Stdout, cmd.Stderr = input, input
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that Kill also ends a process that a wrapper started
	if err := cmd.Start(); err != nil {
		return nil, err.Error()
	}
	n = &Node{cmd: cmd, ended: make(chan struct{}), heard: make(chan struct{})}
	go func() {
		_ = cmd.Wait()
		_ = input.Close()
		<-n.heard
		close(n.ended)
	}()
	found := make(chan string, 1)
	go n.read(output, found)
	select {
	case n.URL = <-found:
		return n, ""
	case <-n.ended:
		select {
		case n.URL = <-found: // it was ready to serve, then exited immediately
			return n, ""
		default:
			problem = "it ended: " + n.Log()
			return n, problem
		}
	case <-time.After(startLimit):
		return n, "no address after " + startLimit.String() + ": " + n.Log()
	}
}

func (n *Node) read(output io.Reader, found chan<- string) {
	defer close(n.heard)
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		n.mu.Lock()
		n.log.WriteString(lines.Text() + "\n")
		n.mu.Unlock()
		if _, address, ok := strings.Cut(lines.Text(), "serves at "); ok {
			found <- address
		}
	}
	_, _ = io.Copy(io.Discard, output)
}

// Log returns everything the node has printed.
func (n *Node) Log() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.log.String()
}

// Pid returns the node's process id.
func (n *Node) Pid() int { return n.cmd.Process.Pid }

// Ended returns a channel that is closed when the node's process has exited.
func (n *Node) Ended() <-chan struct{} { return n.ended }

// Code waits for the node's process and returns its exit code, which is negative if it was killed.
func (n *Node) Code() int {
	<-n.ended
	return n.cmd.ProcessState.ExitCode()
}

// Kill kills the node and its wrapper as abruptly as a power cut, and waits until it has exited.
func (n *Node) Kill() {
	n.Signal(syscall.SIGKILL)
	<-n.ended
}

// Signal sends a signal to the node's process and its wrapper, unless the node has already exited, in which case its
// pid may have been reused.
func (n *Node) Signal(s syscall.Signal) {
	select {
	case <-n.ended:
	default:
		_ = syscall.Kill(-n.Pid(), s)
	}
}

// Stop asks the node to exit and waits until it has.
func (n *Node) Stop(t testing.TB) {
	t.Helper()
	n.Signal(syscall.SIGTERM)
	select {
	case <-n.ended:
	case <-time.After(stopLimit):
		n.Kill()
		t.Errorf("it did not stop within %s:\n%s", stopLimit, n.Log())
	}
}
