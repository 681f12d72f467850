package dash_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"
)

type start struct {
	Points   float64 `json:"points"`
	Tickets  int     `json:"tickets"`
	Velocity *struct {
		Mean, Low, High *float64
		Sprints         int
	} `json:"velocity"`
	Warnings []struct {
		Code    string   `json:"code"`
		Tickets []thing  `json:"tickets"`
		Sprints []thing  `json:"sprints"`
		Value   *float64 `json:"value"`
	} `json:"warnings"`
}

func (s start) codes() []string {
	list := []string{}
	for _, w := range s.Warnings {
		list = append(list, w.Code)
	}
	return list
}

func TestStartingASprintWarnsAndCommits(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		s := ada.mustSprint(t, p, "Sprint 1")
		path := "/sprints/" + s.UUID
		if got := must[start](t, ada, http.MethodGet, path+"/start", nil); !slices.Equal(got.codes(), []string{"empty", "no_dates"}) || got.Velocity != nil {
			t.Errorf("%+v", got)
		}
		ada.mustTicket(t, p, "A", map[string]any{"sprint_uuid": s.UUID, "story_points": 5})
		ada.mustTicket(t, p, "B", map[string]any{"sprint_uuid": s.UUID})
		got := must[start](t, ada, http.MethodGet, path+"/start", nil)
		if got.Points != 5 || got.Tickets != 2 || !slices.Equal(got.codes(), []string{"no_dates", "unestimated"}) || got.Warnings[1].Tickets[0].Title != "B" {
			t.Errorf("%+v", got)
		}
		wrong := map[string]any{"start_date": "2026-03-10", "end_date": "2026-03-01"}
		refused(t, ada.call(t, http.MethodPost, path+"/start", wrong), http.StatusUnprocessableEntity, "invalid")
		begun := must[sprint](t, ada, http.MethodPost, path+"/start", map[string]any{"start_date": "2026-03-01", "end_date": "2026-03-14"})
		if begun.Status != "active" || *begun.StartDate != "2026-03-01" || begun.Points != 5 || begun.Unestimated != 1 {
			t.Errorf("%+v", begun)
		}
		refused(t, ada.call(t, http.MethodPost, path+"/start", nil), http.StatusConflict, "conflict")
		refused(t, ada.call(t, http.MethodPost, path+"/reopen", nil), http.StatusConflict, "conflict")
		next := ada.mustSprint(t, p, "Sprint 2")
		got = must[start](t, ada, http.MethodGet, "/sprints/"+next.UUID+"/start", nil)
		if !slices.Contains(got.codes(), "another_active") || got.Warnings[2].Sprints[0].UUID != s.UUID {
			t.Errorf("%+v", got)
		}
	})
}

func TestClosingASprintMovesTheUnfinishedAndKeepsHowItEnded(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		s, next := ada.mustSprint(t, p, "Sprint 1"), ada.mustSprint(t, p, "Sprint 2")
		path := "/sprints/" + s.UUID
		must[sprint](t, ada, http.MethodPut, path, map[string]any{"dod": []string{"tested", "documented"}, "goal": "fly"})
		ada.mustTicket(t, p, "done", map[string]any{"sprint_uuid": s.UUID, "story_points": 5, "status": "done"})
		open := ada.mustTicket(t, p, "open", map[string]any{"sprint_uuid": s.UUID, "story_points": 3})
		must[thing](t, ada, http.MethodPost, "/tickets/"+open.UUID+"/time", map[string]any{"duration_minutes": 60})
		refused(t, ada.call(t, http.MethodPost, path+"/close", map[string]any{"unfinished": "backlog"}), http.StatusConflict, "conflict")
		must[sprint](t, ada, http.MethodPost, path+"/start", map[string]any{"start_date": "2026-03-01", "end_date": "2026-03-14"})
		closing := must[struct {
			Unfinished []card  `json:"unfinished"`
			DonePoints float64 `json:"done_points"`
			Points     float64 `json:"points"`
			Next       []thing `json:"next"`
			DoD        []string
		}](t, ada, http.MethodGet, path+"/close", nil)
		if len(closing.Unfinished) != 1 || closing.DonePoints != 5 || closing.Points != 8 || len(closing.Next) != 1 || closing.Next[0].UUID != next.UUID {
			t.Errorf("%+v", closing)
		}
		for _, body := range []map[string]any{
			{}, {"unfinished": "x"}, {"unfinished": s.UUID}, {"unfinished": open.UUID}, {"unfinished": "backlog", "dod_done": []string{"slept"}},
		} {
			refused(t, ada.call(t, http.MethodPost, path+"/close", body), http.StatusUnprocessableEntity, "invalid")
		}
		body := map[string]any{"unfinished": next.UUID, "dod_done": []string{"tested"}, "goal_met": true}
		closed := must[sprint](t, ada, http.MethodPost, path+"/close", body)
		if closed.Status != "completed" || !*closed.GoalMet || !slices.Equal(closed.DoDDone, []string{"tested"}) || closed.Tickets != 1 {
			t.Errorf("%+v", closed)
		}
		if got := must[ticket](t, ada, http.MethodGet, "/tickets/"+open.UUID, nil); *got.SprintUUID != next.UUID {
			t.Errorf("the unfinished went to %v", got.SprintUUID)
		}
		if h := must[history](t, ada, http.MethodGet, "/tickets/"+open.UUID+"/history", nil).Changes; h[0].What != "sprint" || h[0].From != "Sprint 1" || h[0].To != "Sprint 2" {
			t.Errorf("the history says %+v", h[0])
		}
		mustBeSound(t, w)
		refused(t, ada.call(t, http.MethodPost, path+"/close", body), http.StatusConflict, "conflict")
		if again := must[sprint](t, ada, http.MethodPost, path+"/reopen", nil); again.Status != "active" || again.GoalMet != nil || len(again.DoDDone) != 0 {
			t.Errorf("%+v", again)
		}
	})
}

