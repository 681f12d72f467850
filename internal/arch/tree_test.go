package arch_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// source is one of our Go files; its name is relative to the repository.
type source struct {
	name string
	tree *ast.File
}

func (s source) imports() []string {
	var paths []string
	for _, spec := range s.tree.Imports {
		if imported, err := strconv.Unquote(spec.Path.Value); err == nil {
			paths = append(paths, imported)
		}
	}
	return paths
}

// nameOf returns the name under which the file imports a package of the standard library.
func (s source) nameOf(imported string) string {
	for _, spec := range s.tree.Imports {
		if spec.Path.Value == strconv.Quote(imported) && spec.Name != nil {
			return spec.Name.Name
		}
	}
	return path.Base(imported)
}

// parseTree parses this module's Go files for all platforms, except test files.
func parseTree(tree fs.FS) ([]source, error) {
	return parse(tree, func(name string) bool { return !strings.HasSuffix(name, "_test.go") && !elsewhere(tree, name) })
}

// parse parses the Go files that wanted selects.
func parse(tree fs.FS, wanted func(name string) bool) ([]source, error) {
	var files []source
	err := walk(tree, func(name string) error {
		if !strings.HasSuffix(name, ".go") || !wanted(name) {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parse: %w", err)
		}
		files = append(files, source{name, parsed})
		return nil
	})
	return files, err
}

// elsewhere reports whether the go command ignores a file.
func elsewhere(tree fs.FS, name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if _, err := fs.Stat(tree, dir+"/go.mod"); err == nil || path.Base(dir) == "testdata" {
			return true
		}
	}
	return false
}

// byHand is larger than any file that a person writes; anything larger is a database or other output.
const byHand = 4 << 20

func size(entry fs.DirEntry) int64 {
	info, err := entry.Info()
	if err != nil {
		return 0 // the file has vanished; reading it will report the error
	}
	return info.Size()
}

// walk visits every file that a person wrote.
func walk(tree fs.FS, visit func(name string) error) error {
	skip := []string{".git", "node_modules", "bin"}
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(skip, entry.Name()):
			return fs.SkipDir
		case entry.Type().IsRegular() && size(entry) <= byHand:
			return visit(name)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	return nil
}

// mentions lists the files that contain a string.
func mentions(tree fs.FS, text string) ([]string, error) {
	var found []string
	err := walk(tree, func(name string) error {
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		if bytes.Contains(content, []byte(text)) {
			found = append(found, name+": names "+text+", a folder outside the repository")
		}
		return nil
	})
	return found, err
}

// outside is split so that this file does not contain it.
const outside = "../" + "shared"

func TestNothingNamesAFolderOutsideTheRepository(t *testing.T) {
	t.Parallel()
	found, err := mentions(root(), outside)
	mustBeSilent(t, found, err)
}

func TestANamedFolderOutsideIsFound(t *testing.T) {
	t.Parallel()
	found, err := mentions(fstest.MapFS{
		"docs/a.md": {Data: []byte("see " + outside + "/x")},
		"docs/b.md": {Data: []byte("what is shared stays here")},
		"bin/a":     {Data: []byte(outside)},
	}, outside)
	if err != nil || len(found) != 1 || !strings.HasPrefix(found[0], "docs/a.md") {
		t.Errorf("got %q, %v", found, err)
	}
}
