package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
)

// perNoun is the maximum number of objects of each noun that are read one by one.
const perNoun = 60

// isSkipped reports whether a dashboard path is left out, because its response depends on the process, the sign-in or earlier reads, or
// never ends.
func isSkipped(path string) bool {
	switch path {
	case "/session", "/projects/{uuid}/events", "/admin/health", "/admin/users", "/admin/changes", "/admin/changes.csv",
		"/admin/quotas", "/admin/backup", "/keys", "/sessions", "/login/callback":
		return true
	default:
		return false
	}
}

// allPaths returns every path of the two APIs that can be read, once for each object in the demo that it can refer to.
func allPaths(s *server) ([]string, error) {
	found, err := things(s)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, route := range apiv1.Routes() {
		if route.Method == http.MethodGet {
			paths = append(paths, publicPaths(route, found)...)
		}
	}
	for _, route := range dash.Routes() {
		if route.Method == http.MethodGet && !isSkipped(route.Path) {
			paths = append(paths, filled(dash.Base+route.Path, nounOf(route.Path), found)...)
		}
	}
	return paths, nil
}

// things returns the uuids of the demo's objects by the path of their list.
func things(s *server) (map[string][]string, error) {
	found := map[string][]string{}
	for _, noun := range []string{"projects", "super-epics", "epics", "sprints", "tickets"} {
		lists := []string{""}
		if noun != "projects" {
			lists = found["projects"]
		}
		for _, project := range lists {
			list, err := s.get(apiv1.Base + "/" + noun + "?project=" + project)
			if err != nil {
				return nil, err
			}
			found[noun] = append(found[noun], uuids(list.body)...)
		}
	}
	if len(found["tickets"]) == 0 {
		return nil, errors.New("the demo has no tickets")
	}
	return found, nil
}

// uuids returns the uuids of the items in a list, which may have an envelope or not.
func uuids(body string) []string {
	type item struct {
		UUID string `json:"uuid"`
	}
	var list struct {
		Data []item `json:"data"`
	}
	if json.Unmarshal([]byte(body), &list) != nil {
		_ = json.Unmarshal([]byte(body), &list.Data) // the list has no envelope
	}
	var found []string
	for _, item := range list.Data {
		found = append(found, item.UUID)
	}
	return found
}

// publicPaths returns the paths for a route of the public API, with and without paging.
func publicPaths(route apiv1.Route, found map[string][]string) []string {
	paths := filled(apiv1.Base+route.Path, nounOf(route.Path), found)
	for _, p := range route.Query {
		switch p.Name {
		case "project":
			paths = withQuery(paths, "?project=", found["projects"])
		case "ticket_uuid":
			paths = withQuery(paths, "?ticket_uuid=", found["tickets"])
		case "page":
			for _, path := range paths {
				paths = append(paths, path+"&page=2&per_page=3", path+"&updated_since=2026-01-01")
			}
		}
	}
	return paths
}

func withQuery(paths []string, query string, values []string) []string {
	var with []string
	for _, path := range paths {
		for _, value := range values[:min(perNoun, len(values))] {
			with = append(with, path+query+value)
		}
	}
	return with
}

// filled returns a path once for each known uuid of a noun, with its placeholders replaced.
func filled(path, noun string, found map[string][]string) []string {
	if !strings.Contains(path, "{") {
		return []string{path}
	}
	var paths []string
	for _, uuid := range found[noun][:min(perNoun, len(found[noun]))] {
		full := strings.NewReplacer("{uuid}", uuid, "{indicator}", "cpi", "{key}", "in_progress", "{file}", "tickets.csv").Replace(path)
		if !strings.Contains(full, "{") {
			paths = append(paths, full)
		}
	}
	return paths
}

func nounOf(path string) string { return strings.Split(path, "/")[1] }