func TestClosingASprintListsTheMostUrgentTicketsAndCountsAll(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		fillProject(t, w, p, 2*sprintSize) // the first half of the tickets are in an active sprint
		for _, s := range must[frame](t, ada, http.MethodGet, "/projects/"+p, nil).Sprints {
			closing := must[struct {
				Unfinished      []card `json:"unfinished"`
				UnfinishedTotal int    `json:"unfinished_total"`
			}](t, ada, http.MethodGet, "/sprints/"+s.UUID+"/close", nil)
			if len(closing.Unfinished) != 50 || closing.UnfinishedTotal != sprintSize {
				t.Errorf("%d of %d tickets are listed, want 50 of %d", len(closing.Unfinished), closing.UnfinishedTotal, sprintSize)
			}
		}
	})
}

func TestClosingASprintCostsTheSameNumberOfStatementsWhateverItHolds(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		next := ada.mustSprint(t, p, "Later")
		closing := func(tickets int) int64 {
			s := ada.mustSprint(t, p, fmt.Sprintf("Sprint with %d", tickets))
			for i := range tickets {
				ada.mustTicket(t, p, fmt.Sprintf("Ticket %d", i), map[string]any{"sprint_uuid": s.UUID, "story_points": 1})
			}
			must[sprint](t, ada, http.MethodPost, "/sprints/"+s.UUID+"/start", map[string]any{"start_date": "2026-03-01", "end_date": "2026-03-14"})
			best := int64(1 << 30)
			for range 4 { // background work may interfere
				before := w.Store.Statements()
				must[sprint](t, ada, http.MethodPost, "/sprints/"+s.UUID+"/close", map[string]any{"unfinished": next.UUID})
				best = min(best, w.Store.Statements()-before)
				must[sprint](t, ada, http.MethodPost, "/sprints/"+s.UUID+"/reopen", nil)
				ada.moveAll(t, p, next.UUID, s.UUID)
			}
			return best
		}
		if few, many := closing(2), closing(20); few != many {
			t.Errorf("%d statements with 2 unfinished tickets, %d with 20", few, many)
		}
		mustBeSound(t, w)
	})
}

// moveAll moves the tickets of one sprint to another.
func (b *browser) moveAll(t testing.TB, project, from, to string) {
	t.Helper()
	list := must[struct {
		Cards []card `json:"cards"`
	}](t, b, http.MethodGet, "/projects/"+project+"/cards?sprint="+from, nil)
	var uuids []string
	for _, c := range list.Cards {
		uuids = append(uuids, c.UUID)
	}
	must[thing](t, b, http.MethodPost, "/projects/"+project+"/bulk", map[string]any{"tickets": uuids, "set": map[string]any{"sprint_uuid": to}})
}

