package testpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// errMissing tells the user what to install; it is returned if we cannot install the server ourselves.
var errMissing = errors.New("testpg: no PostgreSQL server found (initdb and postgres): install one, " +
	"for example Debian's package `postgresql`, or put its folder on PATH")

const installLimit = 5 * time.Minute

// findOrInstall returns the folder of the server's binaries and installs Debian's package if there are none.
func findOrInstall(ctx context.Context, c Config) (string, error) {
	if c.BinDir != "" {
		return c.BinDir, nil
	}
	if bin := findBinaries(ctx); bin != "" {
		return bin, nil
	}
	if err := install(ctx, c.Log); err != nil {
		return "", fmt.Errorf("%w; installing it failed: %w", errMissing, err)
	}
	if bin := findBinaries(ctx); bin != "" {
		return bin, nil
	}
	return "", errMissing
}

// install runs apt-get as root, or through sudo if that requires no password.
func install(ctx context.Context, log io.Writer) error {
	prefix, err := aptPrefix(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, installLimit)
	defer cancel()
	_, _ = fmt.Fprintln(log, "testpg: no PostgreSQL server found, installing Debian's package postgresql")
	if err := apt(ctx, log, prefix, "install", "-y", "--no-install-recommends", "postgresql"); err == nil {
		return nil
	}
	if err := apt(ctx, log, prefix, "update"); err != nil {
		return err
	}
	return apt(ctx, log, prefix, "install", "-y", "--no-install-recommends", "postgresql")
}

// aptPrefix returns the words before "apt-get" that make it run with the necessary rights.
func aptPrefix(ctx context.Context) ([]string, error) {
	if _, err := exec.LookPath("apt-get"); err != nil {
		return nil, errors.New("there is no apt-get here")
	}
	if os.Geteuid() == 0 {
		return []string{"env", "DEBIAN_FRONTEND=noninteractive"}, nil
	}
	if err := exec.CommandContext(ctx, "sudo", "-n", "true").Run(); err != nil {
		return nil, errors.New("apt-get needs root, and sudo without a password is not available")
	}
	return []string{"sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"}, nil
}

func apt(ctx context.Context, log io.Writer, prefix []string, args ...string) error {
	words := append(append([]string{}, prefix...), "apt-get", "-q")
	words = append(words, args...)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("apt-get %s: %w", args[0], err)
	}
	return nil
}
