package testpg

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// findBinaries returns the folder that contains both initdb and postgres, or "".
func findBinaries(ctx context.Context) string {
	for _, dir := range candidates(ctx) {
		if isExecutable(filepath.Join(dir, "initdb")) && isExecutable(filepath.Join(dir, "postgres")) {
			return dir
		}
	}
	return ""
}

// candidates lists where the binaries may be: the search path, Debian's folders with the newest first, then the folder that
// pg_config reports.
func candidates(ctx context.Context) []string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
		if target, err := filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(target))
		}
	}
	debian, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	dirs = append(dirs, newestFirst(debian)...)
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	return dirs
}

// newestFirst sorts folders such as /usr/lib/postgresql/15/bin by version.
func newestFirst(dirs []string) []string {
	version := func(dir string) float64 {
		v, _ := strconv.ParseFloat(filepath.Base(filepath.Dir(dir)), 64)
		return v
	}
	slices.SortFunc(dirs, func(a, b string) int { return cmp.Compare(version(b), version(a)) })
	return dirs
}

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// serverVersion extracts "15.18" from "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)".
func serverVersion(ctx context.Context, bin string) (string, error) {
	path := filepath.Join(bin, "postgres")
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("testpg: %s --version: %w", path, err)
	}
	words := strings.Fields(string(out))
	if len(words) < 3 {
		return "", fmt.Errorf("testpg: %s --version said %q", path, out)
	}
	return words[2], nil
}

// majorOf returns the major version: 15 for "15.18", 16 for "16beta1", and 0 for anything that is not a version.
func majorOf(version string) int {
	digits := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	if digits < 0 {
		digits = len(version)
	}
	major, _ := strconv.Atoi(version[:digits])
	return major
}
