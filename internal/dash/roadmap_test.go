package dash_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

// plan is a roadmap as tests read it.
type plan struct {
	SuperEpics []planNode `json:"super_epics"`
	Epics      []planNode `json:"epics"`
	Links      []struct {
		UUID     string `json:"uuid"`
		Type     string `json:"type"`
		PredUUID string `json:"pred_uuid"`
		SuccUUID string `json:"succ_uuid"`
		LagDays  int    `json:"lag_days"`
	} `json:"links"`
	Milestones []struct {
		UUID  string `json:"uuid"`
		Name  string `json:"name"`
		Date  string `json:"date"`
		Color string `json:"color"`
	} `json:"milestones"`
	Schedule planSchedule `json:"schedule"`
	Today    string       `json:"today"`
}

// planSchedule is the schedule of a roadmap, named as in reports.
type planSchedule struct {
	PlannedFinish  *string    `json:"planned_finish"`
	ForecastFinish *string    `json:"forecast_finish"`
	CapacityFinish *string    `json:"capacity_finish"`
	Chains         [][]string `json:"chains"`
	ChainsMore     int        `json:"chains_more"`
	Pushed         []struct {
		Link, Pred, Succ string
		Days             int
	} `json:"pushed"`
	Cycle []string `json:"cycle"`
}

// planTimes holds the dates of a node, named as in reports.
type planTimes struct {
	State          string  `json:"state"`
	PlannedStart   *string `json:"planned_start"`
	PlannedFinish  *string `json:"planned_finish"`
	Start          *string `json:"start"`
	RemainingStart *string `json:"remaining_start"`
	Finish         *string `json:"finish"`
	LateStart      *string `json:"late_start"`
	LateFinish     *string `json:"late_finish"`
	RemainingDays  *int    `json:"remaining_days"`
	TotalSlack     *int    `json:"total_slack"`
	FreeSlack      *int    `json:"free_slack"`
	Critical       bool    `json:"critical"`
}

type planNode struct {
	planTimes

	UUID        string   `json:"uuid"`
	Title       string   `json:"title"`
	Kind        string   `json:"kind"`
	Status      string   `json:"status"`
	Parent      *string  `json:"parent_uuid"`
	Points      float64  `json:"points"`
	DonePoints  float64  `json:"done_points"`
	Tickets     int      `json:"tickets"`
	DoneTickets int      `json:"done_tickets"`
	StartDate   *string  `json:"start_date"`
	TargetDate  *string  `json:"target_date"`
	Cost        *float64 `json:"cost"`
	Minutes     int64    `json:"minutes"`
	Tags        []string `json:"tags"`
}

func (b *browser) plan(t testing.TB, project string) plan {
	t.Helper()
	return must[plan](t, b, "GET", "/projects/"+project+"/roadmap", nil)
}

func (p plan) node(t testing.TB, uuid string) planNode {
	t.Helper()
	for _, n := range slices.Concat(p.SuperEpics, p.Epics) {
		if n.UUID == uuid {
			return n
		}
	}
	t.Fatalf("the roadmap lacks %s", uuid)
	return planNode{}
}

func TestTheRoadmapMatchesTheReport(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b, key := mustDemo(t, w)
		linked := 0
		for _, row := range must[portfolioPage](t, b, "GET", "/portfolio", nil).Rows {
			r := apitest.Must(w.App.Money.Report(t.Context(), domain.Operator(), money.ReportQuery{Project: row.UUID}))(t)
			var printed bytes.Buffer
			if err := report.JSON(&printed, r); err != nil {
				t.Fatal(err)
			}
			var want struct {
				Schedule struct {
					planSchedule

					DataDate string               `json:"data_date"`
					Nodes    map[string]planTimes `json:"nodes"`
				} `json:"schedule"`
			}
			if err := json.Unmarshal(printed.Bytes(), &want); err != nil {
				t.Fatal(err)
			}
			got := b.plan(t, row.UUID)
			linked += len(got.Links)
			if len(got.Epics) == 0 || len(got.Epics) != len(want.Schedule.Nodes) || !reflect.DeepEqual(got.Schedule, want.Schedule.planSchedule) ||
				got.Today != want.Schedule.DataDate {
				t.Errorf("%s: %+v, the report says %+v", row.Name, got.Schedule, want.Schedule)
			}
			for _, n := range got.Epics {
				if !reflect.DeepEqual(n.planTimes, want.Schedule.Nodes[n.UUID]) {
					t.Errorf("%s: %+v, the report says %+v", row.Name, n, want.Schedule.Nodes[n.UUID])
				}
			}
			b.sameLinks(t, key, row.UUID, got)
			b.sameSums(t, row.UUID, got)
		}
		if linked == 0 {
			t.Error("the demo has no link")
		}
	})
}

