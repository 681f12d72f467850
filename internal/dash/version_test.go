package dash_test

import (
	"fmt"
	"maps"
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
			{"subtasks", "/tickets/" + ticket, "title", "title"},
			{"tags", "/projects/" + project, "name", "name"},
			{"types", "/projects/" + project, "name", "name"},
		} {
			uuid := add(c.of+"/"+c.noun, c.needed)
			owner.checkVersions(t, shownItem{project, ticket, c.noun, uuid, c.member}, "/"+c.noun+"/"+uuid, nil)
		}
		day := map[string]any{"name": "A", "date": "2026-03-01"}
		uuid := must[thing](t, owner, http.MethodPost, "/projects/"+project+"/milestones", day).UUID
		owner.checkVersions(t, shownItem{project, ticket, "milestones", uuid, "name"}, "/milestones/"+uuid, nil)
		status := map[string]any{"key": "waiting", "label": "A", "color": "#000000", "bg_color": "#ffffff"}
		must[thing](t, owner, http.MethodPost, "/projects/"+project+"/statuses", status)
		owner.checkVersions(t, shownItem{project, ticket, "statuses", "waiting", "label"}, "/projects/"+project+"/statuses/waiting", nil)
		uuid = must[struct{ Members []thing }](t, owner, http.MethodGet, "/projects/"+project, nil).Members[0].UUID
		owner.checkVersions(t, shownItem{project, ticket, "members", uuid, "service"}, "/members/"+uuid, nil)
		owner.checkVersions(t, shownItem{project, ticket, "projects", project, "description"}, "/projects/"+project, nil)
		day = map[string]any{"day": string(w.App.Today())}
		owner.checkVersions(t, shownItem{project, ticket, "commentary", "", "content"}, "/projects/"+project+"/commentary", day)
	})
}

// The form that starts a sprint also sets its goal.
func TestASprintIsNotStartedWithAGoalThatReplacesAnUnseenOne(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner := w.mustBrowser(t, "ada")
		project := owner.mustProject(t, "Apollo").Project.UUID
		uuid := must[thing](t, owner, http.MethodPost, "/projects/"+project+"/sprints", map[string]any{"title": "A"}).UUID
		sprint := shownItem{project, "", "sprints", uuid, "goal"}
		_, first := owner.mustShow(t, sprint)
		must[thing](t, owner, http.MethodPut, "/sprints/"+uuid, map[string]any{"goal": "Theirs"})
		_, second := owner.mustShow(t, sprint)
		start := func(version string) answer {
			return owner.saveOver(t, http.MethodPost, "/sprints/"+uuid+"/start", version, map[string]any{"goal": "Mine"})
		}
		refused(t, start(first), http.StatusPreconditionFailed, "changed_meanwhile")
		if text, now := owner.mustShow(t, sprint); now != second || text != "Theirs" {
			t.Errorf("a refused start left version %s with the goal %q", now, text)
		}
		if a := start(second); a.Status != http.StatusOK {
			t.Errorf("started over the version that was shown: %d %s", a.Status, a.Body)
		}
	})
}

// checkVersions checks that an item is changed only in the version that was shown.
func (b *browser) checkVersions(t *testing.T, item shownItem, path string, more map[string]any) {
	t.Helper()
	save := func(version, text string) answer {
		body := map[string]any{item.member: text}
		maps.Copy(body, more)
		return b.saveOver(t, http.MethodPut, path, version, body)
	}
	_, first := b.mustShow(t, item)
	a := save(first, "Mine")
	if a.Status != http.StatusOK {
		t.Errorf("%s: saved over the version that was shown: %d %s", item.noun, a.Status, a.Body)
	}
	text, second := b.mustShow(t, item)
	if second == first || text != "Mine" {
		t.Errorf("%s: version %s became %s, with the text %q", item.noun, first, second, text)
	}
	saved := read[struct {
		Version string                   `json:"version"`
		Project struct{ Version string } `json:"project"`
	}](t, a)
	if answered := saved.Version + saved.Project.Version; answered != "" && answered != second {
		t.Errorf("%s: the answer has version %s, the page shows %s", item.noun, answered, second)
	}
	refused(t, save(first, "Older"), http.StatusPreconditionFailed, "changed_meanwhile")
	if text, now := b.mustShow(t, item); now != second || text != "Mine" {
		t.Errorf("%s: a refused change left version %s with the text %q", item.noun, now, text)
	}
}

