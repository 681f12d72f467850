package front

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"earnest/internal/domain"
)

// Table finds the route of a request, first by path and then by method, so it can tell an unknown path from an unsupported method. Unlike
// http.ServeMux, it uses the path as written and never redirects.
type Table[R any] struct {
	missing string // the message for an unknown path
	root    node[R]
}

// NewTable returns an empty table; missing is the message for an unknown path.
func NewTable[R any](missing string) *Table[R] { return &Table[R]{missing: missing} }

// maxWildcards is the maximum number of wildcards in a pattern.
const maxWildcards = 2

// node is a node of the routing tree.
type node[R any] struct {
	next    map[string]*node[R] // by literal segment
	any     *node[R]            // for any other non-empty segment
	routes  map[string]R        // by method; nil if no pattern ends here
	pattern string              // the one that ends here
	names   []string            // of the wildcards on the path
}

// Add adds a route. A segment in braces is a wildcard, as in /tickets/{uuid}; a literal segment takes precedence over it for the methods that it has.
func (t *Table[R]) Add(method, pattern string, route R) {
	n, names := &t.root, []string{}
	for segment := range strings.SplitSeq(strings.TrimPrefix(pattern, "/"), "/") {
		if name, found := strings.CutPrefix(segment, "{"); found {
			names = append(names, strings.TrimSuffix(name, "}"))
		}
		n = n.child(segment)
	}
	if len(names) > maxWildcards {
		panic("too many wildcards in " + pattern)
	}
	n.pattern = pattern
	n.add(method, names, route)
}

// child returns the child node for a segment, creating it if necessary.
func (n *node[R]) child(segment string) *node[R] {
	if strings.HasPrefix(segment, "{") {
		if n.any == nil {
			n.any = &node[R]{}
		}
		return n.any
	}
	if n.next == nil {
		n.next = map[string]*node[R]{}
	}
	if n.next[segment] == nil {
		n.next[segment] = &node[R]{}
	}
	return n.next[segment]
}

func (n *node[R]) add(method string, names []string, route R) {
	if n.routes == nil {
		n.routes = map[string]R{}
	}
	n.routes[method], n.names = route, names
}

// Match is the result of a lookup: a route or an error.
type Match[R any] struct {
	Route   R
	Pattern string // the pattern that matched the path, whatever the method; empty if none did
	Values  Values
	Err     error  // NotFound or MethodNotAllowed; nil if there is a route
	Allow   string // the methods that the path supports, if the request's method is not among them
}

// Values holds the path segments that matched the wildcards of a pattern.
type Values struct {
	names []string
	texts [maxWildcards]string
}

// Get returns the segment that matched a wildcard, or "" if the pattern has no such wildcard.
func (v Values) Get(name string) string {
	if i := slices.Index(v.names, name); i >= 0 {
		return v.texts[i]
	}
	return ""
}

// UUID returns the uuid in the path or, for a ticket, the uuid or the key. A malformed uuid is treated like one that does not exist.
func (v Values) UUID(noun string) (string, error) {
	uuid, ok := domain.Rule{Keys: noun == "ticket"}.Reference(v.Get("uuid"))
	if !ok {
		return "", domain.NoSuch(noun)
	}
	return uuid, nil
}

// Find looks up a method and a path as returned by Path. A GET route also answers HEAD.
func (t *Table[R]) Find(method, path string) (m Match[R]) {
	var n *node[R]
	if strings.HasPrefix(path, "/") {
		n = t.root.find(method, path, &m.Values, 0)
	}
	if n == nil {
		m.Err = domain.Errorf(domain.NotFound, "%s", t.missing)
		return m
	}
	m.Pattern, m.Values.names = n.pattern, n.names
	route, found := n.route(method)
	if !found {
		m.Allow = t.root.allowed(path)
		m.Err = domain.Errorf(domain.MethodNotAllowed, "this path does not support this method; it supports %s", m.Allow)
	}
	m.Route = route
	return m
}

// route returns the route for a method of a pattern that ends here.
func (n *node[R]) route(method string) (route R, found bool) {
	if route, found = n.routes[method]; !found && method == http.MethodHead {
		route, found = n.routes[http.MethodGet]
	}
	return route, found
}

// find follows a path and records the wildcard values. If patterns match the path but none of them has the method, it returns one of them; if no
// pattern matches, nil.
func (n *node[R]) find(method, path string, values *Values, wildcards int) *node[R] {
	if path == "" {
		if n.routes == nil {
			return nil
		}
		return n
	}
	segment, rest := path[1:], ""
	if end := strings.IndexByte(segment, '/'); end >= 0 {
		segment, rest = segment[:end], segment[end:]
	}
	var literal *node[R]
	if next := n.next[segment]; next != nil {
		if literal = next.find(method, rest, values, wildcards); literal.supports(method) {
			return literal
		}
	}
	if n.any == nil || segment == "" {
		return literal
	}
	values.texts[wildcards] = segment
	if wild := n.any.find(method, rest, values, wildcards+1); literal == nil || wild.supports(method) {
		return wild
	}
	return literal
}

// allowed lists the methods of all patterns that match a path, for the Allow header.
func (n *node[R]) allowed(path string) string {
	methods := slices.Sorted(maps.Keys(n.methods(path)))
	return strings.Join(methods, ", ")
}

// methods returns the methods of all patterns that match a path.
func (n *node[R]) methods(path string) map[string]bool {
	all := map[string]bool{}
	if path == "" {
		for method := range n.routes {
			all[method] = true
		}
		return all
	}
	segment, rest := path[1:], ""
	if end := strings.IndexByte(segment, '/'); end >= 0 {
		segment, rest = segment[:end], segment[end:]
	}
	if next := n.next[segment]; next != nil {
		maps.Copy(all, next.methods(rest))
	}
	if n.any != nil && segment != "" {
		maps.Copy(all, n.any.methods(rest))
	}
	return all
}

// supports reports whether a pattern that matches ends here and has the method.
func (n *node[R]) supports(method string) bool {
	if n == nil {
		return false
	}
	_, found := n.route(method)
	return found
}
