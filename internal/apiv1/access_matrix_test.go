package apiv1_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/domain"
)

// The roles allowed on each route, written out by hand. The test fails if a route has no row.
var rolesByRoute = map[string]string{
	"GET /projects":                "everyone", // callers see only their own projects
	"POST /projects":               "everyone",
	"GET /projects/{uuid}":         "owner admin member viewer",
	"GET /projects/{uuid}/members": "owner admin member viewer",
	"PUT /projects/{uuid}":         "owner",
	"DELETE /projects/{uuid}":      "owner",
	"GET /super-epics":             "owner admin member viewer",
	"GET /super-epics/{uuid}":      "owner admin member viewer",
	"POST /super-epics":            "owner admin member",
	"PUT /super-epics/{uuid}":      "owner admin member",
	"DELETE /super-epics/{uuid}":   "owner admin member",
	"GET /epics":                   "owner admin member viewer",
	"GET /epics/{uuid}":            "owner admin member viewer",
	"POST /epics":                  "owner admin member",
	"PUT /epics/{uuid}":            "owner admin member",
	"DELETE /epics/{uuid}":         "owner admin member",
	"GET /sprints":                 "owner admin member viewer",
	"GET /sprints/{uuid}":          "owner admin member viewer",
	"POST /sprints":                "owner admin member",
	"PUT /sprints/{uuid}":          "owner admin member",
	"GET /tickets":                 "owner admin member viewer",
	"GET /tickets/{uuid}":          "owner admin member viewer",
	"POST /tickets":                "owner admin member",
	"POST /tickets/batch":          "owner admin member",
	"PUT /tickets/{uuid}":          "owner admin member",
	"DELETE /tickets/{uuid}":       "owner admin member",
	"GET /subtasks":                "owner admin member viewer",
	"POST /subtasks":               "owner admin member",
	"PUT /subtasks/{uuid}":         "owner admin member",
	"DELETE /subtasks/{uuid}":      "owner admin member",
	"GET /comments":                "owner admin member viewer",
	"GET /comments/{uuid}":         "owner admin member viewer",
	"POST /comments":               "owner admin member",
	"PUT /comments/{uuid}":         "owner admin member", // the member is the author
	"DELETE /comments/{uuid}":      "owner admin member",
	"GET /team":                    "owner admin member viewer",

	"GET /tickets/{uuid}/attachments":  "owner admin member viewer",
	"POST /tickets/{uuid}/attachments": "owner admin member",
	"GET /attachments/{uuid}":          "owner admin member viewer",
	"DELETE /attachments/{uuid}":       "owner admin member", // the member attached it

	"GET /time-entries":        "owner admin member viewer",
	"POST /time-entries":       "owner admin member",
	"POST /time-entries/batch": "owner admin member",
	"GET /statuses":            "owner admin member viewer",
	"GET /dependencies":        "owner admin member viewer",
	"GET /milestones":          "owner admin member viewer",
	"GET /finance":             "owner admin member viewer",
	"GET /portfolio/finance":   "everyone", // callers see only their own projects
	"GET /me":                  "everyone", // callers see only their own key
}

func name(r apiv1.Route) string { return r.Method + " " + r.Path }

// folderOf returns the path below which what a route creates can be read.
func folderOf(r apiv1.Route) string {
	if r.Kind == apiv1.UploadReply {
		return strings.TrimPrefix(r.Path, "/tickets/{uuid}")
	}
	return r.Path
}

