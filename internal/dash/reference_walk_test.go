package dash_test

import (
	"context"
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/typed"
)

// taken is the input that a route's handler reads from a request, according to the source: body members with their rules, and query
// parameters.
type taken struct {
	members map[string]string // rules by name
	params  map[string]bool
}

// walker follows calls from handlers through the functions of the package.
type walker struct {
	*typed.Package

	bodies map[types.Object]*ast.FuncDecl
}

// walked parses the source once for all tests.
var walked = sync.OnceValues(walk)

// mustWalk returns the input that every route reads.
func mustWalk(t *testing.T) map[string]taken {
	t.Helper()
	return apitest.Must(walked())(t)
}

func walk() (map[string]taken, error) {
	loaded, err := typed.Load(context.Background(), "earnest/internal/dash")
	if err != nil {
		return nil, err
	}
	w := walker{loaded[0], map[types.Object]*ast.FuncDecl{}}
	for _, file := range w.Files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				w.bodies[w.Info.Defs[f.Name]] = f
			}
		}
	}
	found := map[string]taken{}
	for name, handler := range w.handlers() {
		one := taken{map[string]string{}, map[string]bool{}}
		w.follow(handler, &one, map[types.Object]bool{})
		found[name] = one
	}
	return found, nil
}

// handlers returns the handler of each route by method and path, from the rows of routes*.go.
func (w walker) handlers() map[string]types.Object {
	all := map[string]types.Object{}
	for _, file := range w.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			row, ok := n.(*ast.CompositeLit)
			if !ok || len(row.Elts) != 4 {
				return true
			}
			method, path := w.text(row.Elts[0]), w.text(row.Elts[1])
			if handler, ok := row.Elts[3].(*ast.SelectorExpr); ok && strings.HasPrefix(path, "/") {
				all[method+" "+path] = w.Info.Uses[handler.Sel]
			}
			return true
		})
	}
	return all
}

func (w walker) text(e ast.Expr) string {
	if value := w.Info.Types[e].Value; value != nil && value.Kind() == constant.String {
		return constant.StringVal(value)
	}
	return ""
}

// follow records the input that a function and the functions it calls read.
func (w walker) follow(f types.Object, out *taken, seen map[types.Object]bool) {
	if generic, ok := f.(*types.Func); ok {
		f = generic.Origin()
	}
	decl := w.bodies[f]
	if decl == nil || seen[f] {
		return
	}
	seen[f] = true
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			w.noteParam(n, out)
		case *ast.Ident:
			if instance, ok := w.Info.Instances[n]; ok {
				for arg := range instance.TypeArgs.Types() {
					noteMembers(arg, out)
				}
			}
			if called, ok := w.Info.Uses[n].(*types.Func); ok {
				w.follow(called, out, seen)
			}
		}
		return true
	})
}

// noteParam records a parameter that is read by name.
func (w walker) noteParam(call *ast.CallExpr, out *taken) {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return
	}
	of := strings.TrimPrefix(types.TypeString(w.Info.TypeOf(method.X), func(p *types.Package) string { return p.Name() }), "*")
	reads := of == "dash.params" && method.Sel.Name != "Refuse" || of == "url.Values"
	if name := w.text(call.Args[0]); reads && name != "" {
		out.params[name] = true
	}
}

// noteMembers records the members of a body. A member without a rule is an object, which is read separately.
func noteMembers(body types.Type, out *taken) {
	fields, ok := body.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range fields.NumFields() {
		tag := reflect.StructTag(fields.Tag(i))
		if rule := tag.Get("rule"); rule != "" {
			out.members[tag.Get("json")] = rule
		}
	}
}

// This tests the walk itself, because a route whose body or parameters it missed would not be tested.
func TestTheSourceWalkFindsWhatRoutesTake(t *testing.T) {
	t.Parallel()
	found := mustWalk(t)
	for name, want := range map[string][]string{
		"POST /projects/{uuid}/tickets":       {"epic_uuid", "sprint_uuid", "tags", "dependencies", "assignee_id", "type_uuid"},
		"PUT /tickets/{uuid}":                 {"epic_uuid", "title"},
		"POST /projects/{uuid}/bulk":          {"tickets", "add_tags", "sprint_uuid"},
		"PUT /admin/users/{id}":               {"plan"},
		"POST /projects/{uuid}/links":         {"pred_uuid", "succ_uuid"},
		"PUT /projects/{uuid}/statuses/{key}": {"keys", "label"},
	} {
		for _, member := range want {
			if found[name].members[member] == "" {
				t.Errorf("%s: the walk did not see %s, only %v", name, member, found[name].members)
			}
		}
	}
	for name, want := range map[string][]string{
		"GET /projects/{uuid}/cards":                 {"sprint", "epic", "assignee", "tag", "type", "status", "limit"},
		"GET /time/week":                             {"user", "day"},
		"GET /admin/changes":                         {"project", "user", "before"},
		"GET /projects/{uuid}/statuses/{key}/effect": {"to", "is_done"},
	} {
		for _, param := range want {
			if !found[name].params[param] {
				t.Errorf("%s: the walk did not see the parameter %s, only %v", name, param, slices.Sorted(maps.Keys(found[name].params)))
			}
		}
	}
}
