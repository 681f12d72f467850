package apiv1

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"earnest/internal/domain"
)

// table finds a route by path, then by method, so that it can tell an unknown path from a wrong method.
type table map[string][]Route

func newTable(routes []Route) table {
	t := table{}
	for _, r := range routes {
		t[r.Path] = append(t[r.Path], r)
	}
	return t
}

// find gives the route and the uuid in the path. An unknown path is NotFound; a known one with another
// method is MethodNotAllowed, and the Route then only carries the methods it has. HEAD is GET.
func (t table) find(method, path string) (Route, string, error) {
	pattern, uuid := patternOf(path)
	routes, ok := t[pattern]
	if !ok {
		pattern, uuid = path, ""
		routes, ok = t[pattern]
	}
	if !ok {
		return Route{}, "", domain.Errorf(domain.NotFound, "there is nothing at this path")
	}
	if method == http.MethodHead {
		method = http.MethodGet
	}
	for _, r := range routes {
		if r.Method == method {
			return r, uuid, nil
		}
	}
	allowed := allowedMethods(routes)
	return Route{Method: allowed}, "", domain.Errorf(domain.MethodNotAllowed, "this path does not support this method; it supports %s", allowed)
}

func allowedMethods(routes []Route) string {
	methods := []string{}
	for _, r := range routes {
		methods = append(methods, r.Method)
		if r.Method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
	}
	slices.Sort(methods)
	return strings.Join(methods, ", ")
}

// Path is the path of an address with every part unescaped. An encoded slash is data, not the end of a part, and stays encoded.
func Path(u *url.URL) string {
	if u.RawPath == "" { // nothing is encoded that need not be
		return u.Path
	}
	parts := strings.Split(u.EscapedPath(), "/")
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil {
			return u.EscapedPath() // cannot be: the address was parsed
		}
		parts[i] = strings.ReplaceAll(text, "/", "%2F")
	}
	return strings.Join(parts, "/")
}

// patternOf puts {uuid} in place of the second part of a path.
func patternOf(path string) (pattern, uuid string) {
	parts := strings.Split(path, "/")
	if len(parts) < 3 || len(parts) > 4 || parts[2] == "" {
		return path, ""
	}
	uuid = parts[2]
	parts[2] = "{uuid}"
	return strings.Join(parts, "/"), uuid
}
