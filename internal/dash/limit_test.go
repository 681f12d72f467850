package dash_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// full is an imported project with one more object of each kind than a project may have.
type full struct {
	*browser
	project string
	key     string
	file    *workspace.Project
}

// mustFull adds a user and imports a full project for them.
func mustFull(t *testing.T, w *world) full {
	t.Helper()
	ada := w.mustBrowser(t, "ada")
	p := fullFile(ada.Email)
	data := apitest.Must(json.Marshal(workspace.File{Projects: []workspace.Project{p}}))(t)
	result := apitest.Must(w.App.Transfer.Import(t.Context(), bytes.NewReader(data)))(t)
	return full{ada, result.UUIDs["p"], w.MustKey(t, ada.Email, "all"), &p}
}

func fullFile(owner string) workspace.Project {
	p := workspace.Project{Ref: "p", Name: "Full", Members: []workspace.Member{{User: owner, ProjectRole: "owner"}}}
	stamps := func(i int) (s workspace.Stamps) { // the tests below refer only to the first few, and generating uuids takes time
		if i < 12 {
			s.UUID = apitest.NewUUID()
		}
		return s
	}
	most := domain.Limits()
	for i := range most[domain.LimitEpics] + 1 {
		p.Epics = append(p.Epics, workspace.Epic{Ref: fmt.Sprint("e", i), Title: fmt.Sprint("Epic ", i), Stamps: stamps(i)})
	}
	for i := range most[domain.LimitSuperEpics] + 1 {
		p.SuperEpics = append(p.SuperEpics, workspace.SuperEpic{Title: fmt.Sprint("Super-epic ", i), Stamps: stamps(i)})
	}
	for i := range most[domain.LimitLinks] {
		p.Dependencies = append(p.Dependencies, workspace.Link{Pred: fmt.Sprint("e", i), Succ: fmt.Sprint("e", i+1), Stamps: stamps(i)})
	}
	p.Dependencies = append(p.Dependencies, workspace.Link{Pred: "e0", Succ: "e2"})
	for i := range most[domain.LimitSprints] + 1 {
		p.Sprints = append(p.Sprints, workspace.Sprint{Title: fmt.Sprint("Sprint ", i), Stamps: stamps(i)})
	}
	for i := range most[domain.LimitStatuses] + 1 - len(domain.DefaultStatuses()) {
		p.Statuses = append(p.Statuses, workspace.Status{
			Key: fmt.Sprint("status_", i), Label: fmt.Sprint("Status ", i), Color: "#112233", BgColor: "#ddeeff", SortOrder: int64(i + 10),
		})
	}
	for i := range most[domain.LimitTicketTypes] + 1 {
		p.Types = append(p.Types, workspace.TicketType{Name: fmt.Sprint("Type ", i), Default: i == 0, UUID: stamps(i).UUID})
	}
	for i := range most[domain.LimitTags] + 1 {
		p.Tags = append(p.Tags, workspace.Tag{Name: fmt.Sprint("Tag ", i), Stamps: stamps(i)})
	}
	return p
}

// limitCase describes how a kind of object is created, changed and removed. The two bodies create two different objects.
type limitCase struct {
	limit   domain.Limit
	path    string
	bodies  [2]map[string]any
	change  string // path of an object that can be changed with the first body; empty if none
	removed [2]string
	v1      string // path in the API, if it can be created there
}

