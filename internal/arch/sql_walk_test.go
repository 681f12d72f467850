package arch_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"earnest/internal/typed"
)

// sink is a parameter that takes the text of a statement.
type sink struct {
	fn    string // the full name of a function or method
	index int
}

// sqlWalk proves that only constant text reaches a database driver. It starts at the drivers, whose parameters called sql,
// query and so on are sinks. If one of our functions passes a parameter on to a sink unchanged, that parameter is a sink too.
// Everything else that goes into a sink must consist of constants: literals, their concatenations and conversions, formatted
// numbers, results of functions that return only such values, and values of a type of ours that holds nothing but constant SQL.
type sqlWalk struct {
	packages []*typed.Package
	reviewed map[string]string // functions that may build a statement from something else, with the reason
	used     map[string]bool
	sinks    map[sink]bool
	found    []string
}

// drivers returns the packages that talk to databases.
func drivers() []string {
	return []string{"github.com/jackc/pgx/", "zombiezen.com/go/sqlite", "modernc.org/sqlite", "database/sql"}
}

// textNames returns the names that drivers use for the text of a statement.
func textNames() []string { return []string{"sql", "query", "queries", "script"} }

// isTextType reports whether a type is one of ours whose values are constant SQL. Every conversion to the type is checked like
// a sink.
func isTextType(t types.Type) bool {
	return slices.Contains([]string{"earnest/internal/db.Text"}, t.String())
}

// frame is a function whose body is being checked.
type frame struct {
	*typed.Package

	name   string
	decl   *ast.FuncDecl
	params map[types.Object]int
}

// walk runs until no new sink appears, and returns a sentence for each statement that might not be constant.
func (w *sqlWalk) walk() []string {
	w.sinks, w.used = map[sink]bool{}, map[string]bool{}
	for known := -1; known != len(w.sinks); {
		known, w.found = len(w.sinks), nil
		for _, p := range w.packages {
			for _, file := range p.Files {
				for _, d := range file.Decls {
					w.declaration(p, d)
				}
			}
		}
	}
	slices.Sort(w.found)
	return slices.Compact(w.found)
}

func (w *sqlWalk) declaration(p *typed.Package, d ast.Decl) {
	f := frame{Package: p, name: p.Path, params: map[types.Object]int{}}
	if decl, ok := d.(*ast.FuncDecl); ok {
		object, _ := p.Info.Defs[decl.Name].(*types.Func)
		f.name, f.decl = object.FullName(), decl
		signature := object.Signature()
		for i := range signature.Params().Len() {
			f.params[signature.Params().At(i)] = i
		}
	}
	ast.Inspect(d, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			w.call(f, call)
		}
		return true
	})
}

// call checks the arguments that a call passes to sinks, and conversions to the type of constant SQL.
func (w *sqlWalk) call(f frame, call *ast.CallExpr) {
	if to, ok := f.Info.Types[call.Fun]; ok && to.IsType() {
		if isTextType(to.Type) {
			w.judge(f, call.Args[0])
		}
		return
	}
	fn := callee(f.Package, call)
	if fn == nil {
		return
	}
	for i, arg := range call.Args {
		if w.isSink(fn, i) {
			w.judge(f, arg)
		}
	}
}

