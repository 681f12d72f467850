// Package typed loads our packages with type information, for tests that check source code. It needs the go command.
package typed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// Package is one package: its files, except test files, and their type information.
type Package struct {
	Path  string
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
}

// listed is a package as the go command describes it.
type listed struct {
	ImportPath string   `json:"ImportPath"`
	Dir        string   `json:"Dir"`
	Export     string   `json:"Export"`
	GoFiles    []string `json:"GoFiles"`
	DepOnly    bool     `json:"DepOnly"`
	Error      *struct {
		Err string `json:"Err"`
	} `json:"Error"`
}

// Load loads the packages that match the patterns, which the go command resolves in the current directory.
func Load(ctx context.Context, patterns ...string) ([]*Package, error) {
	all, err := list(ctx, patterns)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	imports := importerOf(fset, all)
	var out []*Package
	for _, p := range all {
		if p.DepOnly {
			continue
		}
		files := make([]string, 0, len(p.GoFiles))
		for _, name := range p.GoFiles {
			files = append(files, filepath.Join(p.Dir, name))
		}
		one, err := check(p.ImportPath, fset, imports, files, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// Check type-checks source code, given as one string per package. It can import the packages that match the patterns, and the
// dependencies of those packages.
func Check(ctx context.Context, texts map[string]string, patterns ...string) (map[string]*Package, error) {
	all, err := list(ctx, patterns)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	imports, out := importerOf(fset, all), map[string]*Package{}
	for name, text := range texts {
		if out[name], err = check("example", fset, imports, []string{name + ".go"}, text); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return out, nil
}

// importerOf returns an importer that reads the compiler's export data.
func importerOf(fset *token.FileSet, all []listed) types.Importer {
	exports := map[string]string{}
	for _, p := range all {
		exports[p.ImportPath] = p.Export
	}
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
}

// list asks the go command for the packages, their imports, and the location of their export data.
func list(ctx context.Context, patterns []string) ([]listed, error) {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,DepOnly,Error"}
	cmd := exec.CommandContext(ctx, "go", append(args, patterns...)...)
	var out, words bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &words
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, words.String())
	}
	var all []listed
	for decoder := json.NewDecoder(&out); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if p.Error != nil {
			return nil, errors.New(p.Error.Err)
		}
		all = append(all, p)
	}
}

func check(path string, fset *token.FileSet, imports types.Importer, names []string, source any) (*Package, error) {
	p := &Package{Path: path, Fset: fset, Info: &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Instances:  map[*ast.Ident]types.Instance{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, file)
	}
	var err error
	p.Types, err = (&types.Config{Importer: imports}).Check(path, fset, p.Files, p.Info)
	return p, err
}
