package apiv1_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// details returns the paths of the objects that can be read one by one.
func details(c *apitest.Cast) map[string]string {
	return map[string]string{
		"project": "/projects/" + c.Project, "super-epic": "/super-epics/" + c.SuperEpic, "epic": "/epics/" + c.Epic, "sprint": "/sprints/" + c.Sprint,
		"ticket": "/tickets/" + c.Ticket, "comment": "/comments/" + c.Comment,
	}
}

// edits returns a change of each of these objects.
func edits(n int) map[string]map[string]any {
	title := map[string]any{"title": fmt.Sprint("Changed ", n)}
	return map[string]map[string]any{
		"project": {"name": fmt.Sprint("Changed ", n)}, "super-epic": title, "epic": title, "sprint": title, "ticket": title,
		"comment": {"content": fmt.Sprint("Changed ", n)},
	}
}

// withMatch sends a request with an If-Match header.
func withMatch(t *testing.T, w *apitest.World, key, method, path, tag string, body any) apitest.Answer {
	t.Helper()
	r := w.MustRequest(t, key, method, path, body)
	r.Header.Set("If-Match", tag)
	return w.Send(t, r)
}

// tagOf returns the ETag of an object.
func tagOf(t *testing.T, w *apitest.World, key, path string) string {
	t.Helper()
	a := w.Call(t, key, http.MethodGet, path, nil)
	if a.Status != 200 || a.Header.Get("ETag") == "" {
		t.Fatalf("%s: %d %s, ETag %q", path, a.Status, a.Body, a.Header.Get("ETag"))
	}
	return uncompressed(a)
}

// uncompressed returns an ETag without the suffix of a compressed answer.
func uncompressed(a apitest.Answer) string {
	return strings.Replace(a.Header.Get("ETag"), `-gzip"`, `"`, 1)
}

func TestIfMatchOnPUTAndDELETEIsTheETagOfTheDetail(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for noun, path := range details(c) {
			tag := tagOf(t, w, c.Owner.Key, path)
			for _, sent := range []string{tag, `"other", ` + tag, strings.TrimSuffix(tag, `"`) + `-gzip"`, strings.TrimSuffix(tag, `"`) + `-zstd"`, "*"} {
				if sent != "*" {
					sent = strings.Replace(sent, strings.Trim(tag, `"`), strings.Trim(tagOf(t, w, c.Owner.Key, path), `"`), 1)
				}
				a := withMatch(t, w, c.Owner.Key, http.MethodPut, path, sent, edits(len(sent))[noun])
				if a.Status != 200 || a.Header.Get("ETag") != tagOf(t, w, c.Owner.Key, path) {
					t.Errorf("PUT %s with %s: %d %s, ETag %s", path, sent, a.Status, a.Body, a.Header.Get("ETag"))
				}
			}
		}
		for _, noun := range []string{"comment", "ticket", "epic", "super-epic", "project"} {
			path := details(c)[noun]
			if a := withMatch(t, w, c.Owner.Key, http.MethodDelete, path, tagOf(t, w, c.Owner.Key, path), nil); a.Status != 200 {
				t.Errorf("DELETE %s: %d %s", path, a.Status, a.Body)
			}
		}
	})
}

func TestAnyOtherIfMatchIsA412WithThePresentETagAndChangesNothing(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		paths := details(c)
		subtask := w.Call(t, c.Owner.Key, http.MethodPut, "/subtasks/"+c.Subtask, map[string]any{"title": "Old"}).Header.Get("ETag")
		for noun, path := range paths {
			tag := tagOf(t, w, c.Owner.Key, path)
			if a := w.Call(t, c.Owner.Key, http.MethodPut, path, edits(1)[noun]); a.Status != 200 {
				t.Fatalf("%s: %d %s", path, a.Status, a.Body)
			}
			present, before := tagOf(t, w, c.Owner.Key, path), revisions(t, c)
			for _, sent := range []string{tag, "W/" + present, `"nope"`, strings.Trim(present, `"`), ""} {
				for _, method := range []string{http.MethodPut, http.MethodDelete} {
					if noun == "sprint" && method == http.MethodDelete {
						continue
					}
					a := withMatch(t, w, c.Owner.Key, method, path, sent, edits(2)[noun])
					if a.Status != 412 || a.Code != "PRECONDITION_FAILED" || a.Header.Get("ETag") != present {
						t.Errorf("%s %s with %q: %d %s, ETag %s", method, path, sent, a.Status, a.Body, a.Header.Get("ETag"))
					}
				}
			}
			if revisions(t, c) != before || tagOf(t, w, c.Owner.Key, path) != present {
				t.Errorf("%s: something changed", path)
			}
		}
		w.Call(t, c.Owner.Key, http.MethodPut, "/subtasks/"+c.Subtask, map[string]any{"title": "New"})
		if a := withMatch(t, w, c.Owner.Key, http.MethodDelete, "/subtasks/"+c.Subtask, subtask, nil); a.Status != 412 {
			t.Errorf("a subtask: %d %s", a.Status, a.Body)
		}
		if a := withMatch(t, w, c.Owner.Key, http.MethodPut, "/tickets/"+apitest.NewUUID(), "*", map[string]any{}); a.Status != 404 {
			t.Errorf("an object that does not exist: %d %s", a.Status, a.Body)
		}
		if a := withMatch(t, w, c.Stranger.Key, http.MethodPut, paths["ticket"], `"nope"`, map[string]any{}); a.Status != 403 || a.Header.Get("ETag") != "" {
			t.Errorf("a stranger: %d %s, ETag %s", a.Status, a.Body, a.Header.Get("ETag"))
		}
	})
}

