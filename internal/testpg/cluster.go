package testpg

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"

	"github.com/jackc/pgx/v5"
)

// attempt is one way to create a cluster.
type attempt struct {
	name string
	args []string
}

// attempts returns the ways to create a cluster, to be tried in order until initdb accepts one, because not every build has ICU
// and not every system has C.UTF-8.
func attempts(c Collation, major int) []attempt {
	plain := []attempt{
		{"C.UTF-8", []string{"--locale=C.UTF-8"}},
		{"C", []string{"--locale=C"}},
	}
	if c == Bytes || major < 15 {
		return plain
	}
	icu := []string{"--locale-provider=icu", "--icu-locale=en-US"}
	return append([]attempt{
		{"en-US (ICU)", append([]string{"--locale=C.UTF-8"}, icu...)},
		{"en-US (ICU)", append([]string{"--locale=C"}, icu...)},
	}, plain...)
}

func (s *Server) initdb(ctx context.Context, c Collation) error {
	var failures []error
	for _, a := range attempts(c, majorOf(s.version)) {
		err := s.runInitdb(ctx, a.args)
		if err == nil {
			s.collation = a.name
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("testpg: gave up while making the cluster: %w", ctx.Err())
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

func (s *Server) runInitdb(ctx context.Context, locale []string) error {
	args := append([]string{
		"--pgdata=" + s.dataDir(),
		"--username=postgres",
		"--auth=trust",
		"--encoding=UTF8",
		"--no-sync",
	}, locale...)
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, "initdb"), args...)
	s.owner.dress(cmd, s.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("testpg: initdb %v: %w\n%s", locale, err, out)
	}
	return nil
}

// createDatabase creates the role and the database that tests use. As in production, the role is not a superuser.
func (s *Server) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.address("postgres", "postgres"))
	if err != nil {
		return fmt.Errorf("testpg: connect: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, statement := range []string{
		"CREATE ROLE earnest LOGIN CREATEDB",
		"CREATE DATABASE earnest OWNER earnest",
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("testpg: %s: %w", statement, err)
		}
	}
	return nil
}
