package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// binaries are the two servers that are compared.
type binaries struct{ earnest, bare string }

// buildAll builds both servers in the same way, without cgo, into a folder.
func buildAll(ctx context.Context, dir string) (binaries, error) {
	b := binaries{earnest: filepath.Join(dir, "earnest"), bare: filepath.Join(dir, "bare")}
	if runtime.GOOS == "windows" {
		b.earnest, b.bare = b.earnest+".exe", b.bare+".exe"
	}
	root, err := output(ctx, "go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return b, err
	}
	for out, from := range map[string]string{b.earnest: "./cmd/earnest", b.bare: "./test/bench/bare"} {
		cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", out, from)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if text, err := cmd.CombinedOutput(); err != nil {
			return b, fmt.Errorf("go build %s: %w\n%s", from, err, text)
		}
	}
	return b, nil
}

// clip returns the beginning of a command's output, because a SQL statement in it can be pages long.
func clip(words string) string {
	const most = 500
	words = strings.TrimSpace(words)
	return words[:min(len(words), most)]
}

// output returns a command's standard output without surrounding white space.
func output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var words strings.Builder
	cmd.Stderr = &words
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", filepath.Base(name), args[0], err, clip(words.String()))
	}
	return strings.TrimSpace(string(out)), nil
}
