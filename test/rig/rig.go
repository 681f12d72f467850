// Package rig runs the real binary for tests that break things: it builds the binary once, starts nodes on a database, creates
// people and keys on the command line, and sends HTTP requests to the nodes. The checks themselves belong in the tests.
package rig

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// SoakVariable is the environment variable that `make soak` sets so that the tests run in their long form.
const SoakVariable = "EARNEST_SOAK"

// Long reports whether the long forms should run.
func Long() bool { return os.Getenv(SoakVariable) != "" }

// Times returns long if the long forms should run, otherwise short.
func Times(short, long int) int {
	if Long() {
		return long
	}
	return short
}

// Main builds the binary as shipped, passes its path to keep, runs the package's tests and returns their exit code.
func Main(m *testing.M, keep func(bin string)) int {
	folder, err := os.MkdirTemp("", "earnest-rig-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder) //nolint:errcheck // leftovers in the temporary folder do no harm
	bin := filepath.Join(folder, "earnest")
	build := exec.Command("go", "build", "-trimpath", "-o", bin, "earnest/cmd/earnest")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	keep(bin)
	return m.Run()
}
