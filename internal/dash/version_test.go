package dash_test

import (
	"net/http"
	"testing"
)

// A page sends the version that it shows, so that a text that somebody else has written meanwhile is not lost.
func TestAPageDoesNotReplaceAVersionThatItHasNotSeen(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner := w.mustBrowser(t, "ada")
		project := owner.mustProject(t, "Apollo").Project.UUID
		add := func(path, member string) string {
			return must[thing](t, owner, http.MethodPost, path, map[string]any{member: "A"}).UUID
		}
		ticket := add("/projects/"+project+"/tickets", "title")
		for _, c := range []struct{ noun, of, needed, member string }{
			{"tickets", "/projects/" + project, "title", "description"},
			{"epics", "/projects/" + project, "title", "description"},
			{"super-epics", "/projects/" + project, "title", "description"},
			{"sprints", "/projects/" + project, "title", "goal"},
			{"comments", "/tickets/" + ticket, "content", "content"},
		} {
			uuid := add(c.of+"/"+c.noun, c.needed)
			save := func(version, text string) answer {
				req := owner.mustRequest(t, http.MethodPut, "/"+c.noun+"/"+uuid, map[string]any{c.member: text})
				req.Header.Set("Cookie", owner.cookie)
				req.Header.Set("If-Match", `"`+version+`"`)
				return owner.send(t, req)
			}
			shown := func() (text, version string) { return owner.mustShow(t, project, ticket, c.noun, uuid, c.member) }
			_, first := shown()
			if a := save(first, "Mine"); a.Status != http.StatusOK {
				t.Errorf("%s: saved over the version that was shown: %d %s", c.noun, a.Status, a.Body)
			}
			text, second := shown()
			if second == first || text != "Mine" {
				t.Errorf("%s: version %s became %s, with the text %q", c.noun, first, second, text)
			}
			refused(t, save(first, "Older"), http.StatusPreconditionFailed, "changed_meanwhile")
			if text, now := shown(); now != second || text != "Mine" {
				t.Errorf("%s: a refused change left version %s with the text %q", c.noun, now, text)
			}
		}
	})
}

// mustShow returns the text of an item and its version, as a page shows them.
func (b *browser) mustShow(t *testing.T, project, ticket, noun, uuid, member string) (text, version string) {
	t.Helper()
	var items []any
	switch noun {
	case "comments":
		items, _ = read[map[string]any](t, b.call(t, http.MethodGet, "/tickets/"+ticket+"/comments", nil))["comments"].([]any)
	case "sprints":
		items, _ = read[map[string]any](t, b.call(t, http.MethodGet, "/projects/"+project, nil))["sprints"].([]any)
	default:
		items = []any{read[map[string]any](t, b.call(t, http.MethodGet, "/"+noun+"/"+uuid, nil))}
	}
	for _, item := range items {
		if item, ok := item.(map[string]any); ok && item["uuid"] == uuid {
			text, _ = item[member].(string)
			version, _ = item["version"].(string)
			return text, version
		}
	}
	t.Fatalf("%s %s is not shown", noun, uuid)
	return "", ""
}
