package apiv1

import (
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
}

func (r Route) hasParam(name string) bool {
	for i := range r.Query {
		if r.Query[i].Name == name {
			return true
		}
	}
	return false
}

// Object reads the body, which must be a JSON object, and notes the members that the route does not have. It does not note those that
// answers have, since a client may send back what it has read.
func (r *request) Object() (input.Object, error) {
	o, err := r.Call.Object()
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if !r.route.members[name] {
			r.ignore("body", name)
		}
	}
	return o, err
}

// knownMembers returns the names of the members that the body of a request may have without being told that they are ignored: those that it
// can set, and those in the answers about the same resource. It returns nil if the route has no body.
func (r Route) knownMembers(all []Route) map[string]bool {
	if r.Body == nil {
		return nil
	}
	known := map[string]bool{r.Parent: true}
	for _, f := range input.Fields(r.Body) {
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
func (r Route) resource() string { return strings.TrimSuffix(r.Path, "/{uuid}") }

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

// uuidOf returns the uuid of a result, or "" if it has none.
func uuidOf(result any) string {
	v := reflect.ValueOf(result)
	if v.Kind() != reflect.Struct {
		return ""
	}
	field := v.FieldByName("UUID")
	if !field.IsValid() {
		return ""
	}
	return field.String()
}
