package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Each testdata/*.txtar is a module. Its comment states what the report must contain (lines "has: …") and must not contain
// ("not: …"), how it must end ("end: …"), and whether the run must succeed ("ok: true").
func TestReportsOfRealRuns(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			ok, text := mustReport(t, mustRunGoTest(t, archive))
			check(t, string(archive.Comment), ok, text)
		})
	}
}

func mustRunGoTest(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	for _, file := range archive.Files {
		path := filepath.Join(dir, file.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-json", "./...")
	cmd.Dir = dir
	out, _ := cmd.Output() // the command fails in most cases, as intended
	return string(out)
}

func mustReport(t *testing.T, stream string) (bool, string) {
	t.Helper()
	var out strings.Builder
	ok, err := report(strings.NewReader(stream), &out)
	if err != nil {
		t.Fatal(err)
	}
	return ok, out.String()
}

func check(t *testing.T, rules string, ok bool, text string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for rule := range strings.Lines(rules) {
		key, value, _ := strings.Cut(strings.TrimSpace(rule), ": ")
		value = strings.ReplaceAll(value, `\t`, "\t")
		good := map[string]bool{
			"has": strings.Contains(text, value),
			"not": !strings.Contains(text, value),
			"end": lines[len(lines)-1] == value,
			"ok":  (value == "true") == ok,
		}
		if !good[key] {
			t.Errorf("broken: %s", rule)
		}
	}
	if t.Failed() {
		t.Logf("the report was:\n%s", text)
	}
}

func TestAStreamThatBreaksOffFails(t *testing.T) {
	t.Parallel()
	ok, text := mustReport(t, `{"Action":"start","Package":"a"}
{"Action":"run","Package":"a","Test":"TestX"}
{"Action":"output","Package":"a","Test":"TestX","Output":"half a word\n"}
`)
	check(t, "ok: false\nhas: half a word\nhas: [did not finish]\nend: 0 passed, 1 failed, 0 skipped", ok, text)
}

func TestNonEventsPassThrough(t *testing.T) {
	t.Parallel()
	ok, text := mustReport(t, "go: cannot find main module\n")
	check(t, "ok: false\nhas: go: cannot find main module\nhas: No test ran.\nend: 0 passed, 0 failed, 0 skipped", ok, text)
}
