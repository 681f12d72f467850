package arch_test

import (
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const module = "earnest"

// root returns the repository's root.
func root() fs.FS { return os.DirFS("../..") }

func mustBeSilent(t *testing.T, found []string, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, sentence := range found {
		t.Error(sentence)
	}
}

func TestPackagesImportOnlyWhatTheTableAllows(t *testing.T) {
	t.Parallel()
	files, err := parseTree(root())
	if len(files) < 10 {
		t.Fatalf("only %d Go files found: the walk is broken", len(files))
	}
	mustBeSilent(t, forbiddenImports(files), err)
}

func TestEveryPackageOfTheTableExists(t *testing.T) {
	t.Parallel()
	files, err := parseTree(root())
	if err != nil {
		t.Fatal(err)
	}
	exists := map[string]bool{}
	for _, file := range files {
		exists[short(path.Dir(file.name))] = true
	}
	for name := range table() {
		if !exists[name] {
			t.Errorf("the table names %s, which does not exist", name)
		}
	}
}

func TestEVMAndDomainAreFunctionsOfTheirArguments(t *testing.T) {
	t.Parallel()
	files, err := parseTree(root())
	mustBeSilent(t, impurities(files), err)
}

func TestTheImportRulesCanFail(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"edge not in the table": {
			"internal/apiv1/a.go", `package apiv1; import "earnest/internal/db"`, "apiv1 imports db",
		},
		"faces never meet":   {"internal/apiv1/a.go", `package apiv1; import "earnest/internal/dash"`, "apiv1 imports dash"},
		"unknown package":    {"internal/util/a.go", `package util`, "add it"},
		"other platforms":    {"internal/app/a_windows.go", `package app; import "earnest/internal/cli"`, "app imports cli"},
		"clock in domain":    {"internal/domain/a.go", `package domain; import "time"; var x = time.Now()`, "calls time.Now"},
		"renamed clock":      {"evm/a.go", `package evm; import t "time"; var x = t.Since`, "calls time.Since"},
		"files in evm":       {"evm/a.go", `package evm; import "os"`, "evm imports os"},
		"logs in domain":     {"internal/domain/a.go", `package domain; import "log/slog"`, "domain imports log/slog"},
		"context in domain":  {"internal/domain/a.go", `package domain; import "context"`, "domain imports context"},
		"libraries in evm":   {"evm/a.go", `package evm; import "github.com/google/uuid"`, "standard library"},
		"subpackage of pure": {"evm/deep/a.go", `package deep`, "add it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files, err := parseTree(fstest.MapFS{c.file: {Data: []byte(c.text)}})
			if err != nil {
				t.Fatal(err)
			}
			found := append(forbiddenImports(files), impurities(files)...)
			if len(found) == 0 || !strings.Contains(strings.Join(found, "\n"), c.want) {
				t.Errorf("want a finding that says %q, got %q", c.want, found)
			}
		})
	}
}

func TestTestFilesAndOtherModulesAreFree(t *testing.T) {
	t.Parallel()
	files, err := parseTree(fstest.MapFS{
		"internal/domain/a_test.go": {Data: []byte(`package domain; import "earnest/internal/app"`)},
		"tools/go.mod":              {Data: []byte("module other")},
		"tools/a.go":                {Data: []byte(`package tools; import "earnest/internal/app"`)},
		"web/node_modules/x/a.go":   {Data: []byte(`package x; import "earnest/internal/app"`)},
	})
	mustBeSilent(t, append(forbiddenImports(files), impurities(files)...), err)
}

// forbiddenImports returns a sentence for each import that the table does not allow.
func forbiddenImports(files []source) []string {
	var found []string
	for _, file := range files {
		from := short(path.Dir(file.name))
		allowed, known := table()[from]
		if !known {
			found = append(found, fmt.Sprintf("%s: the package %s is not in the table of internal/arch: add it, with what it may import",
				file.name, from))
			continue
		}
		for _, to := range file.imports() {
			if ours(to) && allowed != anything && !slices.Contains(strings.Fields(allowed), short(to)) {
				found = append(found, fmt.Sprintf("%s: %s imports %s, and may import only [%s]", file.name, from, short(to), allowed))
			}
		}
	}
	return found
}

// impurities returns a sentence for each way in which a pure package depends on the outside world.
func impurities(files []source) []string {
	var found []string
	for _, file := range files {
		from := short(path.Dir(file.name))
		if !slices.Contains(pure(), from) {
			continue
		}
		for _, to := range file.imports() {
			cancelled := from == "evm" && to == "context" // only to stop a long computation
			if isImpure(to) && !cancelled {
				found = append(found, fmt.Sprintf("%s: %s imports %s, and must stay pure", file.name, from, to))
			}
			if from == "evm" && strings.Contains(to, ".") {
				found = append(found, fmt.Sprintf("%s: evm imports %s, and needs nothing but the standard library", file.name, to))
			}
		}
		for _, call := range clockCalls(file) {
			found = append(found, fmt.Sprintf("%s: %s calls %s: the current time must be an argument", file.name, from, call))
		}
	}
	return found
}

func isImpure(imported string) bool {
	return slices.ContainsFunc(impure(), func(rule string) bool {
		return imported == rule || (strings.HasSuffix(rule, "/") && strings.HasPrefix(imported, rule))
	})
}

// clockCalls returns the uses of time.Now and similar functions, under whatever name the file imports time.
func clockCalls(file source) []string {
	clock := []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"}
	var found []string
	ast.Inspect(file.tree, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		name, ok := selector.X.(*ast.Ident)
		if ok && name.Name == file.nameOf("time") && slices.Contains(clock, selector.Sel.Name) {
			found = append(found, "time."+selector.Sel.Name)
		}
		return true
	})
	return found
}

func ours(imported string) bool { return imported == module || strings.HasPrefix(imported, module+"/") }

// short returns a package's name in the table.
func short(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, module+"/"), "internal/")
}