func TestIfMatchLosesNoUpdateOf64Writers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		nodes := []*apitest.World{apitest.New(t, url, nil), apitest.New(t, url, nil)}
		c := nodes[0].MustCast(t, "")
		path := "/tickets/" + c.Ticket
		apitest.Must(c.Owner.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{StoryPoints: client.Set(0.0)}))(t)
		var all sync.WaitGroup
		for i := range 64 {
			all.Go(func() { increment(t, nodes[i%2], c.Owner.Key, path) })
		}
		all.Wait()
		var got struct {
			Points float64 `json:"story_points"`
		}
		nodes[0].Call(t, c.Owner.Key, http.MethodGet, path, nil).Data(t, &got)
		if got.Points != 64 {
			t.Errorf("64 writers added 1 each, and the sum is %v", got.Points)
		}
	})
}

// increment adds 1 to the points of a ticket, and tries again while others are faster.
func increment(t *testing.T, w *apitest.World, key, path string) {
	t.Helper()
	for {
		read := w.Call(t, key, http.MethodGet, path, nil)
		var now struct {
			Points float64 `json:"story_points"`
		}
		read.Data(t, &now)
		a := withMatch(t, w, key, http.MethodPut, path, read.Header.Get("ETag"), map[string]any{"story_points": now.Points + 1})
		switch a.Status {
		case 200:
			return
		case 412, 503:
		default:
			t.Errorf("%d %s", a.Status, a.Body)
			return
		}
	}
}

func TestTheETagOfADetailChangesWhenAndOnlyWhenItsRepresentationDoes(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		other := c.NewTicket(t)
		put := func(path string, body map[string]any) func() {
			return func() {
				if a := w.Call(t, c.Owner.Key, http.MethodPut, path, body); a.Status != 200 {
					t.Fatalf("PUT %s: %d %s", path, a.Status, a.Body)
				}
			}
		}
		rename := func(person apitest.Person, name string) func() {
			return func() {
				apitest.Must(w.App.Accounts.Rename(t.Context(), person.ID, identity.NamePatch{Firstname: domain.Some(name)}))(t)
			}
		}
		owner, ticket := domain.Caller{UserID: c.Owner.ID}, "/tickets/"+c.Ticket
		for _, step := range []struct {
			name string
			do   func()
		}{
			{"nothing", func() {}},
			{"a ticket is assigned", put(ticket, map[string]any{"assignee_id": c.Member.ID, "epic_uuid": c.Epic, "tags": []string{c.Tag}, "dependencies": []string{other}})},
			{"the same again", put(ticket, map[string]any{"assignee_id": c.Member.ID})},
			{"a subtask is assigned", put("/subtasks/"+c.Subtask, map[string]any{"assignee_id": c.Admin.ID})},
			{"an assignee is renamed", rename(c.Member, "Zaphod")},
			{"the assignee of a subtask is renamed", rename(c.Admin, "Trillian")},
			{"the rename is finished", func() {
				for more := true; more; {
					more = apitest.Must(w.App.Accounts.MarkRenamed(t.Context()))(t)
				}
			}},
			{"someone else is renamed", rename(c.Stranger, "Ford")},
			{"a dependency is renamed", put("/tickets/"+other, map[string]any{"title": "Other"})},
			{"an epic changes", put("/epics/"+c.Epic, map[string]any{"super_epic_uuid": c.SuperEpic, "tags": []string{c.Tag}})},
			{"time is logged", func() {
				w.Call(t, c.Owner.Key, http.MethodPost, "/time-entries", map[string]any{"ticket_uuid": c.Ticket, "duration_minutes": 30, "logged_at": "2026-03-09"})
			}},
			{"a day passes", func() { w.Clock.Advance(24 * time.Hour) }},
			{"another super-epic is deleted", func() { w.Call(t, c.Owner.Key, http.MethodDelete, "/super-epics/"+c.NewSuperEpic(t), nil) }},
			{"a dependency is deleted", func() { w.Call(t, c.Owner.Key, http.MethodDelete, "/tickets/"+other, nil) }},
			{"a sprint changes", put("/sprints/"+c.Sprint, map[string]any{"goal": "Less"})},
			{"the budget changes", put("/projects/"+c.Project, map[string]any{"budget": 1000})},
			{"a role changes", func() { mustBecome(t, w, c, c.Viewer.ID, domain.Worker) }},
			{"a tag is renamed", func() {
				apitest.Must(w.App.Categories.RenameTag(t.Context(), owner, c.Tag, domain.Given(domain.Some("renamed"))))(t)
			}},
			{"a tag is deleted", func() { apitest.Must(0, w.App.Categories.DeleteTag(t.Context(), owner, c.Tag))(t) }},
			{"the super-epic is deleted", func() { w.Call(t, c.Owner.Key, http.MethodDelete, "/super-epics/"+c.SuperEpic, nil) }},
			{"the epic is deleted", func() { w.Call(t, c.Owner.Key, http.MethodDelete, "/epics/"+c.Epic, nil) }},
			{"the assignee leaves", func() { mustLeave(t, w, c.Project, c.Member.ID) }},
		} {
			type state struct{ tag, body string }
			look := func() map[string]state {
				now := map[string]state{}
				for _, person := range []apitest.Person{c.Owner, c.Viewer} {
					for _, path := range details(c) {
						a := w.Call(t, person.Key, http.MethodGet, path, nil)
						now[person.Email+" "+path] = state{a.Header.Get("ETag"), string(a.Body)}
					}
				}
				return now
			}
			before := look()
			w.Clock.Advance(time.Second) // so that updated_at, which is shown in seconds, tells one change from another
			step.do()
			for at, now := range look() {
				if was := before[at]; (was.tag == now.tag) != (was.body == now.body) {
					t.Errorf("%s: %s went from %s to %s, and from\n%sto\n%s", step.name, at, was.tag, now.tag, was.body, now.body)
				}
			}
		}
	})
}

