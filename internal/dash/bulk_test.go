package dash_test

import (
	"net/http"
	"slices"
	"testing"

	"earnest/internal/apitest"
)

func TestABulkChangeIsAllOrNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		f := ada.mustProject(t, "Apollo")
		p := f.Project.UUID
		s, tag, other := ada.mustSprint(t, p, "S").UUID, w.MustTag(t, p, "red"), w.MustTag(t, p, "blue")
		uuids := []string{}
		for _, title := range []string{"a", "b", "c"} {
			uuids = append(uuids, ada.mustTicket(t, p, title, map[string]any{"tags": []string{other}}).UUID)
		}
		must[thing](t, ada, http.MethodPost, "/tickets/"+uuids[0]+"/time", map[string]any{"duration_minutes": 60})
		path := "/projects/" + p + "/bulk"
		bad := map[string]any{"tickets": append(slices.Clone(uuids), apitest.NewUUID()), "set": map[string]any{"status": "todo"}}
		refused(t, ada.call(t, http.MethodPost, path, bad), http.StatusUnprocessableEntity, "invalid")
		for _, body := range []map[string]any{
			{"tickets": uuids, "set": map[string]any{"status": "nowhere"}},
			{"tickets": uuids, "set": map[string]any{"sprint_uuid": uuids[0]}},
			{"tickets": uuids, "set": map[string]any{"story_points": -1}},
			{"tickets": uuids, "set": 5},
			{"tickets": uuids, "add_tags": []string{uuids[0]}},
			{"set": map[string]any{"status": "todo"}},
		} {
			refused(t, ada.call(t, http.MethodPost, path, body), http.StatusUnprocessableEntity, "invalid")
		}
		if got := ada.titles(t, p, map[string][]string{"status": {"backlog"}}); len(got) != 3 {
			t.Fatalf("a refused change left something behind: %v", got)
		}
		body := map[string]any{
			"tickets": uuids, "add_tags": []string{tag}, "remove_tags": []string{other},
			"set": map[string]any{
				"status": "done", "sprint_uuid": s, "priority": "haute", "story_points": 3, "assignee_id": ada.ID, "type_uuid": f.Types[1].UUID,
			},
		}
		type result struct{ Changed int }
		if got := must[result](t, ada, http.MethodPost, path, body); got.Changed != 3 {
			t.Errorf("%d were changed", got.Changed)
		}
		before := must[frame](t, ada, http.MethodGet, "/projects/"+p, nil).Revision
		if got := must[result](t, ada, http.MethodPost, path, body); got.Changed != 0 {
			t.Errorf("the same again changed %d", got.Changed)
		}
		after := must[frame](t, ada, http.MethodGet, "/projects/"+p, nil)
		if after.Revision != before || after.Sprints[0].DonePoints != 9 {
			t.Errorf("revision %d, then %d; the sprint has %+v", before, after.Revision, after.Sprints[0])
		}
		for _, c := range must[board](t, ada, http.MethodGet, "/projects/"+p+"/cards", nil).Cards {
			if !slices.Equal(c.Tags, []string{tag}) || *c.SprintUUID != s || *c.AssigneeID != ada.ID || *c.TypeUUID != f.Types[1].UUID {
				t.Errorf("%+v", c)
			}
		}
		if got := must[result](t, ada, http.MethodPost, path, map[string]any{"tickets": uuids[:2], "delete": true}); got.Changed != 2 {
			t.Errorf("%d were deleted", got.Changed)
		}
		if got := ada.titles(t, p, nil); !slices.Equal(got, []string{"c"}) {
			t.Errorf("left are %v", got)
		}
		mustBeSound(t, w)
	})
}

// mustBeSound fails if the doctor finds a problem.
func mustBeSound(t testing.TB, w *world) {
	t.Helper()
	findings, err := w.App.Transfer.Doctor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Problem != "" {
			t.Errorf("%s: %s", f.Check, f.Problem)
		}
	}
}
