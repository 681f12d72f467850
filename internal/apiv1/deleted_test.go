package apiv1_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
)

// mustPurge purges deleted projects and returns the number of batches it took.
func mustPurge(t *testing.T, w *apitest.World) (batches int) {
	t.Helper()
	for apitest.Must(w.App.Projects.PurgeDeleted(t.Context()))(t) {
		batches++
	}
	return batches
}

// asked is a request and its response.
type asked struct {
	request string
	answer  apitest.Answer
}

// mustAskAll calls every route for the objects of a cast, as each person in it.
func mustAskAll(t *testing.T, c *apitest.Cast, calls map[string][2]any) (all []asked) {
	t.Helper()
	for _, r := range apiv1.Routes() {
		if r.Path == "/projects" && r.Method == http.MethodPost || r.Path == "/me" {
			continue // it refers to nothing that was deleted
		}
		for _, who := range []apitest.Person{c.Owner, c.Member, c.Viewer, c.Stranger} {
			path, _ := calls[name(r)][0].(string)
			all = append(all, asked{name(r) + " by " + who.Email, c.World.Call(t, who.Key, r.Method, path, calls[name(r)][1])})
		}
	}
	return all
}

func TestADeletedProjectIsGoneBeforeItsRowsAre(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		c.NewProject(t)
		calls := map[string][2]any{}
		for _, r := range apiv1.Routes() {
			path, body := aCall(t, c, r)
			calls[name(r)] = [2]any{path, body}
			if strings.HasPrefix(name(r), "DELETE /projects/") {
				calls[name(r)] = [2]any{"/projects/" + c.Project, nil}
			}
		}
		if a := w.Call(t, c.Member.Key, http.MethodPost, "/time-entries", newBody(c, "time-entries")); a.Status != http.StatusCreated {
			t.Fatal(string(a.Body))
		}
		if err := c.Owner.DeleteProject(t.Context(), c.Project); err != nil {
			t.Fatal(err)
		}
		before := mustAskAll(t, c, calls)
		for _, a := range before {
			own := strings.Contains(a.request, "GET /projects by") || strings.Contains(a.request, "GET /portfolio/finance by")
			if strings.Contains(a.request, "/batch by") {
				if a.answer.Status != http.StatusUnprocessableEntity || !strings.Contains(a.answer.Message, "not found") {
					t.Errorf("%s: %d %s", a.request, a.answer.Status, a.answer.Body)
				}
				continue
			}
			if !own && (a.answer.Status != http.StatusNotFound || a.answer.Code != "NOT_FOUND") {
				t.Errorf("%s: %d %s", a.request, a.answer.Status, a.answer.Body)
			}
			if bytes.Contains(a.answer.Body, []byte(c.Project)) {
				t.Errorf("%s tells of it: %s", a.request, a.answer.Body)
			}
		}
		if n := mustPurge(t, w); n == 0 {
			t.Error("nothing was left to be removed")
		}
		for i, a := range mustAskAll(t, c, calls) {
			if b := before[i].answer; a.answer.Status != b.Status || !bytes.Equal(a.answer.Body, b.Body) {
				t.Errorf("%s: %d %s, but before its rows were removed %d %s", a.request, a.answer.Status, a.answer.Body, b.Status, b.Body)
			}
		}
	})
}
