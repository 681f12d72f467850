package dash_test

import (
	"net/http"
	"slices"
	"testing"

	"earnest/internal/domain"
)

func TestADeletedTicketIsRestoredAsItWas(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		s, epic, tag := ada.mustSprint(t, p, "S").UUID, mustEpic(t, ada, p, "E"), w.MustTag(t, p, "red")
		first := ada.mustTicket(t, p, "first", nil)
		made := ada.mustTicket(t, p, "second", map[string]any{
			"sprint_uuid": s, "epic_uuid": epic, "tags": []string{tag}, "status": "done", "story_points": 5, "dependencies": []string{first.UUID}, "assignee_id": ada.ID,
		})
		path := "/tickets/" + made.UUID
		sub := must[thing](t, ada, http.MethodPost, path+"/subtasks", map[string]any{"title": "step"})
		comment := must[thing](t, ada, http.MethodPost, path+"/comments", map[string]any{"content": "Hello"})
		must[thing](t, ada, http.MethodPost, path+"/time", map[string]any{"duration_minutes": 480})
		before := indicators(t, ada, p)
		must[struct{}](t, ada, http.MethodDelete, path, nil)
		for _, gone := range []string{path, path + "/comments", path + "/history"} {
			refused(t, ada.call(t, http.MethodGet, gone, nil), http.StatusNotFound, "not_found")
		}
		refused(t, ada.call(t, http.MethodPut, "/subtasks/"+sub.UUID, map[string]any{"title": "x"}), http.StatusNotFound, "not_found")
		refused(t, ada.call(t, http.MethodDelete, "/comments/"+comment.UUID, nil), http.StatusNotFound, "not_found")
		mustBeSound(t, w)
		got := must[ticket](t, ada, http.MethodPost, path+"/restore", nil)
		if *got.SprintUUID != s || *got.EpicUUID != epic || !slices.Equal(got.Tags, []string{tag}) || got.Status != "done" || got.StoryPoints != 5 || *got.AssigneeID != ada.ID {
			t.Errorf("%+v", got)
		}
		if len(got.Subtasks) != 1 || got.Comments != 1 || len(got.Dependencies) != 0 {
			t.Errorf("%+v", got)
		}
		if after := indicators(t, ada, p); after != before {
			t.Errorf("the numbers were %+v and are %+v", before, after)
		}
		mustBeSound(t, w)
		again := must[frame](t, ada, http.MethodGet, "/projects/"+p, nil).Revision
		must[ticket](t, ada, http.MethodPost, path+"/restore", nil)
		if now := must[frame](t, ada, http.MethodGet, "/projects/"+p, nil).Revision; now != again {
			t.Error("restoring what is there left a trace")
		}
		h := must[history](t, ada, http.MethodGet, path+"/history", nil).Changes
		if h[0].What != "restored" || h[1].What != "deleted" {
			t.Errorf("%+v", h)
		}
	})
}

func indicators(t testing.TB, b *browser, project string) any {
	t.Helper()
	in, err := b.App.Money.Insight(t.Context(), domain.Caller{UserID: b.ID}, project, nil)
	if err != nil {
		t.Fatal(err)
	}
	return in.Indicators()
}

func TestATicketIsRestoredThoughItsParentsAreGone(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		epic := mustEpic(t, ada, p, "E")
		made := ada.mustTicket(t, p, "second", map[string]any{"epic_uuid": epic})
		must[struct{}](t, ada, http.MethodDelete, "/tickets/"+made.UUID, nil)
		if err := w.App.Plan.DeleteEpic(t.Context(), domain.Caller{UserID: ada.ID}, epic); err != nil {
			t.Fatal(err)
		}
		if got := must[ticket](t, ada, http.MethodPost, "/tickets/"+made.UUID+"/restore", nil); got.EpicUUID != nil || got.Title != "second" {
			t.Errorf("%+v", got)
		}
		mustBeSound(t, w)
	})
}

func TestSubtasksAreOrderedInOneCall(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		path := "/tickets/" + ada.mustTicket(t, p, "A", nil).UUID
		uuids := []string{}
		for _, title := range []string{"one", "two", "three"} {
			uuids = append(uuids, must[thing](t, ada, http.MethodPost, path+"/subtasks", map[string]any{"title": title}).UUID)
		}
		for _, wrong := range [][]string{{}, uuids[:2], {uuids[0], uuids[1], uuids[1]}, append([]string{path[9:]}, uuids...)} {
			refused(t, ada.call(t, http.MethodPut, path+"/subtasks/order", map[string]any{"subtasks": wrong}), http.StatusUnprocessableEntity, "invalid")
		}
		slices.Reverse(uuids)
		got := must[ticket](t, ada, http.MethodPut, path+"/subtasks/order", map[string]any{"subtasks": uuids}).Subtasks
		if len(got) != 3 || got[0].Title != "three" || got[2].Title != "one" || got[0].SortOrder != 1 {
			t.Errorf("%+v", got)
		}
		h := must[history](t, ada, http.MethodGet, path+"/history", nil)
		if len(h.Changes) != 6 || h.Changes[0].Noun != "subtask" || h.Changes[0].What != "sort_order" || h.Changes[0].Name == "" {
			t.Errorf("%+v", h)
		}
	})
}
