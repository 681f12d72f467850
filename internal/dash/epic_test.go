package dash_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// epicPage is the page of an epic or a super-epic as tests read it.
type epicPage struct {
	planNode

	Description *string    `json:"description"`
	Engaged     *float64   `json:"engaged_charge"`
	Epics       []planNode `json:"epics"`
	Burnup      []struct {
		Date  string  `json:"date"`
		Scope float64 `json:"scope"`
		Done  float64 `json:"done"`
	} `json:"burnup"`
	Open []struct {
		UUID string `json:"uuid"`
	} `json:"open"`
	OpenTotal int `json:"open_total"`
}

// course formats a burn-up as one line.
func (p epicPage) course() string {
	var text strings.Builder
	for _, d := range p.Burnup {
		fmt.Fprintf(&text, " %s:%v/%v", d.Date[8:], d.Done, d.Scope)
	}
	return text.String()
}

func TestTheBurnUpOfAnEpicFollowsTheLog(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		day := func(n int) { w.Clock.Set(time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC)) }
		page := func() epicPage { return must[epicPage](t, b, "GET", "/epics/"+c.Epic, nil) }
		if p := page(); len(p.Burnup) != 0 || p.OpenTotal != 0 || p.Finish != nil || p.Open == nil {
			t.Errorf("an empty epic: %+v", p)
		}
		day(11)
		a := b.mustTicket(t, c.Project, "A", map[string]any{"story_points": 5, "epic_uuid": c.Epic}).UUID
		late := b.mustTicket(t, c.Project, "B", map[string]any{"story_points": 3}).UUID
		day(12)
		must[any](t, b, "PUT", "/tickets/"+late, map[string]any{"epic_uuid": c.Epic})
		day(13)
		must[any](t, b, "PUT", "/tickets/"+a, map[string]any{"status": "done"})
		day(14)
		must[any](t, b, "PUT", "/tickets/"+late, map[string]any{"story_points": 8})
		gone := b.mustTicket(t, c.Project, "C", map[string]any{"story_points": 2, "epic_uuid": c.Epic}).UUID
		day(15)
		must[any](t, b, "DELETE", "/tickets/"+gone, nil)
		if got, want := page().course(), " 11:0/5 12:0/8 13:5/8 14:5/15 15:5/13"; got != want {
			t.Errorf("with a ticket that was deleted, the course is%s, want%s", got, want)
		}
		day(16)
		must[any](t, b, "PUT", "/tickets/"+late, map[string]any{"epic_uuid": nil})
		must[any](t, b, "POST", "/tickets/"+gone+"/restore", nil)
		day(17)
		p := page()
		if want := " 11:0/5 12:0/8 13:5/8 14:5/15 15:5/13 16:5/7 17:5/7"; p.course() != want {
			t.Errorf("the course is%s, want%s", p.course(), want)
		}
		last := p.Burnup[len(p.Burnup)-1]
		if last.Scope != p.Points || last.Done != p.DonePoints || p.OpenTotal != 1 || p.Open[0].UUID != gone || p.Tickets != 2 || p.DoneTickets != 1 {
			t.Errorf("%+v", p)
		}
		must[any](t, b, "PUT", "/epics/"+c.Epic, map[string]any{"super_epic_uuid": c.SuperEpic, "description": "Why"})
		group := must[epicPage](t, b, "GET", "/super-epics/"+c.SuperEpic, nil)
		if group.course() != p.course() || len(group.Epics) != 1 || group.OpenTotal != 1 || group.Points != 7 || *page().Description != "Why" {
			t.Errorf("%+v", group)
		}
		w.Clock.Set(time.Date(2031, 3, 17, 12, 0, 0, 0, time.UTC))
		b = c.browser(t, "owner") // the session has expired by now
		if p = page(); len(p.Burnup) > 400 || p.Burnup[len(p.Burnup)-1].Date != "2031-03-17" {
			t.Errorf("%d points", len(p.Burnup))
		}
	})
}