// aCall returns a valid call to the route for a caller with every permission. If the call deletes an object, aCall creates it first.
func aCall(t *testing.T, c *apitest.Cast, r apiv1.Route) (path string, body any) {
	t.Helper()
	path = r.Path
	noun := strings.Split(r.Path, "/")[1]
	if strings.Contains(r.Path, "{uuid}") {
		path = strings.Replace(path, "{uuid}", target(t, c, noun, r.Method == http.MethodDelete), 1)
	}
	query := url.Values{}
	if r.Kind == apiv1.UploadReply {
		return path + "?name=new.txt", "New"
	}
	for _, p := range r.Query {
		if p.Required {
			query.Set(p.Name, map[string]string{"project": c.Project, "ticket": c.Ticket}[p.Rule])
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	if r.Items != nil {
		item := newBody(c, noun)
		item["op"] = "create"
		return path, map[string]any{"items": []any{item}}
	}
	if r.Body == nil {
		return path, nil
	}
	if r.Method == http.MethodPut {
		return path, map[string]any{}
	}
	return path, newBody(c, noun)
}

func target(t *testing.T, c *apitest.Cast, noun string, fresh bool) string {
	t.Helper()
	makers := map[string]func(testing.TB) string{
		"projects": c.NewProject, "super-epics": c.NewSuperEpic, "epics": c.NewEpic, "sprints": c.NewSprint,
		"tickets": c.NewTicket, "subtasks": c.NewSubtask, "comments": c.NewComment, "attachments": c.NewAttachment,
	}
	if fresh {
		return makers[noun](t)
	}
	return map[string]string{
		"projects": c.Project, "super-epics": c.SuperEpic, "epics": c.Epic, "sprints": c.Sprint,
		"tickets": c.Ticket, "subtasks": c.Subtask, "comments": c.Comment, "attachments": c.Attachment,
	}[noun]
}

func newBody(c *apitest.Cast, noun string) map[string]any {
	switch noun {
	case "projects":
		return map[string]any{"name": "New"}
	case "subtasks":
		return map[string]any{"ticket_uuid": c.Ticket, "title": "New"}
	case "comments":
		return map[string]any{"ticket_uuid": c.Ticket, "content": "New"}
	case "time-entries":
		return map[string]any{"ticket_uuid": c.Ticket, "duration_minutes": 30, "logged_at": "2026-03-09"}
	default:
		return map[string]any{"project_uuid": c.Project, "title": "New"}
	}
}

func TestEveryRouteAdmitsExactlyTheAllowedRoles(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, r := range apiv1.Routes() {
			allowed, ok := rolesByRoute[name(r)]
			if !ok {
				t.Errorf("%s has no row in rolesByRoute", name(r))
			}
			for role, person := range map[string]apitest.Person{
				"owner": c.Owner, "admin": c.Admin, "member": c.Member, "viewer": c.Viewer, "stranger": c.Stranger,
			} {
				path, body := aCall(t, c, r)
				a := w.Call(t, person.Key, r.Method, path, body)
				if strings.Contains(allowed, role) || allowed == "everyone" {
					if a.Status != r.Status {
						t.Errorf("%s by %s: %d %s, want %d", name(r), role, a.Status, a.Body, r.Status)
					}
				} else if r.Items != nil {
					if a.Status != http.StatusUnprocessableEntity || !strings.HasPrefix(a.Message, "items[0]: ") {
						t.Errorf("%s by %s: %d %s, want 422 for its first item", name(r), role, a.Status, a.Body)
					}
				} else if a.Status != http.StatusForbidden || a.Code != "FORBIDDEN" {
					t.Errorf("%s by %s: %d %s, want 403 FORBIDDEN", name(r), role, a.Status, a.Body)
				}
			}
		}
	})
}

func TestEveryRouteRequiresExactlyItsScope(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		single, allBut := map[domain.Scope]string{}, map[domain.Scope]string{}
		for _, s := range domain.AllScopes() {
			single[s.Scope] = w.MustKey(t, c.Owner.Email, string(s.Scope))
			rest := []string{}
			for _, other := range domain.AllScopes() {
				if other != s {
					rest = append(rest, string(other.Scope))
				}
			}
			allBut[s.Scope] = w.MustKey(t, c.Owner.Email, strings.Join(rest, ","))
		}
		none := w.MustKey(t, c.Owner.Email, "none")
		for _, r := range apiv1.Routes() {
			for scope, key := range single {
				path, body := aCall(t, c, r)
				a := w.Call(t, key, r.Method, path, body)
				if (scope == r.Scope || r.Scope == "") && a.Status != r.Status {
					t.Errorf("%s with its own scope: %d %s", name(r), a.Status, a.Body)
				}
				if scope != r.Scope && r.Scope != "" {
					wantScopeError(t, r, string(scope)+" only", a)
				}
			}
			path, body := aCall(t, c, r)
			if a := w.Call(t, none, r.Method, path, body); r.Scope == "" && a.Status != r.Status {
				t.Errorf("%s with a key without scopes: %d %s", name(r), a.Status, a.Body)
			} else if r.Scope != "" {
				wantScopeError(t, r, "none", a)
				wantScopeError(t, r, "all but "+string(r.Scope), w.Call(t, allBut[r.Scope], r.Method, path, body))
			}
			if a := w.Call(t, "", r.Method, path, body); a.Status != http.StatusUnauthorized || a.Code != "MISSING_API_KEY" {
				t.Errorf("%s without a key: %d %s", name(r), a.Status, a.Body)
			}
		}
	})
}

func wantScopeError(t *testing.T, r apiv1.Route, holds string, a apitest.Answer) {
	t.Helper()
	if a.Status != http.StatusForbidden || a.Code != "INSUFFICIENT_SCOPE" || !strings.Contains(a.Message, string(r.Scope)) {
		t.Errorf("%s with %s: %d %s", name(r), holds, a.Status, a.Body)
	}
}

func TestUnknownAndMalformedTargetsAreNotFound(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, r := range apiv1.Routes() {
			if !strings.Contains(r.Path, "{uuid}") {
				continue
			}
			for _, bad := range []string{apitest.NewUUID(), "x", "1", "%00", "..", c.Ticket + "0", strings.ReplaceAll(apitest.NewUUID(), "-", "")} {
				a := w.Call(t, c.Owner.Key, r.Method, strings.Replace(r.Path, "{uuid}", bad, 1), `{"title": 5}`)
				if a.Status != http.StatusNotFound || a.Code != "NOT_FOUND" {
					t.Errorf("%s of %q: %d %s", name(r), bad, a.Status, a.Body)
				}
			}
		}
	})
}
