package testpg

import (
	"context"
	"errors"
	"fmt"
	"os/exec"

	"github.com/jackc/pgx/v5"
)

// Save copies the server's data to a new folder, from which Config.From can start other servers. The server is down meanwhile.
func (s *Server) Save(ctx context.Context, dir string) error {
	if err := s.checkpoint(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return errors.New("testpg: the server is not running")
	}
	s.process.stopOrderly()
	s.process = nil
	if err := copyFolder(ctx, s.dataDir(), dir); err != nil {
		return err
	}
	return s.launch(ctx)
}

// checkpoint writes everything to disk, so that the server can stop quickly.
func (s *Server) checkpoint(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.AdminURL())
	if err != nil {
		return fmt.Errorf("testpg: connect: %w", err)
	}
	_, err = conn.Exec(ctx, "CHECKPOINT")
	return errors.Join(err, conn.Close(ctx))
}

// copyFolder copies a folder with its owners and permissions.
func copyFolder(ctx context.Context, from, to string) error {
	if out, err := exec.CommandContext(ctx, "cp", "-a", from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("testpg: cp -a %s %s: %w\n%s", from, to, err, out)
	}
	return nil
}
