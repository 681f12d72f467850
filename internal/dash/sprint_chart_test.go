package dash_test

import (
	"net/http"
	"testing"
	"time"
)

type chart struct {
	Days []struct {
		Date                                   string
		Ideal                                  float64
		Remaining, Done, Scope, Added, Removed *float64
	}
	Committed    float64
	ScopeChanges []struct {
		Date, UUID, Title string
		Points            float64
	} `json:"scope_changes"`
}

// isUnchanged checks that a chart shows days from first to last and the same scope on each, and that points were done on its last day.
func (c chart) isUnchanged(t *testing.T, first, last string, scope, done float64) {
	t.Helper()
	n := len(c.Days) - 1
	if n < 0 || c.Days[0].Date != first || c.Days[n].Date != last || c.Committed != scope || len(c.ScopeChanges) != 0 {
		t.Errorf("%+v", c)
		return
	}
	for _, d := range c.Days {
		if d.Scope == nil || *d.Scope != scope || *d.Added != 0 || *d.Removed != 0 || *d.Remaining != scope-*d.Done {
			t.Errorf("on %s: %+v", d.Date, d)
		}
	}
	if *c.Days[0].Done != 0 || *c.Days[n].Done != done {
		t.Errorf("%v points were done at first, %v in the end", *c.Days[0].Done, *c.Days[n].Done)
	}
}

func TestTheChartOfALateSprintGoesOnToTodayAndThenToTheDayOfItsClose(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		s := ada.mustSprint(t, p, "Sprint 1")
		path := "/sprints/" + s.UUID
		a := ada.mustTicket(t, p, "A", map[string]any{"sprint_uuid": s.UUID, "story_points": 5})
		ada.mustTicket(t, p, "B", map[string]any{"sprint_uuid": s.UUID, "story_points": 3})
		must[sprint](t, ada, http.MethodPost, path+"/start", map[string]any{"start_date": "2026-03-10", "end_date": "2026-03-12"})
		w.Clock.Advance(5 * 24 * time.Hour)
		must[ticket](t, ada, http.MethodPut, "/tickets/"+a.UUID, map[string]any{"status": "done"})
		late := must[chart](t, ada, http.MethodGet, path+"/chart", nil)
		late.isUnchanged(t, "2026-03-10", "2026-03-15", 8, 5)
		if late.Days[2].Ideal != 0 || late.Days[5].Ideal != 0 || *late.Days[4].Done != 0 {
			t.Errorf("%+v", late)
		}
		w.Clock.Advance(24 * time.Hour)
		must[sprint](t, ada, http.MethodPost, path+"/close", map[string]any{"unfinished": "backlog"})
		w.Clock.Advance(24 * time.Hour)
		must[chart](t, ada, http.MethodGet, path+"/chart", nil).isUnchanged(t, "2026-03-10", "2026-03-16", 8, 5)
	})
}

func TestWhatASprintHeldAtALateStartIsNoChangeOfItsScope(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		for name, create := range map[string]map[string]any{
			"over, started with tickets":     {"start_date": "2026-03-01", "end_date": "2026-03-04"},
			"over, created active":           {"start_date": "2026-03-01", "end_date": "2026-03-04", "status": "active"},
			"over, created completed":        {"start_date": "2026-03-01", "end_date": "2026-03-04", "status": "completed"},
			"started on its last day":        {"start_date": "2026-03-07", "end_date": "2026-03-10"},
			"created active on its last day": {"start_date": "2026-03-07", "end_date": "2026-03-10", "status": "active"},
		} {
			create["title"] = name
			s := must[sprint](t, ada, http.MethodPost, "/projects/"+p+"/sprints", create)
			path := "/sprints/" + s.UUID
			var last ticket
			for range 4 {
				last = ada.mustTicket(t, p, "A", map[string]any{"sprint_uuid": s.UUID, "story_points": 5})
			}
			if s.Status == "planning" {
				must[sprint](t, ada, http.MethodPost, path+"/start", nil)
			}
			must[ticket](t, ada, http.MethodPut, "/tickets/"+last.UUID, map[string]any{"status": "done"})
			t.Log(name)
			must[chart](t, ada, http.MethodGet, path+"/chart", nil).isUnchanged(t, *s.StartDate, "2026-03-10", 20, 5)
		}
	})
}