// sameLinks compares the links and milestones with the API's, which lists only finish-to-start links.
func (b *browser) sameLinks(t *testing.T, key, project string, got plan) {
	t.Helper()
	var links, milestones []map[string]any
	b.Call(t, key, http.MethodGet, "/dependencies?project="+project, nil).Data(t, &links)
	b.Call(t, key, http.MethodGet, "/milestones?project="+project, nil).Data(t, &milestones)
	want, have := []string{}, []string{}
	for _, l := range links {
		want = append(want, fmt.Sprint(l["uuid"], l["pred_uuid"], l["succ_uuid"]))
	}
	for _, l := range got.Links {
		if l.Type == "FS" {
			have = append(have, l.UUID+l.PredUUID+l.SuccUUID)
		}
	}
	for _, m := range milestones {
		want = append(want, fmt.Sprint(m["uuid"], m["name"], m["date"], m["color"]))
	}
	for _, m := range got.Milestones {
		have = append(have, m.UUID+m.Name+m.Date+m.Color)
	}
	if !slices.Equal(want, have) {
		t.Errorf("%q, the API says %q", have, want)
	}
}

// sameSums compares the epics with the finance page, and the super-epics with their epics.
func (b *browser) sameSums(t *testing.T, project string, got plan) {
	t.Helper()
	money := must[moneyPage](t, b, "GET", "/projects/"+project+"/finance", nil)
	for i, n := range got.Epics {
		row := money.ByEpic[i]
		if row["uuid"] != n.UUID || row["points"] != n.Points || row["done_points"] != n.DonePoints || row["cost"] != deref(n.Cost) || row["minutes"] != float64(n.Minutes) {
			t.Errorf("%+v, the money says %v", n, row)
		}
	}
	for _, s := range got.SuperEpics {
		points, done, tickets, minutes := 0.0, 0.0, 0, int64(0)
		for _, n := range got.Epics {
			if n.Parent != nil && *n.Parent == s.UUID {
				points, done, tickets, minutes = points+n.Points, done+n.DonePoints, tickets+n.Tickets, minutes+n.Minutes
			}
		}
		if s.Points != points || s.DonePoints != done || s.Tickets != tickets || s.Minutes != minutes {
			t.Errorf("%+v, its epics add up to %v, %v, %d, %d", s, points, done, tickets, minutes)
		}
	}
}

func TestTheRoadmapCostsTheSameForASmallAndALargeProject(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		pages := []string{"/projects/" + c.Project + "/roadmap", "/epics/" + c.Epic, "/super-epics/" + c.SuperEpic}
		cost := func() []int64 {
			all := make([]int64, len(pages))
			for i, page := range pages {
				for try := range 3 { // the minimum over several runs, since background work may interfere
					before := w.Store.Statements()
					must[any](t, b, "GET", page, nil)
					if n := w.Store.Statements() - before; try == 0 || n < all[i] {
						all[i] = n
					}
				}
			}
			return all
		}
		must[any](t, b, "PUT", "/tickets/"+c.Ticket, map[string]any{"epic_uuid": c.Epic})
		must[any](t, b, "PUT", "/epics/"+c.Epic, map[string]any{"super_epic_uuid": c.SuperEpic})
		small := cost()
		last := c.Epic
		for range 15 {
			next := c.NewEpic(t)
			must[any](t, b, "PUT", "/epics/"+next, map[string]any{"super_epic_uuid": c.SuperEpic, "tags": []string{c.Tag}})
			must[any](t, b, "PUT", "/tickets/"+c.NewTicket(t), map[string]any{"epic_uuid": next, "sprint_uuid": c.Sprint})
			must[any](t, b, "POST", "/projects/"+c.Project+"/links", linkBetween("epic", last, "epic", next))
			must[any](t, b, "POST", "/projects/"+c.Project+"/milestones", aMilestoneBody())
			last = next
		}
		if large := cost(); !slices.Equal(small, large) || slices.Max(large) > 34 {
			t.Errorf("%v statements, then %v", small, large)
		}
	})
}