// mustBecome gives a member another role, as the owner would do in the dashboard.
func mustBecome(t *testing.T, w *apitest.World, c *apitest.Cast, user int64, role domain.Role) {
	t.Helper()
	mustLeave(t, w, c.Project, user)
	w.MustJoin(t, c.Project, user, role)
}

func TestTheETagOfADetailIsTheSameOnEveryNodeAndInEveryBinary(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		one, two := apitest.New(t, url, nil), apitest.New(t, url, nil)
		c := one.MustCast(t, "")
		for _, path := range details(c) {
			if here, there := tagOf(t, one, c.Owner.Key, path), tagOf(t, two, c.Owner.Key, path); here != there || len(here) > 32 {
				t.Errorf("%s: %s on one node, %s on the other", path, here, there)
			}
		}
	})
}

func TestAnswersToPOSTAndPUTCarryTheETagOfTheDetail(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, r := range apiv1.Routes() {
			if r.Method != http.MethodPost && r.Method != http.MethodPut || strings.HasSuffix(r.Path, "/batch") {
				continue
			}
			path, body := aCall(t, c, r)
			a := w.Call(t, c.Owner.Key, r.Method, path, body)
			tag := a.Header.Get("ETag")
			if a.Status != r.Status || tag == "" {
				t.Errorf("%s %s: %d %s, ETag %q", r.Method, path, a.Status, a.Body, tag)
			}
			var made struct {
				UUID string `json:"uuid"`
			}
			a.Data(t, &made)
			detail := strings.TrimSuffix(strings.Replace(folderOf(r), "{uuid}", "", 1), "/") + "/" + made.UUID
			read := w.Call(t, c.Owner.Key, http.MethodGet, detail, nil)
			if read.Status == 200 && uncompressed(read) != tag {
				t.Errorf("%s %s has the ETag %s, and its detail %s", r.Method, path, tag, read.Header.Get("ETag"))
			}
			if r.Method == http.MethodPost && a.Header.Get("Location") != "/api/v1"+detail {
				t.Errorf("%s is at %q", detail, a.Header.Get("Location"))
			}
		}
	})
}

func TestADetailThatHasNotChangedIsA304AfterOtherWritesToItsProject(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, path := range details(c) {
			first := w.Call(t, c.Owner.Key, http.MethodGet, path, nil)
			c.NewTicket(t)
			for _, method := range []string{http.MethodHead, http.MethodGet, http.MethodGet} {
				if a := ask(t, w, c.Owner.Key, method, path, first.Header.Get("ETag")); a.Status != 304 {
					t.Errorf("%s %s: %d", method, path, a.Status)
				}
			}
			if a := w.Call(t, c.Owner.Key, http.MethodGet, path, nil); a.Status != 200 || !bytes.Equal(a.Body, first.Body) {
				t.Errorf("%s without a tag: %d %s", path, a.Status, a.Body)
			}
		}
		list := "/tickets?project=" + c.Project
		tag := tagOf(t, w, c.Owner.Key, list)
		c.NewEpic(t)
		if a := ask(t, w, c.Owner.Key, http.MethodGet, list, tag); a.Status != 200 {
			t.Errorf("a list keeps its tag after another revision: %d", a.Status)
		}
	})
}