func TestTheChartShowsScopeTicketByTicket(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		s := ada.mustSprint(t, p, "Sprint 1")
		path := "/sprints/" + s.UUID
		if got := must[chart](t, ada, http.MethodGet, path+"/chart", nil); len(got.Days) != 0 || got.ScopeChanges == nil {
			t.Errorf("without dates: %+v", got)
		}
		a := ada.mustTicket(t, p, "A", map[string]any{"sprint_uuid": s.UUID, "story_points": 5})
		b := ada.mustTicket(t, p, "B", map[string]any{"sprint_uuid": s.UUID, "story_points": 2})
		must[sprint](t, ada, http.MethodPost, path+"/start", map[string]any{"start_date": "2026-03-10", "end_date": "2026-03-13"})
		w.Clock.Advance(24 * time.Hour)
		c := ada.mustTicket(t, p, "C", map[string]any{"sprint_uuid": s.UUID, "story_points": 3})
		must[ticket](t, ada, http.MethodPut, "/tickets/"+a.UUID, map[string]any{"status": "done"})
		w.Clock.Advance(24 * time.Hour)
		must[ticket](t, ada, http.MethodPut, "/tickets/"+b.UUID, map[string]any{"story_points": 1})
		must[struct{}](t, ada, http.MethodDelete, "/tickets/"+c.UUID, nil)
		got := must[chart](t, ada, http.MethodGet, path+"/chart", nil)
		if got.Committed != 7 || len(got.Days) != 4 || *got.Days[1].Scope != 10 || *got.Days[1].Added != 3 || *got.Days[2].Removed != 4 || got.Days[3].Scope != nil {
			t.Errorf("%+v", got)
		}
		if n := len(got.ScopeChanges); n != 3 {
			t.Fatalf("%+v", got.ScopeChanges)
		}
		for i, want := range []struct {
			title  string
			points float64
			date   string
		}{{"C", 3, "2026-03-11"}, {"B", -1, "2026-03-12"}, {"C", -3, "2026-03-12"}} {
			if c := got.ScopeChanges[i]; c.Title != want.title || c.Points != want.points || c.Date != want.date {
				t.Errorf("%+v, want %+v", c, want)
			}
		}
		must[ticket](t, ada, http.MethodPost, "/tickets/"+c.UUID+"/restore", nil)
		if got := must[chart](t, ada, http.MethodGet, path+"/chart", nil); *got.Days[2].Scope != 9 || *got.Days[2].Removed != 1 || len(got.ScopeChanges) != 2 {
			t.Errorf("after the undo: %+v", got)
		}
		must[sprint](t, ada, http.MethodPost, path+"/close", map[string]any{"unfinished": "backlog"}) // a day early
		over := must[chart](t, ada, http.MethodGet, path+"/chart", nil)
		if last := over.Days[2]; *last.Scope != 9 || *last.Done != 5 || *last.Remaining != 4 || *last.Removed != 1 || len(over.ScopeChanges) != 2 {
			t.Errorf("what a closed sprint hands on was not done, and not taken out of its scope: %+v", over)
		}
		must[ticket](t, ada, http.MethodPut, "/tickets/"+b.UUID, map[string]any{"status": "done"})
		if last := must[chart](t, ada, http.MethodGet, path+"/chart", nil).Days[2]; *last.Done != 5 {
			t.Errorf("what is done later was not done in the sprint: %+v", last)
		}
	})
}

func TestVelocityLooksBackOverTheLastSprints(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		type velocity struct {
			Sprints []struct {
				Title           string
				EndDate         *string `json:"end_date"`
				Committed, Done float64
			}
			Mean, Low, High *float64
		}
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		if got := must[velocity](t, ada, http.MethodGet, "/projects/"+p+"/velocity", nil); len(got.Sprints) != 0 || got.Mean != nil {
			t.Errorf("%+v", got)
		}
		for i, points := range []int{4, 8} {
			s := ada.mustSprint(t, p, string(rune('A'+i)))
			ada.mustTicket(t, p, "x", map[string]any{"sprint_uuid": s.UUID, "story_points": points, "status": "done"})
			must[sprint](t, ada, http.MethodPost, "/sprints/"+s.UUID+"/start", map[string]any{"start_date": "2026-02-01", "end_date": "2026-02-14"})
			must[sprint](t, ada, http.MethodPost, "/sprints/"+s.UUID+"/close", nil)
		}
		got := must[velocity](t, ada, http.MethodGet, "/projects/"+p+"/velocity", nil)
		if len(got.Sprints) != 2 || *got.Mean != 6 || got.Sprints[1].Done != 8 || got.Sprints[1].Committed != 8 || got.Sprints[0].Title != "A" {
			t.Errorf("%+v", got)
		}
		over := ada.mustSprint(t, p, "C")
		ada.mustTicket(t, p, "x", map[string]any{"sprint_uuid": over.UUID, "story_points": 50})
		if got := must[start](t, ada, http.MethodGet, "/sprints/"+over.UUID+"/start", nil); !slices.Contains(got.codes(), "over_velocity") || got.Velocity.Sprints != 2 {
			t.Errorf("%+v", got)
		}
	})
}