func TestReadersWithoutAccessToRatesSeeNoCostOfAnEpic(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		done := c.rich(t)
		owner := c.browser(t, "owner")
		must[any](t, owner, "PUT", "/tickets/"+done, map[string]any{"epic_uuid": c.Epic})
		must[any](t, owner, "PUT", "/epics/"+c.Epic, map[string]any{"super_epic_uuid": c.SuperEpic})
		c.setAudience(t, domain.RatesForAdmins)
		const price = `"cost":1945.59375` // an hour at 7531 a day, and an hour and a quarter at 6427
		for who, sees := range map[string]bool{"owner": true, "admin": true, "member": false, "viewer": false} {
			for _, path := range []string{"/projects/" + c.Project + "/roadmap", "/epics/" + c.Epic, "/super-epics/" + c.SuperEpic} {
				body := string(c.browser(t, who).call(t, "GET", path, nil).Body)
				if strings.Contains(body, price) != sees || !strings.Contains(body, `"minutes":165`) || !sees && strings.Contains(body, "1945") {
					t.Errorf("%s sees of %s: %s", who, path, body)
				}
			}
		}
	})
}

// Today is Tuesday 10 March 2026.
func TestAnEpicBeginsWithTheFirstActivityOfItsTickets(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		epic := func(ticket map[string]any) (uuid, ticketUUID string) {
			uuid = c.NewEpic(t)
			ticket["title"], ticket["epic_uuid"] = "T", uuid
			return uuid, must[thing](t, b, "POST", "/projects/"+c.Project+"/tickets", ticket).UUID
		}
		waiting, idle := epic(map[string]any{})
		atOnce, _ := epic(map[string]any{"status": "in_progress"})
		moved, ticket := epic(map[string]any{})
		booked, worked := epic(map[string]any{})
		must[any](t, b, "PUT", "/tickets/"+idle, map[string]any{"status": "todo"})
		must[any](t, b, "POST", "/tickets/"+worked+"/time", map[string]any{"duration_minutes": 30, "logged_at": "2026-03-05"})
		later := must[thing](t, b, "POST", "/projects/"+c.Project+"/tickets", map[string]any{"title": "T", "epic_uuid": booked, "sprint_uuid": c.Sprint}).UUID
		must[any](t, b, "POST", "/tickets/"+later+"/time", map[string]any{"duration_minutes": 30, "logged_at": "2026-03-06"})
		w.Clock.Advance(24 * time.Hour)
		must[any](t, b, "PUT", "/tickets/"+ticket, map[string]any{"status": "in_review"})
		w.Clock.Advance(24 * time.Hour)
		must[any](t, b, "PUT", "/tickets/"+ticket, map[string]any{"status": "backlog"})
		p := b.plan(t, c.Project)
		for uuid, want := range map[string]string{atOnce: "2026-03-10", moved: "2026-03-11", booked: "2026-03-05"} {
			if n := p.node(t, uuid); n.State != "in_progress" || *n.Start != want || *n.RemainingStart != "2026-03-13" {
				t.Errorf("%+v, want a start on %s", n, want)
			}
		}
		if n := p.node(t, waiting); n.State != "not_started" || *n.Start != "2026-03-13" {
			t.Errorf("%+v", n)
		}
		must[any](t, b, "PUT", "/tickets/"+ticket, map[string]any{"status": "done"})
		if n := b.plan(t, c.Project).node(t, moved); n.State != "done" || *n.Start != "2026-03-11" || *n.Finish != "2026-03-12" || n.TotalSlack != nil {
			t.Errorf("%+v", n)
		}
	})
}

