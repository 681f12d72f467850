package arch_test

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// The Go translation of SQLite requires one exact version of libc; with any other, it corrupts memory.
func TestLibcIsTheOneThatSQLiteWasBuiltFor(t *testing.T) {
	t.Parallel()
	var used, sqlite struct{ Version, GoMod string }
	mustGo(t, &used, "list", "-m", "-json", "modernc.org/libc")
	mustGo(t, &sqlite, "list", "-m", "-json", "modernc.org/sqlite")
	if want := mustRequire(t, sqlite.GoMod, "modernc.org/libc"); used.Version != want {
		t.Errorf("go.mod has modernc.org/libc %s, and modernc.org/sqlite %s needs exactly %s: "+
			"take the dependency back that raised it", used.Version, sqlite.Version, want)
	}
}

// mustRequire returns the version of a module that a go.mod file requires.
func mustRequire(t *testing.T, file, name string) string {
	t.Helper()
	var parsed struct {
		Require []struct{ Path, Version string }
	}
	mustGo(t, &parsed, "mod", "edit", "-json", file)
	for _, r := range parsed.Require {
		if r.Path == name {
			return r.Version
		}
	}
	t.Fatalf("%s asks for no %s", file, name)
	return ""
}

// mustGo runs the go command and decodes its JSON output.
func mustGo(t *testing.T, answer any, args ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", args...).Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	if err := json.Unmarshal(out, answer); err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
}
