package security

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A promise is worth nothing without a test, so every test and file that SECURITY.md names must exist.
func TestEveryTestThatTheDocumentNamesExists(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := allTests(t, "../..")
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`").FindAllStringSubmatch(string(text), -1)
	for _, name := range named {
		if !tests[name[1]] {
			t.Errorf("SECURITY.md names %s, which is no test", name[1])
		}
	}
	for _, path := range regexp.MustCompile("`((?:web|internal)/[a-z0-9/.]+)`|\\]\\(([^)#]+)").FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join("../..", path[1]+path[2])); err != nil {
			t.Errorf("SECURITY.md names %s, which is not there", path[1]+path[2])
		}
	}
	if len(named) < 25 {
		t.Errorf("only %d tests are named", len(named))
	}
}

// allTests returns the names of all the tests in the repository.
func allTests(t *testing.T, root string) map[string]bool {
	t.Helper()
	found, name := map[string]bool{}, regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z0-9]+)\(`)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, match := range name.FindAllStringSubmatch(string(text), -1) {
			found[match[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
