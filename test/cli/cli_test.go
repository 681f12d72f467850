// Package cli runs the real binary as a person or a script would: every command on both engines, while a server is running. Each
// .txtar file is one story, written with the commands of testscript and commands_test.go.
package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"earnest/internal/db/dbtest"
)

// binaries is the folder that contains the binary built by TestMain.
var binaries string

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	folder, err := os.MkdirTemp("", "earnest-cli-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	binaries = folder
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-X earnest/internal/cli.version=v0.0.0-test",
		"-o", filepath.Join(folder, "earnest"), "earnest/cmd/earnest")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

func TestCommandsOnSQLite(t *testing.T) {
	t.Parallel()
	run(t, func(env *testscript.Env) string { return filepath.Join(env.WorkDir, "earnest.db") })
}

func TestCommandsOnPostgres(t *testing.T) {
	t.Parallel()
	run(t, func(env *testscript.Env) string { return dbtest.Postgres(env.T().(testing.TB)) })
}

// run runs every story, each on its own empty database; $FREE is a local address with a free port.
func run(t *testing.T, database func(*testscript.Env) string) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Dir: ".",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", binaries+string(os.PathListSeparator)+os.Getenv("PATH"))
			env.Setenv("EARNEST_DATABASE", database(env))
			env.Setenv("FREE", mustPort(env.T().(testing.TB)))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve": serve,
			"halt":  halt,
			"http":  request,
			"keep":  keep,
			"await": await,
			"run":   runCommand,
			"newer": newer,
			"older": older,
			"spoil": spoil,
		},
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
	})
}
