package dash_test

import (
	"net/http"
	"testing"

	"earnest/internal/domain"
)

type overview struct {
	Projects []struct {
		UUID        string   `json:"uuid"`
		Name        string   `json:"name"`
		Role        string   `json:"role"`
		MemberCount int      `json:"member_count"`
		Favourite   bool     `json:"favourite"`
		Progress    *float64 `json:"progress"`
		CPI         *float64 `json:"cpi"`
		SPI         *float64 `json:"spi"`
		SPIHealth   *string  `json:"spi_health"`
		CPIHealth   *string  `json:"cpi_health"`
		BAC         *float64 `json:"bac"`
		Sprint      *sprint  `json:"sprint"`
		Members     []struct {
			UserID int64  `json:"user_id"`
			Name   string `json:"name"`
		} `json:"members"`
		UpdatedAt string `json:"updated_at"`
	} `json:"projects"`
}

func TestTheOverviewShowsHealthAtAGlance(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		empty := ada.mustProject(t, "Empty").Project.UUID
		p := must[frame](t, ada, http.MethodPost, "/projects", map[string]any{"name": "Apollo", "budget": 1000, "color": "#112233"}).Project.UUID
		w.MustJoin(t, p, ben.ID, domain.Viewer)
		s := ada.mustSprint(t, p, "Sprint 1")
		ada.mustTicket(t, p, "done", map[string]any{"sprint_uuid": s.UUID, "story_points": 5, "status": "done"})
		ada.mustTicket(t, p, "late", map[string]any{"sprint_uuid": s.UUID, "story_points": 15})
		must[sprint](t, ada, http.MethodPost, "/sprints/"+s.UUID+"/start", map[string]any{"start_date": "2026-02-01", "end_date": "2026-03-01"})
		must[struct{}](t, ben, http.MethodPut, "/projects/"+p+"/favourite", nil)
		o := must[overview](t, ben, http.MethodGet, "/projects", nil).Projects
		if len(o) != 1 {
			t.Fatalf("ben sees %+v", o)
		}
		if got := o[0]; got.Name != "Apollo" || got.Role != "viewer" || !got.Favourite || got.MemberCount != 2 || *got.Progress != 0.25 || *got.BAC != 1000 {
			t.Errorf("%+v", got)
		}
		if got := o[0]; *got.SPI != 0.25 || *got.SPIHealth != "red" || got.CPI != nil || got.CPIHealth != nil || got.Sprint.Title != "Sprint 1" || len(got.Members) != 2 {
			t.Errorf("%+v", got)
		}
		must[struct{}](t, ben, http.MethodDelete, "/projects/"+p+"/favourite", nil)
		for _, got := range must[overview](t, ada, http.MethodGet, "/projects", nil).Projects {
			if got.Favourite || (got.UUID == empty) != (got.Progress == nil) || (got.UUID == empty) != (got.Sprint == nil) {
				t.Errorf("%+v", got)
			}
		}
	})
}

func TestAProjectIsChangedByItsOwnerOnly(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		p := ada.mustProject(t, "Apollo").Project.UUID
		w.MustJoin(t, p, ben.ID, domain.Worker)
		if !must[frame](t, ben, http.MethodGet, "/projects/"+p, nil).SeesRates {
			t.Error("everyone sees rates at first")
		}
		f := must[frame](t, ada, http.MethodPut, "/projects/"+p, map[string]any{"name": "Artemis", "rates_for": "admins", "default_dod": []string{"tested"}})
		if f.Project.Name != "Artemis" || f.Project.RatesFor != "admins" {
			t.Errorf("%+v", f.Project)
		}
		if must[frame](t, ben, http.MethodGet, "/projects/"+p, nil).SeesRates {
			t.Error("a member still sees rates")
		}
		refused(t, ben.call(t, http.MethodPut, "/projects/"+p, map[string]any{"name": 5}), http.StatusForbidden, "forbidden")
		refused(t, ada.call(t, http.MethodPut, "/projects/"+p, map[string]any{"name": ""}), http.StatusUnprocessableEntity, "invalid")
		refused(t, ada.call(t, http.MethodPost, "/projects", map[string]any{}), http.StatusUnprocessableEntity, "invalid")
	})
}

func TestAProjectIsDeletedByItsTypedName(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		for _, body := range []any{nil, map[string]any{}, map[string]any{"name": "apollo"}, map[string]any{"name": "Apollo "}} {
			refused(t, ada.call(t, http.MethodDelete, "/projects/"+p, body), http.StatusUnprocessableEntity, "invalid")
		}
		must[struct{}](t, ada, http.MethodDelete, "/projects/"+p, map[string]any{"name": "Apollo"})
		refused(t, ada.call(t, http.MethodGet, "/projects/"+p, nil), http.StatusNotFound, "not_found")
	})
}

func TestANewProjectHidesDailyRatesAsConfigured(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		for body, want := range map[string]string{"": "everyone", "everyone": "everyone", "admins": "admins"} {
			in := map[string]any{"name": "Apollo"}
			if body != "" {
				in["rates_for"] = body
			}
			if got := must[frame](t, ada, http.MethodPost, "/projects", in).Project.RatesFor; got != want {
				t.Errorf("%q: rates for %s, want %s", body, got, want)
			}
		}
		refused(t, ada.call(t, http.MethodPost, "/projects", map[string]any{"name": "x", "rates_for": "nobody"}), http.StatusUnprocessableEntity, "invalid")
	})
}

func TestSearchFindsInOwnProjectsOnly(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		type found struct {
			Tickets []struct {
				Title       string `json:"title"`
				ProjectUUID string `json:"project_uuid"`
			} `json:"tickets"`
			Projects []struct{ UUID, Name string } `json:"projects"`
		}
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		p, q := ada.mustProject(t, "Été").Project.UUID, ben.mustProject(t, "été aussi").Project.UUID
		ada.mustTicket(t, p, "Un ÉTÉ", nil)
		gone := ada.mustTicket(t, p, "un été de trop", nil)
		must[struct{}](t, ada, http.MethodDelete, "/tickets/"+gone.UUID, nil)
		ben.mustTicket(t, q, "autre été", nil)
		f := must[found](t, ada, http.MethodGet, "/search?q=%C3%A9t%C3%A9", nil)
		if len(f.Tickets) != 1 || f.Tickets[0].Title != "Un ÉTÉ" || len(f.Projects) != 1 || f.Projects[0].Name != "Été" {
			t.Errorf("%+v", f)
		}
		w.MustJoin(t, q, ada.ID, domain.Viewer)
		if f := must[found](t, ada, http.MethodGet, "/search?q=%C3%A9t%C3%A9", nil); len(f.Tickets) != 2 || len(f.Projects) != 2 {
			t.Errorf("%+v", f)
		}
		if f := must[found](t, ada, http.MethodGet, "/search?q=%C3%A9t%C3%A9&project="+q, nil); len(f.Tickets) != 1 || f.Tickets[0].Title != "autre été" || len(f.Projects) != 2 {
			t.Errorf("%+v", f)
		}
		if f := must[found](t, ada, http.MethodGet, "/search", nil); len(f.Tickets) != 0 || len(f.Projects) != 2 {
			t.Errorf("%+v", f)
		}
		refused(t, ben.call(t, http.MethodGet, "/search?q=x&project="+p, nil), http.StatusForbidden, "forbidden")
		refused(t, ben.call(t, http.MethodGet, "/search?project=x", nil), http.StatusUnprocessableEntity, "invalid")
	})
}
