// Package testpg starts a private PostgreSQL server for tests, fault-injection runs and benchmarks, and removes every trace of
// it afterwards.
//
// The server is fast rather than durable: fsync is off. It listens on a free port of 127.0.0.1 and trusts whoever connects, so
// it must never contain data that matters.
package testpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// Variable is the environment variable that contains the server's URL for tests.
const Variable = "EARNEST_TEST_POSTGRES"

// Collation is how the server orders text.
type Collation string

const (
	// ICU sorts text as English readers expect; it reveals queries that rely on byte order. It needs PostgreSQL 15 or later; an
	// older server falls back to Bytes.
	ICU Collation = "icu"
	// Bytes sorts text by code point.
	Bytes Collation = "c"
)

// Config holds a caller's options. The zero value is valid.
type Config struct {
	// Log receives one line about the server, and the output of an installation if one is needed.
	Log io.Writer
	// BinDir is the folder that contains initdb and postgres; if empty, it is searched for.
	BinDir string
	// Collation defaults to ICU.
	Collation Collation
	// Settings are "name=value" server settings that override ours.
	Settings []string
	// From is a folder that Save wrote; if empty, the server starts without data. Collation is ignored if it is set.
	From string
}

// Server is a running PostgreSQL server. It is safe for concurrent use.
type Server struct {
	bin       string
	dir       string
	lock      *os.File
	owner     *account
	version   string
	collation string
	settings  []string
	port      int

	mu      sync.Mutex
	process *process // nil while the server is down
	stopped bool
}

// Start starts a new server with an empty database `earnest`, which is owned by a role `earnest`. The role may create further
// databases; the superuser is `postgres`. The caller must call Stop.
func Start(ctx context.Context, c Config) (*Server, error) {
	if c.Log == nil {
		c.Log = io.Discard
	}
	s, err := prepare(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := s.bringUp(ctx, c); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	_, _ = fmt.Fprintf(c.Log, "testpg: PostgreSQL %s on 127.0.0.1:%d, collation %s, folder %s\n",
		s.version, s.port, s.collation, s.dir)
	return s, nil
}

// prepare finds the binaries and creates the folder; nothing runs yet.
func prepare(ctx context.Context, c Config) (*Server, error) {
	bin, err := findOrInstall(ctx, c)
	if err != nil {
		return nil, err
	}
	version, err := serverVersion(ctx, bin)
	if err != nil {
		return nil, err
	}
	owner, err := unprivileged()
	if err != nil {
		return nil, err
	}
	dir, lock, err := makeFolder(owner)
	if err != nil {
		return nil, err
	}
	return &Server{bin: bin, dir: dir, lock: lock, owner: owner, version: version, settings: c.Settings}, nil
}

func (s *Server) bringUp(ctx context.Context, c Config) error {
	if c.From != "" {
		if err := copyFolder(ctx, c.From, s.dataDir()); err != nil {
			return err
		}
		s.collation = "of the copied data"
		return s.launchOnFreePort(ctx)
	}
	if err := s.initdb(ctx, c.Collation); err != nil {
		return err
	}
	if err := s.launchOnFreePort(ctx); err != nil {
		return err
	}
	return s.createDatabase(ctx)
}

// URL returns the URL of the database `earnest` for the role `earnest`.
func (s *Server) URL() string { return s.address("earnest", "earnest") }

// AdminURL returns the URL of the database `earnest` for the superuser.
func (s *Server) AdminURL() string { return s.address("postgres", "earnest") }

// Dir returns the server's own folder, which contains the data, the socket and server.log.
func (s *Server) Dir() string { return s.dir }

func (s *Server) address(user, database string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.User(user),
		Host:     "127.0.0.1:" + strconv.Itoa(s.port),
		Path:     "/" + database,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// Stop stops the server immediately and removes its folder. A second call does nothing.
func (s *Server) Stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return nil
	}
	s.stopped = true
	if s.process != nil {
		s.process.stopNow()
		s.process = nil
	}
	err := os.RemoveAll(s.dir)
	return errors.Join(err, s.lock.Close())
}

// Kill ends the server and all its sessions with SIGKILL, like a power cut. The data remain for Restart.
//
// The most recent commits may be lost, since synchronous_commit is off; a test that relies on them must start the server with
// synchronous_commit=on.
func (s *Server) Kill() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return errors.New("testpg: the server is not running")
	}
	s.process.killAll()
	s.process = nil
	return nil
}

// Restart starts the server again at the same address with the same data, after Kill or an orderly shutdown. It returns when the
// server answers.
func (s *Server) Restart(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return errors.New("testpg: the server was stopped and its folder removed")
	}
	if s.process != nil {
		s.process.stopOrderly()
		s.process = nil
	}
	return s.launch(ctx)
}

func (s *Server) dataDir() string { return filepath.Join(s.dir, "data") }

func (s *Server) logFile() string { return filepath.Join(s.dir, "server.log") }
