package dash_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/internal/domain"
)

func TestCommentsShowWhetherTheReaderMayChangeThem(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		type comment struct {
			UUID     string  `json:"uuid"`
			Author   string  `json:"author"`
			Content  string  `json:"content"`
			Mentions []int64 `json:"mentions"`
			Mine     bool    `json:"mine"`
			MayEdit  bool    `json:"may_edit"`
		}
		type list struct {
			Comments []comment `json:"comments"`
		}
		ada, ben, eve := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben"), w.mustBrowser(t, "eve")
		p := ada.mustProject(t, "Apollo").Project.UUID
		w.MustJoin(t, p, ben.ID, domain.Worker)
		w.MustJoin(t, p, eve.ID, domain.Viewer)
		path := "/tickets/" + ada.mustTicket(t, p, "A", nil).UUID + "/comments"
		body := map[string]any{"content": "<p>Hi<script>alert(1)</script></p>", "mentions": []int64{ben.ID}}
		made := must[comment](t, ada, http.MethodPost, path, body)
		if !made.Mine || !made.MayEdit || strings.Contains(made.Content, "script") || len(made.Mentions) != 1 || made.Author != "ada Test" {
			t.Errorf("%+v", made)
		}
		must[comment](t, ben, http.MethodPost, path, map[string]any{"content": "Yes"})
		for _, c := range []struct {
			who  *browser
			mine [2]bool
			may  [2]bool
		}{
			{ada, [2]bool{true, false}, [2]bool{true, true}},
			{ben, [2]bool{false, true}, [2]bool{false, true}},
			{eve, [2]bool{false, false}, [2]bool{false, false}},
		} {
			got := must[list](t, c.who, http.MethodGet, path, nil).Comments
			for i := range got {
				if got[i].Mine != c.mine[i] || got[i].MayEdit != c.may[i] {
					t.Errorf("%s sees %+v", c.who.Email, got[i])
				}
			}
		}
		refused(t, ben.call(t, http.MethodPut, "/comments/"+made.UUID, map[string]any{"content": "No"}), http.StatusForbidden, "forbidden")
	})
}

func TestTimeIsLoggedTodayUnlessAnotherDayIsGiven(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		type entry struct {
			UUID     string  `json:"uuid"`
			User     string  `json:"user"`
			Minutes  int64   `json:"minutes"`
			Comment  *string `json:"comment"`
			LoggedAt string  `json:"logged_at"`
			Mine     bool    `json:"mine"`
		}
		type list struct {
			Entries      []entry `json:"entries"`
			TotalMinutes int64   `json:"total_minutes"`
		}
		ada := w.mustBrowser(t, "ada")
		path := "/tickets/" + ada.mustTicket(t, ada.mustProject(t, "Apollo").Project.UUID, "A", nil).UUID + "/time"
		if got := must[entry](t, ada, http.MethodPost, path, map[string]any{"duration_minutes": 90}); got.LoggedAt != "2026-03-10" || !got.Mine || got.User != "ada Test" {
			t.Errorf("%+v", got)
		}
		must[entry](t, ada, http.MethodPost, path, map[string]any{"duration_minutes": 30, "logged_at": "2026-03-01", "comment": "early"})
		got := must[list](t, ada, http.MethodGet, path, nil)
		if got.TotalMinutes != 120 || len(got.Entries) != 2 || got.Entries[0].LoggedAt != "2026-03-10" || *got.Entries[1].Comment != "early" {
			t.Errorf("%+v", got)
		}
		refused(t, ada.call(t, http.MethodPost, path, map[string]any{"duration_minutes": 0}), http.StatusUnprocessableEntity, "invalid")
	})
}