// saveOver sends a change of one version of an item.
func (b *browser) saveOver(t *testing.T, method, path, version string, body map[string]any) answer {
	t.Helper()
	req := b.mustRequest(t, method, path, body)
	req.Header.Set("Cookie", b.cookie)
	req.Header.Set("If-Match", `"`+version+`"`)
	return b.send(t, req)
}

// shownItem names an item of a project and the member that has its text.
type shownItem struct{ project, ticket, noun, uuid, member string }

// mustShow returns the text of an item and its version, as a page shows them. Both are empty for a commentary that does not exist.
func (b *browser) mustShow(t *testing.T, item shownItem) (text, version string) {
	t.Helper()
	page := func(path string) map[string]any { return read[map[string]any](t, b.call(t, http.MethodGet, path, nil)) }
	var items []any
	switch item.noun {
	case "comments":
		items, _ = page("/tickets/" + item.ticket + "/comments")["comments"].([]any)
	case "subtasks":
		items, _ = page("/tickets/" + item.ticket)["subtasks"].([]any)
	case "tags", "types", "statuses", "members":
		items, _ = page("/projects/" + item.project + "/" + item.noun)[item.noun].([]any)
	case "sprints":
		items, _ = page("/projects/" + item.project)["sprints"].([]any)
	case "milestones":
		items, _ = page("/projects/" + item.project + "/roadmap")["milestones"].([]any)
	case "projects":
		items = []any{page("/projects/" + item.project)["project"]}
	case "commentary":
		found, _ := page("/projects/" + item.project + "/finance")["commentary"].(map[string]any)
		text, _ = found[item.member].(string)
		version, _ = found["version"].(string)
		return text, version
	default:
		items = []any{page("/" + item.noun + "/" + item.uuid)}
	}
	for _, one := range items {
		if one, ok := one.(map[string]any); ok && (one["uuid"] == item.uuid || one["key"] == item.uuid) {
			text, _ = one[item.member].(string)
			version, _ = one["version"].(string)
			return text, version
		}
	}
	t.Fatalf("%s %s is not shown", item.noun, item.uuid)
	return "", ""
}

// Each of 64 edits is made from a version that somebody else has since replaced. What they saved stays, can be shown at once, and is in the history.
func TestSixtyFourStaleEditsLoseNoText(t *testing.T) {
	const edits = 64
	each(t, func(t *testing.T, w *world) {
		owner := w.mustBrowser(t, "ada")
		project := owner.mustProject(t, "Apollo").Project.UUID
		path := "/tickets/" + owner.mustTicket(t, project, "T", map[string]any{"description": "At first"}).UUID
		type ticket struct{ Description, Version string }
		read := func() ticket { return must[ticket](t, owner, http.MethodGet, path, nil) }
		for n := range edits {
			stale := read().Version
			theirs := fmt.Sprint("Theirs ", n)
			must[thing](t, owner, http.MethodPut, path, map[string]any{"description": theirs})
			refused(t, owner.saveOver(t, http.MethodPut, path, stale, map[string]any{"description": "Mine"}), http.StatusPreconditionFailed, "changed_meanwhile")
			if got := read().Description; got != theirs {
				t.Fatalf("after edit %d, the ticket has %q", n, got)
			}
		}
		type row struct {
			ID      int64
			HasText bool `json:"has_text"`
		}
		type history struct {
			Changes []row
			More    bool
		}
		var texts []string
		for list, next := (history{More: true}), path+"/history"; list.More; {
			list = must[history](t, owner, http.MethodGet, next, nil)
			for _, change := range list.Changes {
				next = fmt.Sprint(path, "/history?before=", change.ID)
				if change.HasText {
					texts = append(texts, must[struct{ To []string }](t, owner, http.MethodGet, fmt.Sprint(path, "/history/", change.ID), nil).To...)
				}
			}
		}
		if len(texts) != edits || texts[0] != "Theirs 63" || texts[edits-1] != "Theirs 0" {
			t.Errorf("the history has %q", texts)
		}
	})
}
