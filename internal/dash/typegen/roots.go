package main

import (
	"fmt"
	"go/ast"
	"go/types"

	"earnest/internal/typed"
)

// direct lists types that are sent without being returned by a handler: errors, and events of a live stream.
func direct() []string { return []string{"errorEnvelope", "liveNews"} }

// wireTypes finds every type that handlers return and every request body they read.
func wireTypes(p *typed.Package) ([]types.Type, error) {
	var roots []types.Type
	for _, name := range direct() {
		roots = append(roots, p.Types.Scope().Lookup(name).Type())
	}
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			roots = append(roots, bodies(p, f)...)
			if !isHandler(p, f) {
				continue
			}
			found, err := answers(p, f)
			if err != nil {
				return nil, err
			}
			roots = append(roots, found...)
		}
	}
	return roots, nil
}

// isHandler reports whether a function returns (any, error), as every handler of a route does.
func isHandler(p *typed.Package, f *ast.FuncDecl) bool {
	results := signature(p, f).Results()
	return results.Len() == 2 && isAny(results.At(0).Type()) && results.At(1).Type().String() == "error"
}

func signature(p *typed.Package, f *ast.FuncDecl) *types.Signature {
	return p.Info.Defs[f.Name].Type().(*types.Signature) //nolint:errcheck,forcetypeassert // a function has a signature
}

func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

// answers returns the types that a handler returns. Every response must have a named type, because the pages could not refer to it
// otherwise.
func answers(p *typed.Package, f *ast.FuncDecl) (list []types.Type, err error) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if _, nested := n.(*ast.FuncLit); nested {
			return false
		}
		if r, ok := n.(*ast.ReturnStmt); ok && err == nil {
			var t types.Type
			if t, err = answer(p, r); t != nil {
				list = append(list, t)
			}
		}
		return true
	})
	return list, err
}

// answer returns the type of the value that a return statement sends, or nil if it sends nothing or calls another handler.
func answer(p *typed.Package, r *ast.ReturnStmt) (types.Type, error) {
	value := ast.Unparen(r.Results[0])
	t := p.Info.TypeOf(value)
	if tuple, ok := t.(*types.Tuple); ok {
		if t = tuple.At(0).Type(); isAny(t) {
			return nil, nil //nolint:nilnil // that handler is processed separately
		}
		return t, nil
	}
	switch name(t) {
	case "written":
		return nil, nil //nolint:nilnil // nothing is sent as JSON
	case "made", "long":
		literal, ok := value.(*ast.CompositeLit)
		if !ok {
			return nil, fmt.Errorf("%s: write made{…} or long{…} where it is returned", p.Fset.Position(r.Pos()))
		}
		t = p.Info.TypeOf(literal.Elts[0])
	}
	if t == types.Typ[types.UntypedNil] {
		return nil, nil //nolint:nilnil // an error
	}
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return nil, fmt.Errorf("%s: an answer must be a struct, not %s", p.Fset.Position(r.Pos()), t)
	}
	return t, nil
}

// bodies returns the request bodies that a function reads: the first type argument of each decoding call.
func bodies(p *typed.Package, f *ast.FuncDecl) (list []types.Type) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Info.Instances[id].TypeArgs == nil || !decodes(p.Info.Uses[id]) {
			return true
		}
		t := p.Info.Instances[id].TypeArgs.At(0)
		if _, generic := t.(*types.TypeParam); !generic {
			list = append(list, t)
		}
		return true
	})
	return list
}

// decodes reports whether a function reads a request body.
func decodes(f types.Object) bool {
	switch f.Pkg().Path() + "." + f.Name() {
	case "earnest/internal/dash.body", "earnest/internal/dash.create", "earnest/internal/dash.patch",
		"earnest/internal/input.Create", "earnest/internal/input.Patch":
		return true
	}
	return false
}

// name returns the name of a named type without its package.
func name(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
