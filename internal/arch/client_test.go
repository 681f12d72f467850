package arch_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The client is a module of its own, so that programs that use it do not get the server's dependencies.
func TestTheClientNeedsOnlyTheStandardLibrary(t *testing.T) {
	t.Parallel()
	var parsed struct{ Require, Replace []any }
	mustGo(t, &parsed, "mod", "edit", "-json", "../../client/go.mod")
	if len(parsed.Require)+len(parsed.Replace) > 0 {
		t.Errorf("client/go.mod requires %v and replaces %v", parsed.Require, parsed.Replace)
	}
	folder, err := fs.Sub(root(), "client")
	if err != nil {
		t.Fatal(err)
	}
	files, err := parse(folder, func(string) bool { return true })
	if err != nil || len(files) < 10 {
		t.Fatalf("only %d files found: %v", len(files), err)
	}
	for _, file := range files {
		for _, imported := range file.imports() {
			if first, _, _ := strings.Cut(imported, "/"); imported != "earnest/client" && (first == "earnest" || strings.Contains(first, ".")) {
				t.Errorf("client/%s imports %s", file.name, imported)
			}
		}
	}
}

// The program in the client's README is built in a folder of its own, with the commands of the README.
func TestTheClientCanBeUsedOutsideTheRepository(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../client/README.md")
	if err != nil {
		t.Fatal(err)
	}
	program := regexp.MustCompile("(?s)```go\n(.*?)```").FindSubmatch(readme)
	edit := regexp.MustCompile(`(?m)^go (mod edit .*)=\./earnest/client$`).FindSubmatch(readme)
	if program == nil || edit == nil {
		t.Fatal("the README has no program, or does not say how to require the module")
	}
	client, err := filepath.Abs("../../client")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "main.go"), program[1], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"mod", "init", "example.org/sync"},
		strings.Fields(string(edit[1]) + "=" + client),
		{"vet", "."},
		{"build", "-o", "sync", "."},
		{"mod", "tidy", "-diff"},
	} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
