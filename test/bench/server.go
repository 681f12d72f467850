package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	startLimit = 60 * time.Second
	stopLimit  = 15 * time.Second
)

// server is a process that serves on a port of 127.0.0.1.
type server struct {
	cmd     *exec.Cmd
	address string
	done    chan struct{} // closed when the process has ended
	halt    func()        // tells the process to end
}

func (s *server) pid() int { return s.cmd.Process.Pid }

// startServer starts a command and waits until it prints "serves at http://ADDRESS".
func startServer(ctx context.Context, cmd *exec.Cmd) (*server, error) {
	output, input := io.Pipe()
	cmd.Stdout, cmd.Stderr = input, input
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{cmd: cmd, done: make(chan struct{})}
	s.halt = func() { _ = cmd.Process.Signal(os.Interrupt) }
	go func() {
		_ = cmd.Wait() // the exit code matters only during start-up, when the output is more helpful
		_ = input.Close()
		close(s.done)
	}()
	found := make(chan string, 1)
	go func() { found <- watch(output) }()
	select {
	case words := <-found:
		if address, ok := strings.CutPrefix(words, "http://"); ok {
			s.address = address
			return s, nil
		}
		return nil, errors.Join(fmt.Errorf("%s did not start: %s", cmd.Path, words), s.stop())
	case <-time.After(startLimit):
		return nil, errors.Join(fmt.Errorf("%s said no address within %s", cmd.Path, startLimit), s.stop())
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), s.stop())
	}
}

// watch returns the address that a server prints, or all its output if it exits without one. Later output goes to our stderr.
func watch(output io.Reader) string {
	lines := bufio.NewScanner(output)
	var words []string
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "serves at "); ok {
			go relay(lines)
			return address
		}
		words = append(words, lines.Text())
	}
	return strings.Join(words, " | ")
}

func relay(lines *bufio.Scanner) {
	for lines.Scan() {
		if text := lines.Text(); !strings.HasPrefix(text, "  ") { // the rest of the greeting is indented
			fmt.Fprintln(os.Stderr, "server:", text)
		}
	}
}

// stop stops the server, by force if it takes too long.
func (s *server) stop() error {
	s.halt()
	select {
	case <-s.done:
		return nil
	case <-time.After(stopLimit):
		err := s.cmd.Process.Kill()
		<-s.done
		return errors.Join(fmt.Errorf("%s did not stop within %s", s.cmd.Path, stopLimit), err)
	}
}
