package dash_test

import "testing"

// projectAccess lists who may see and create projects.
func projectAccess() map[string]row {
	return map[string]row{
		"GET /projects":                     {may: signedIn}, // callers see only their own projects
		"GET /project-keys":                 {may: signedIn}, // callers see only the keys of their own projects
		"POST /projects":                    {may: signedIn, call: with("/projects", map[string]any{"name": "New"})},
		"GET /projects/{uuid}":              {may: readers, call: inProject("", nil)},
		"PUT /projects/{uuid}":              {may: owners, call: inProject("", map[string]any{"description": "x"})},
		"DELETE /projects/{uuid}":           {may: owners, call: deletedProject},
		"PUT /projects/{uuid}/favourite":    {may: readers, call: inProject("/favourite", nil)},
		"DELETE /projects/{uuid}/favourite": {may: readers, call: inProject("/favourite", nil)},
	}
}

// with returns a call to a fixed path.
func with(path string, body any) call {
	return func(testing.TB, *cast, *browser) (string, any) { return path, body }
}

func deletedProject(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/projects/" + c.NewProject(t), map[string]any{"name": "another"}
}
