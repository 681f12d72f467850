package dash_test

import (
	"net/http"
	"testing"
)

// sprintAccess lists who may plan, start and close sprints.
func sprintAccess() map[string]row {
	return map[string]row{
		"POST /projects/{uuid}/sprints": {may: writers, call: inProject("/sprints", map[string]any{"title": "New"})},
		"PUT /sprints/{uuid}":           {may: writers, call: onSprint("planning", "", map[string]any{"goal": "fly"})},
		"GET /sprints/{uuid}/start":     {may: readers, call: onSprint("planning", "/start", nil)},
		"POST /sprints/{uuid}/start":    {may: writers, call: onSprint("planning", "/start", map[string]any{})},
		"POST /sprints/{uuid}/reopen":   {may: writers, call: onSprint("completed", "/reopen", nil)},
		"GET /sprints/{uuid}/close":     {may: readers, call: onSprint("active", "/close", nil)},
		"POST /sprints/{uuid}/close":    {may: writers, call: onSprint("active", "/close", map[string]any{})},
		"GET /sprints/{uuid}/chart":     {may: readers, call: onSprint("active", "/chart", nil)},
		"GET /projects/{uuid}/velocity": {may: readers, call: inProject("/velocity", nil)},
	}
}

// onSprint returns a call to a path below a new sprint in the given status.
func onSprint(status, rest string, body any) call {
	return func(t testing.TB, c *cast, _ *browser) (string, any) {
		t.Helper()
		path := "/sprints/" + c.NewSprint(t)
		owner := c.browser(t, "owner")
		if status != "planning" {
			must[thing](t, owner, http.MethodPost, path+"/start", nil)
		}
		if status == "completed" {
			must[thing](t, owner, http.MethodPost, path+"/close", nil)
		}
		return path + rest, body
	}
}
