package apiv1

import (
	"cmp"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"earnest/internal/input"
)

// mostIgnored is the maximum number of names in the header Earnest-Ignored.
const mostIgnored = 10

// ignore notes that a parameter or a body member is not known, so that whoever mistyped its name can find out. kind is query or body.
func (r *request) ignore(kind, name string) {
	name = kind + "." + url.PathEscape(input.Clip(name)) // which also escapes the comma
	if len(r.ignored) < mostIgnored && !slices.Contains(r.ignored, name) {
		r.ignored = append(r.ignored, name)
	}
}

// ignoreParams notes the parameters that the route does not have. The usual names are recognised without memory being allocated.
func (r *request) ignoreParams() {
	if r.URL.RawQuery == "" {
		return
	}
	for part := range strings.SplitSeq(r.URL.RawQuery, "&") {
		name, _, _ := strings.Cut(part, "=")
		if r.route.hasParam(name) {
			continue
		}
		if name, err := url.QueryUnescape(name); err == nil && name != "" && !r.route.hasParam(name) {
			r.ignore("query", name)
		}
	}
	size := perPage().Name
	if r.route.Kind == ListReply && !r.route.Paged() && strings.Contains(r.URL.RawQuery, size) {
		if sent := r.URL.Query(); sent.Has(size) && !sent.Has(cursorParam().Name) { // without a cursor, such a list has no pages
			r.ignore("query", size)
		}
	}
}

func (r Route) hasParam(name string) bool {
	for i := range r.Query {
		if r.Query[i].Name == name {
			return true
		}
	}
	return false
}

// ignoreMembers notes the members of an object that are not known. It does not note those that answers have, since a client may send back what
// it has read.
func (r *request) ignoreMembers(of input.Object, known map[string]bool, path string) {
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if !known[name] {
			r.ignore("body", path+name)
		}
	}
}

// knownMembers returns the names of the members that the body of a request, or each item of a batch, may have without being told that they are
// ignored: those that it can set, and those in the answers about the same resource. It returns nil if the route has no body.
func (r Route) knownMembers(all []Route) map[string]bool {
	body := cmp.Or(r.Body, r.Items)
	if body == nil {
		return nil
	}
	known := map[string]bool{r.Parent: true}
	if r.Items != nil {
		known["op"], known["id"] = true, true
	}
	for _, f := range input.Fields(body) {
		known[f.Name] = true
	}
	for _, other := range all {
		if other.resource() == r.resource() {
			addMembers(known, other.Reply)
		}
	}
	return known
}

// resource returns the path of the resource that a route is about.
func (r Route) resource() string {
	return strings.TrimSuffix(strings.TrimSuffix(r.Path, "/{uuid}"), "/batch")
}

// addMembers adds the names of the members of a wire type, including those of embedded structs.
func addMembers(to map[string]bool, t reflect.Type) {
	for f := range t.Fields() {
		if f.Anonymous {
			addMembers(to, f.Type)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		to[name] = true
	}
}