// callee returns the called function, if the call names one.
func callee(p *typed.Package, call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	var name *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		name = fun
	case *ast.SelectorExpr:
		name = fun.Sel
	default:
		return nil
	}
	fn, _ := p.Info.Uses[name].(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

func (w *sqlWalk) isSink(fn *types.Func, index int) bool {
	if w.sinks[sink{fn.FullName(), index}] {
		return true
	}
	params := fn.Signature().Params()
	if fn.Pkg() == nil || index >= params.Len() || !slices.ContainsFunc(drivers(), func(d string) bool { return strings.HasPrefix(fn.Pkg().Path(), d) }) {
		return false
	}
	param := params.At(index)
	return slices.Contains(textNames(), param.Name()) && isText(param.Type())
}

func isText(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// judge reports an expression that might not be constant. A parameter that is passed on unchanged becomes a sink of its
// function.
func (w *sqlWalk) judge(f frame, e ast.Expr) {
	if name, ok := unconverted(f.Package, e).(*ast.Ident); ok && f.decl != nil {
		if index, isParam := f.params[f.Info.Uses[name]]; isParam && !isTextType(f.Info.TypeOf(name)) {
			w.forward(f, index)
			return
		}
	}
	if w.constant(f, e, 0) {
		return
	}
	if w.reviewed[f.name] != "" {
		w.used[f.name] = true
		return
	}
	w.found = append(w.found, fmt.Sprintf("%s: %s may send a text that is not constant: %s",
		f.Fset.Position(e.Pos()), f.name, types.ExprString(e)))
}

// forward makes a parameter a sink, and with it the same parameter of every interface method that the function may implement.
func (w *sqlWalk) forward(f frame, index int) {
	w.sinks[sink{f.name, index}] = true
	if f.decl.Recv == nil {
		return
	}
	for _, name := range f.Types.Scope().Names() {
		face, ok := f.Types.Scope().Lookup(name).Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for method := range face.Methods() {
			if method.Name() == f.decl.Name.Name {
				w.sinks[sink{method.FullName(), index}] = true
			}
		}
	}
}

// carriers returns the functions that return their argument with nothing changed but the style of its placeholders.
func carriers() []string { return []string{"(*earnest/internal/db.sqliteQuerier).numbered"} }

// unconverted strips conversions and carriers from an expression.
func unconverted(p *typed.Package, e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return e
	}
	if fn := callee(p, call); isConversion(p, e) || fn != nil && slices.Contains(carriers(), fn.FullName()) {
		return unconverted(p, call.Args[0])
	}
	return e
}

// deepest limits how many levels of function results are followed.
const deepest = 4

// constant reports whether an expression consists of constants only.
func (w *sqlWalk) constant(f frame, e ast.Expr, depth int) bool {
	e = ast.Unparen(e)
	value := f.Info.Types[e]
	if value.Value != nil || value.Type != nil && isTextType(value.Type) && !isConversion(f.Package, e) {
		return true
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return e.Op == token.ADD && w.constant(f, e.X, depth) && w.constant(f, e.Y, depth)
	case *ast.Ident:
		return w.constantVariable(f, e, depth)
	case *ast.CallExpr:
		if isConversion(f.Package, e) {
			return w.constant(f, e.Args[0], depth)
		}
		fn := callee(f.Package, e)
		return fn != nil && (fn.FullName() == "strconv.Itoa" || depth < deepest && w.constantResult(fn, depth+1))
	default:
		return false
	}
}

func isConversion(p *typed.Package, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && len(call.Args) == 1 && p.Info.Types[call.Fun].IsType()
}

// constantVariable reports whether a variable of the function only ever holds constants.
func (w *sqlWalk) constantVariable(f frame, name *ast.Ident, depth int) bool {
	object, isVar := f.Info.Uses[name].(*types.Var)
	if _, isParam := f.params[object]; !isVar || isParam || f.decl == nil || object.Parent() == f.Types.Scope() {
		return false
	}
	given, good := 0, true
	ast.Inspect(f.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if target, ok := left.(*ast.Ident); ok && (f.Info.Defs[target] == object || f.Info.Uses[target] == object) {
					given++
					good = good && len(n.Lhs) == len(n.Rhs) && w.constant(f, n.Rhs[i], depth)
				}
			}
		case *ast.ValueSpec:
			for i, target := range n.Names {
				if f.Info.Defs[target] == object && i < len(n.Values) {
					given++
					good = good && w.constant(f, n.Values[i], depth)
				}
			}
		case *ast.RangeStmt:
			if target, ok := n.Value.(*ast.Ident); ok && f.Info.Defs[target] == object {
				given++
				good = good && w.constantList(f, n.X, depth)
			}
		}
		return good
	})
	return good && given > 0
}

// constantList reports whether a list is a literal of constants.
func (w *sqlWalk) constantList(f frame, e ast.Expr, depth int) bool {
	list, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok && !slices.ContainsFunc(list.Elts, func(item ast.Expr) bool { return !w.constant(f, item, depth) })
}

// constantResult reports whether a function of ours returns nothing but constants.
func (w *sqlWalk) constantResult(fn *types.Func, depth int) bool {
	for _, p := range w.packages {
		for _, file := range p.Files {
			for _, d := range file.Decls {
				decl, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				if object, _ := p.Info.Defs[decl.Name].(*types.Func); object == nil || object.FullName() != fn.FullName() {
					continue
				}
				return w.returnsConstants(frame{Package: p, name: fn.FullName(), decl: decl, params: map[types.Object]int{}}, depth)
			}
		}
	}
	return false
}

func (w *sqlWalk) returnsConstants(f frame, depth int) bool {
	good, seen := true, false
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if back, ok := n.(*ast.ReturnStmt); ok {
			seen = true
			good = good && len(back.Results) == 1 && w.constant(f, back.Results[0], depth)
		}
		return good
	})
	return good && seen
}