func (f full) cases() []limitCase {
	in := "/projects/" + f.project
	p := f.file
	last := func(kind string, uuids ...string) [2]string { return [2]string{kind + uuids[0], kind + uuids[1]} }
	titles := [2]map[string]any{{"title": "One more"}, {"title": "Another"}}
	names := [2]map[string]any{{"name": "One more"}, {"name": "Another"}}
	links := [2]map[string]any{
		linkBetween("epic", p.Epics[1].UUID, "epic", p.Epics[3].UUID), linkBetween("epic", p.Epics[2].UUID, "epic", p.Epics[4].UUID),
	}
	labels := [2]map[string]any{
		{"label": "One more", "color": "#112233", "bg_color": "#ddeeff", "is_done": false},
		{"label": "Another", "color": "#112233", "bg_color": "#ddeeff", "is_done": false},
	}
	return []limitCase{ // links come first, because they are deleted with their epics
		{domain.LimitLinks, in + "/links", links, "", last("/links/", p.Dependencies[7].UUID, p.Dependencies[8].UUID), ""},
		{domain.LimitEpics, in + "/epics", titles, "/epics/" + p.Epics[0].UUID, last("/epics/", p.Epics[9].UUID, p.Epics[10].UUID), "/epics"},
		{
			domain.LimitSuperEpics, in + "/super-epics", titles, "/super-epics/" + p.SuperEpics[0].UUID,
			last("/super-epics/", p.SuperEpics[1].UUID, p.SuperEpics[2].UUID), "/super-epics",
		},
		{domain.LimitSprints, in + "/sprints", titles, "/sprints/" + p.Sprints[0].UUID, last("sprint ", p.Sprints[1].UUID, p.Sprints[2].UUID), "/sprints"},
		{domain.LimitStatuses, in + "/statuses", labels, in + "/statuses/status_0", last(in+"/statuses/", "status_1", "status_2"), ""},
		{domain.LimitTicketTypes, in + "/types", names, "/types/" + p.Types[3].UUID, last("/types/", p.Types[1].UUID, p.Types[2].UUID), ""},
		{domain.LimitTags, in + "/tags", names, "/tags/" + p.Tags[0].UUID, last("/tags/", p.Tags[1].UUID, p.Tags[2].UUID), ""},
	}
}

func TestAProjectHoldsALimitedNumberOfEachKind(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		f := mustFull(t, w)
		for _, c := range f.cases() {
			most := domain.Limits()[c.limit]
			f.mustBeFull(t, c, most+1) // an import ignores the limit
			if c.change != "" {
				must[any](t, f.browser, "PUT", c.change, map[string]any{firstKey(c.bodies[0]): "Changed"})
			}
			f.mustRemove(t, c.removed[0])
			f.mustBeFull(t, c, most)
			f.mustRemove(t, c.removed[1])
			f.mustTakeTheLast(t, c)
		}
		if plan := f.plan(t, f.project); len(plan.Epics) != domain.Limits()[domain.LimitEpics] {
			t.Errorf("the roadmap shows %d epics", len(plan.Epics))
		}
	})
}

// firstKey returns the name of the required text field in a body.
func firstKey(body map[string]any) string {
	for _, key := range []string{"title", "label"} {
		if body[key] != nil {
			return key
		}
	}
	return "name"
}

// mustBeFull checks that both fronts refuse to create another object, and that the message is right.
func (f full) mustBeFull(t *testing.T, c limitCase, has int) {
	t.Helper()
	most := domain.Limits()[c.limit]
	want := fmt.Sprintf("a project holds at most %s %s; this one has %s", withComma(most), c.limit, withComma(has))
	got := f.call(t, "POST", c.path, c.bodies[0])
	refusedAt(t, got, http.StatusUnprocessableEntity, "invalid", c.limit.Field())
	if message := refused(t, got, http.StatusUnprocessableEntity, "invalid"); message != want {
		t.Errorf("%q, want %q", message, want)
	}
	if c.v1 == "" {
		return
	}
	answer := f.Call(t, f.key, "POST", c.v1, map[string]any{"project_uuid": f.project, "title": "One more"})
	if answer.Status != http.StatusUnprocessableEntity || answer.Code != "VALIDATION_ERROR" || answer.Message != want {
		t.Errorf("%s: %d %s", c.v1, answer.Status, answer.Body)
	}
}

func withComma(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// mustRemove removes an object. Sprints cannot be removed through the product, so the test deletes those directly.
func (f full) mustRemove(t *testing.T, path string) {
	t.Helper()
	sprint, ok := strings.CutPrefix(path, "sprint ")
	if !ok {
		must[any](t, f.browser, "DELETE", path, map[string]any{})
		return
	}
	err := f.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `DELETE FROM sprints WHERE uuid = $1`, sprint)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mustTakeTheLast tries to create two objects at the same time when there is room for only one.
func (f full) mustTakeTheLast(t *testing.T, c limitCase) {
	t.Helper()
	var answers [2]answer
	var both sync.WaitGroup
	for i := range answers {
		both.Go(func() { answers[i] = f.call(t, "POST", c.path, c.bodies[i]) })
	}
	both.Wait()
	if answers[0].Status >= http.StatusBadRequest {
		answers[0], answers[1] = answers[1], answers[0]
	}
	if answers[0].Status >= http.StatusBadRequest {
		t.Errorf("neither of two took the last place: %s", answers[0].Body)
	}
	refusedAt(t, answers[1], http.StatusUnprocessableEntity, "invalid", c.limit.Field())
}
