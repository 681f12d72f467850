package testpg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	readyLimit = 60 * time.Second
	readyPause = 50 * time.Millisecond
	portTries  = 5
	logTail    = 4000
)

// errExited means that the server exited before it answered, for instance because another process took its port.
var errExited = errors.New("testpg: the server ended while starting")

// launchOnFreePort starts the server on a free port. Another process may take the port between our check and the server's bind,
// hence the retries.
func (s *Server) launchOnFreePort(ctx context.Context) error {
	var err error
	for range portTries {
		if s.port, err = freePort(ctx); err != nil {
			return err
		}
		if err = s.launch(ctx); !errors.Is(err, errExited) {
			return err
		}
	}
	return err
}

func freePort(ctx context.Context) (int, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("testpg: no free port: %w", err)
	}
	address, ok := l.Addr().(*net.TCPAddr)
	if err := l.Close(); err != nil || !ok {
		return 0, fmt.Errorf("testpg: no free port: %w", err)
	}
	return address.Port, nil
}

// launch starts the server on s.port and returns when it answers. The server outlives ctx; only Stop and Kill end it.
func (s *Server) launch(ctx context.Context) error {
	log, err := os.OpenFile(s.logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("testpg: server log: %w", err)
	}
	defer func() { _ = log.Close() }()
	cmd := exec.Command(filepath.Join(s.bin, "postgres"), s.arguments()...) //nolint:noctx // must outlive ctx, see above
	s.owner.dress(cmd, s.dir)
	cmd.Stdout, cmd.Stderr = log, log
	p, err := startProcess(cmd)
	if err != nil {
		return fmt.Errorf("testpg: postgres: %w", err)
	}
	if err := s.waitReady(ctx, p); err != nil {
		p.stopNow()
		return err
	}
	s.process = p
	return nil
}

func (s *Server) arguments() []string {
	args := []string{"-D", s.dataDir(), "-p", strconv.Itoa(s.port)}
	settings := []string{
		"listen_addresses=127.0.0.1",
		"unix_socket_directories=" + s.dir,
		"max_connections=300",
		"shared_buffers=128MB",
		"fsync=off",
		"synchronous_commit=off",
		"full_page_writes=off",
		"autovacuum=off", // the tests are short, and some check query plans
		// Shared memory uses files in the data folder, so that nothing is left behind in /dev/shm, which is small in containers.
		"dynamic_shared_memory_type=mmap",
	}
	for _, setting := range append(settings, s.settings...) {
		args = append(args, "-c", setting)
	}
	return args
}

// waitReady returns nil when the server answers, and errExited with the end of its log if it exits first.
func (s *Server) waitReady(ctx context.Context, p *process) error {
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	for {
		err := s.ping(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.done:
			return fmt.Errorf("%w:\n%s", errExited, s.tailOfLog())
		case <-ctx.Done():
			return fmt.Errorf("testpg: the server does not answer: %w:\n%s", err, s.tailOfLog())
		case <-time.After(readyPause):
		}
	}
}

// ping uses the socket in our folder, so that another server on the port cannot answer for ours.
func (s *Server) ping(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, fmt.Sprintf("host=%s port=%d user=postgres dbname=postgres", s.dir, s.port))
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if err := conn.Ping(ctx); err != nil {
		return fmt.Errorf("ping: %w", err)
	}
	return nil
}

func (s *Server) tailOfLog() []byte {
	text, err := os.ReadFile(s.logFile())
	if err != nil {
		return []byte(err.Error())
	}
	return bytes.TrimSpace(text[max(0, len(text)-logTail):])
}