func TestTheBurnUpsOfTheDemoEndAtTheCurrentState(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b, _ := mustDemo(t, w)
		checked := 0
		for _, row := range must[portfolioPage](t, b, "GET", "/portfolio", nil).Rows {
			engaged := 0.0
			plan := b.plan(t, row.UUID)
			if plan.Epics[0].Cost == nil || checked == 3 {
				continue // the demo's owner may not see the rates of this project
			}
			checked++
			for _, n := range plan.Epics {
				p := must[epicPage](t, b, "GET", "/epics/"+n.UUID, nil)
				last := p.Burnup[len(p.Burnup)-1]
				if last.Scope != n.Points || last.Done != n.DonePoints || p.OpenTotal != n.Tickets-n.DoneTickets || *p.Cost != *n.Cost {
					t.Errorf("%s ends at %+v, it is %+v", n.Title, last, n)
				}
				if (p.Status == domain.EpicDone) != (*p.Engaged == 0) && *p.Cost > 0 {
					t.Errorf("%s is %s and engages %v", n.Title, p.Status, *p.Engaged)
				}
				engaged += *p.Engaged
			}
			if want := row.Finance["engaged_charge"].(float64); engaged-want > 1e-6 || want-engaged > 1e-6 {
				t.Errorf("%s: its epics engage %v, the project %v", row.Name, engaged, want)
			}
		}
		if checked != 3 {
			t.Errorf("only %d projects were checked", checked)
		}
	})
}

func TestEpicsAreCreatedChangedAndRemovedAsInTheAPI(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "member")
		made := must[struct{ UUID, Status string }](t, b, "POST", "/projects/"+c.Project+"/epics",
			map[string]any{"title": "Checkout", "super_epic_uuid": c.SuperEpic, "tags": []string{c.Tag}})
		must[any](t, b, "PUT", "/epics/"+made.UUID, map[string]any{"status": "in_progress", "description": "Pay"})
		same := apitest.Must(c.Owner.Epic(t.Context(), made.UUID))(t)
		if same.Title != "Checkout" || same.Status != "in_progress" || *same.Description != "Pay" || *same.SuperEpicUUID != c.SuperEpic || len(same.Tags) != 1 {
			t.Errorf("%+v", same)
		}
		for _, bad := range []map[string]any{{"title": ""}, {"status": "late"}, {"super_epic_uuid": c.Epic}, {"tags": []string{c.Epic}}} {
			refused(t, b.call(t, "PUT", "/epics/"+made.UUID, bad), http.StatusUnprocessableEntity, "invalid")
		}
		ticket := b.mustTicket(t, c.Project, "T", map[string]any{"epic_uuid": made.UUID})
		must[any](t, b, "DELETE", "/super-epics/"+c.SuperEpic, nil)
		if p := must[epicPage](t, b, "GET", "/epics/"+made.UUID, nil); p.Parent != nil || p.Tickets != 1 || !slices.Equal(p.Tags, []string{c.Tag}) {
			t.Errorf("%+v", p)
		}
		must[any](t, b, "DELETE", "/epics/"+made.UUID, nil)
		refused(t, b.call(t, "GET", "/epics/"+made.UUID, nil), http.StatusNotFound, "not_found")
		if left := apitest.Must(c.Owner.Ticket(t.Context(), ticket.UUID))(t); left.EpicUUID != nil {
			t.Errorf("%+v", left)
		}
		group := must[struct{ UUID string }](t, b, "POST", "/projects/"+c.Project+"/super-epics", map[string]any{"title": "Shop", "status": "in_progress"})
		must[any](t, b, "PUT", "/super-epics/"+group.UUID, map[string]any{"title": "The shop"})
		if s := apitest.Must(c.Owner.SuperEpic(t.Context(), group.UUID))(t); s.Title != "The shop" || s.Status != "in_progress" {
			t.Errorf("%+v", s)
		}
	})
}
