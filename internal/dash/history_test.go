package dash_test

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"earnest/client"
	"earnest/internal/domain"
)

func TestHistoryShowsNamesInsteadOfIDs(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		s, epic, tag := ada.mustSprint(t, p, "Sprint 1").UUID, mustEpic(t, ada, p, "Engine"), w.MustTag(t, p, "red")
		first := ada.mustTicket(t, p, "first", nil)
		made := ada.mustTicket(t, p, "second", nil)
		path := "/tickets/" + made.UUID
		for _, body := range []map[string]any{
			{"sprint_uuid": s}, {"epic_uuid": epic}, {"tags": []string{tag}}, {"dependencies": []string{first.UUID}}, {"assignee_id": ada.ID},
			{"status": "todo"}, {"story_points": 3}, {"epic_uuid": nil},
		} {
			must[ticket](t, ada, http.MethodPut, path, body)
		}
		if err := w.App.Plan.DeleteEpic(t.Context(), domain.Caller{UserID: ada.ID}, epic); err != nil {
			t.Fatal(err)
		}
		sub := must[thing](t, ada, http.MethodPost, path+"/subtasks", map[string]any{"title": "step"})
		must[struct{}](t, ada, http.MethodDelete, "/subtasks/"+sub.UUID, nil)
		key := w.MustKey(t, ada.Email, "all")
		if _, err := w.Client(key).UpdateTicket(t.Context(), made.UUID, client.TicketUpdate{Title: client.Set("renamed")}); err != nil {
			t.Fatal(err)
		}
		want := [][3]any{
			{"title", "second", "renamed"},
			{"deleted", nil, nil},
			{"created", nil, nil},
			{"epic", "Engine", nil},
			{"story_points", 0.0, 3.0},
			{"status", "backlog", "todo"},
			{"assignee_id", nil, "ada Test"},
			{"dependencies", []any{}, []any{"APO-1 first"}},
			{"tags", []any{}, []any{"red"}},
			{"epic", nil, "Engine"},
			{"sprint", nil, "Sprint 1"},
			{"created", nil, nil},
		}
		got := must[history](t, ada, http.MethodGet, path+"/history", nil)
		if len(got.Changes) != len(want) || got.More {
			t.Fatalf("%+v", got)
		}
		for i, c := range got.Changes {
			if !reflect.DeepEqual([3]any{c.What, c.From, c.To}, want[i]) || c.User != "ada Test" {
				t.Errorf("row %d is %+v, want %v", i, c, want[i])
			}
		}
		if got.Changes[0].KeyName == nil || *got.Changes[0].KeyName != "test" || got.Changes[1].Name != "step" || got.Changes[1].KeyName != nil {
			t.Errorf("%+v", got.Changes[:2])
		}
	})
}

func TestHistoryComesInPagesWithoutGapOrRepeat(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		path := "/tickets/" + ada.mustTicket(t, ada.mustProject(t, "Apollo").Project.UUID, "A", nil).UUID
		for i := range 119 {
			must[ticket](t, ada, http.MethodPut, path, map[string]any{"story_points": i + 1})
		}
		seen, before, pages := map[int64]bool{}, "", 0
		for more := true; more; pages++ {
			h := must[history](t, ada, http.MethodGet, path+"/history"+before, nil)
			for _, c := range h.Changes {
				if seen[c.ID] {
					t.Errorf("%d came twice", c.ID)
				}
				seen[c.ID] = true
			}
			more, before = h.More, fmt.Sprint("?before=", h.Changes[len(h.Changes)-1].ID)
		}
		if len(seen) != 120 || pages != 3 {
			t.Errorf("%d changes in %d pages", len(seen), pages)
		}
		refused(t, ada.call(t, http.MethodGet, path+"/history?before=x", nil), http.StatusUnprocessableEntity, "invalid")
	})
}
