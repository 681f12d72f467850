package dash_test

import (
	"net/http"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
)

type figures struct {
	BAC            *float64 `json:"bac"`
	Contingency    *float64 `json:"contingency"`
	ContingencyPct float64  `json:"contingency_pct"`
	EV             *float64 `json:"ev"`
	AC             float64  `json:"ac"`
	CPI            *float64 `json:"cpi"`
	EAC            *float64 `json:"eac"`
	VAC            *float64 `json:"vac"`
}

type preview struct {
	Now  figures `json:"now"`
	Then figures `json:"then"`
}

func TestABudgetPreviewStoresNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "admin")
		c.scene(t)
		uuid := c.team(t, b)[c.Member.ID].UUID
		must[rates](t, b, "PUT", "/members/"+uuid+"/rate", map[string]any{"tjm": 480})
		done := c.ticketIn(t, "done", 2)
		_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: done, DurationMinutes: 480, LoggedAt: "2026-03-09"}))(t)
		revision := c.revision(t)
		path := "/projects/" + c.Project + "/budget"
		got := must[preview](t, b, "GET", path+"?budget=20000&contingency_pct=25", nil)
		if *got.Now.BAC != 10_000 || *got.Then.BAC != 20_000 || *got.Then.Contingency != 5_000 || *got.Then.EV != 2**got.Now.EV || got.Then.AC != got.Now.AC {
			t.Errorf("%+v", got)
		}
		if c.revision(t) != revision || c.finance(t).BAC.Value != 10_000 {
			t.Error("something was stored")
		}
		pct := 25.0
		_ = apitest.Must(c.Owner.UpdateProject(t.Context(), c.Project, client.ProjectUpdate{Budget: client.Set(20_000.0), ContingencyPct: client.Set(pct)}))(t)
		after := c.finance(t)
		if *got.Then.CPI != *after.CPI.Ptr() || *got.Then.EAC != *after.EAC.Ptr() || *got.Then.VAC != *after.VAC.Ptr() {
			t.Errorf("told %+v, it is %+v", got.Then, after)
		}
		if none := must[preview](t, b, "GET", path+"?budget=", nil); none.Then.BAC != nil || none.Then.CPI != nil || none.Then.ContingencyPct != 25 || *none.Now.BAC != 20_000 {
			t.Errorf("%+v", none)
		}
		if same := must[preview](t, b, "GET", path, nil); *same.Then.BAC != *same.Now.BAC {
			t.Errorf("%+v", same)
		}
		for _, query := range []string{"?budget=-1", "?budget=x", "?budget=NaN", "?budget=1e13", "?contingency_pct=101", "?contingency_pct="} {
			refused(t, b.call(t, "GET", path+query, nil), http.StatusUnprocessableEntity, "invalid")
		}
	})
}