// Today is Tuesday 10 March 2026.
func TestOwnDatesAndTheCalendarShapeTheSchedule(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		epic := "/epics/" + c.Epic
		must[any](t, b, "PUT", epic, map[string]any{"start_date": "2026-03-16", "target_date": "2026-03-20"})
		refusedAt(t, b.call(t, "PUT", epic, map[string]any{"target_date": "2026-03-15"}), http.StatusUnprocessableEntity, "invalid", "target_date")
		n := b.plan(t, c.Project).node(t, c.Epic)
		if *n.StartDate != "2026-03-16" || *n.PlannedStart != "2026-03-16" || *n.Finish != "2026-03-20" || *n.RemainingDays != 5 {
			t.Errorf("%+v", n)
		}
		revision := c.revision(t)
		project := "/projects/" + c.Project
		must[any](t, b, "PUT", project, map[string]any{"workdays": []int{5, 1, 2, 3}, "holidays": []string{"2026-03-18", "2026-03-16"}})
		must[any](t, b, "PUT", project, map[string]any{"workdays": []int{1, 2, 3, 5}, "holidays": []string{"2026-03-16", "2026-03-18"}}) // no change
		n = b.plan(t, c.Project).node(t, c.Epic)
		if *n.PlannedStart != "2026-03-17" || *n.Finish != "2026-03-20" || *n.RemainingDays != 2 || c.revision(t) != revision+1 {
			t.Errorf("%+v", n)
		}
		for field, bad := range map[string]any{"workdays": []int{}, "holidays": []string{"tomorrow"}} {
			refusedAt(t, b.call(t, "PUT", project, map[string]any{field: bad}), http.StatusUnprocessableEntity, "invalid", field)
		}
		refused(t, b.call(t, "PUT", project, map[string]any{"workdays": []int{8}}), http.StatusUnprocessableEntity, "invalid")
		must[any](t, b, "PUT", epic, map[string]any{"start_date": nil, "target_date": nil})
		if n = b.plan(t, c.Project).node(t, c.Epic); n.StartDate != nil || n.PlannedStart != nil {
			t.Errorf("%+v", n)
		}
	})
}

// Today is Tuesday 10 March 2026.
func TestTheRoadmapShowsWhatOtherDatesWouldDoWithoutSavingThem(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		next := c.NewEpic(t)
		must[any](t, b, "PUT", "/epics/"+c.Epic, map[string]any{"start_date": "2026-03-16", "target_date": "2026-03-20"})
		must[any](t, b, "PUT", "/epics/"+next, map[string]any{"start_date": "2026-03-23", "target_date": "2026-03-27"})
		must[any](t, b, "POST", "/projects/"+c.Project+"/links", linkBetween("epic", c.Epic, "epic", next))
		before := b.plan(t, c.Project)
		revision := c.revision(t)
		tried := "/projects/" + c.Project + "/roadmap?epic=" + c.Epic
		p := must[plan](t, b, "GET", tried+"&start_date=2026-03-18&target_date=2026-03-26", nil)
		if n := p.node(t, c.Epic); *n.StartDate != "2026-03-18" || *n.Start != "2026-03-18" || *n.Finish != "2026-03-26" {
			t.Errorf("%+v", n)
		}
		if n := p.node(t, next); *n.Start != "2026-03-27" || *n.StartDate != "2026-03-23" || len(p.Schedule.Pushed) != 1 || p.Schedule.Pushed[0].Days != 4 {
			t.Errorf("%+v, pushed %+v", n, p.Schedule.Pushed)
		}
		if n := must[plan](t, b, "GET", tried, nil).node(t, c.Epic); n.StartDate != nil || n.PlannedStart != nil {
			t.Errorf("without dates: %+v", n)
		}
		refusedAt(t, b.call(t, "GET", tried+"&start_date=2026-03-18&target_date=2026-03-17", nil), http.StatusUnprocessableEntity, "invalid", "target_date")
		refusedAt(t, b.call(t, "GET", "/projects/"+c.Project+"/roadmap?epic="+c.SuperEpic, nil), http.StatusUnprocessableEntity, "invalid", "epic")
		if after := b.plan(t, c.Project); !reflect.DeepEqual(after, before) || c.revision(t) != revision {
			t.Errorf("%+v, before %+v", after, before)
		}
	})
}
