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
	} `json:"links"`
	Milestones []struct {
		UUID  string `json:"uuid"`
		Name  string `json:"name"`
		Date  string `json:"date"`
		Color string `json:"color"`
	} `json:"milestones"`
	Path struct {
		Duration float64  `json:"duration"`
		Critical []string `json:"critical"`
		Chain    []string `json:"chain"`
		Unknown  []string `json:"unknown"`
		Cycle    []string `json:"cycle"`
	} `json:"path"`
	Today string `json:"today"`
}

// planTimes holds the critical path times of a node, named as in reports.
type planTimes struct {
	Title      string   `json:"title"`
	Duration   *float64 `json:"duration"`
	ES         *float64 `json:"es"`
	EF         *float64 `json:"ef"`
	LS         *float64 `json:"ls"`
	LF         *float64 `json:"lf"`
	TotalSlack *float64 `json:"total_slack"`
	FreeSlack  *float64 `json:"free_slack"`
	Critical   bool     `json:"critical"`
}

type planNode struct {
	planTimes

	UUID        string   `json:"uuid"`
	Kind        string   `json:"kind"`
	Status      string   `json:"status"`
	Parent      *string  `json:"parent_uuid"`
	Points      float64  `json:"points"`
	DonePoints  float64  `json:"done_points"`
	Tickets     int      `json:"tickets"`
	DoneTickets int      `json:"done_tickets"`
	Start       *string  `json:"start"`
	End         *string  `json:"end"`
	From        *string  `json:"duration_from"`
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
				Path struct {
					Duration   float64              `json:"duration"`
					Nodes      map[string]planTimes `json:"nodes"`
					SuperEpics map[string]planTimes `json:"super_epics"`
					Chain      []string             `json:"chain"`
					Unknown    []string             `json:"unknown"`
				} `json:"critical_path"`
			}
			if err := json.Unmarshal(printed.Bytes(), &want); err != nil {
				t.Fatal(err)
			}
			got := b.plan(t, row.UUID)
			linked += len(got.Links)
			if len(got.Epics) == 0 || len(got.Epics) != len(want.Path.Nodes) || got.Path.Duration != want.Path.Duration ||
				!slices.Equal(got.Path.Chain, want.Path.Chain) || !slices.Equal(got.Path.Unknown, want.Path.Unknown) || got.Path.Cycle != nil {
				t.Errorf("%s: %+v, the report says %+v", row.Name, got.Path, want.Path)
			}
			for _, n := range got.Epics {
				if !reflect.DeepEqual(n.planTimes, want.Path.Nodes[n.UUID]) || n.Critical != slices.Contains(got.Path.Critical, n.UUID) {
					t.Errorf("%s: %+v, the report says %+v", row.Name, n, want.Path.Nodes[n.UUID])
				}
			}
			for _, s := range got.SuperEpics {
				if times, ok := want.Path.SuperEpics[s.UUID]; ok && !reflect.DeepEqual(s.planTimes, times) {
					t.Errorf("%s: %+v, the report says %+v", row.Name, s, times)
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

// sameLinks compares the links and milestones with the API's.
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
		have = append(have, l.UUID+l.PredUUID+l.SuccUUID)
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

// sameSums compares the epics with the finance page, and each epic's dates with its duration.
func (b *browser) sameSums(t *testing.T, project string, got plan) {
	t.Helper()
	money := must[moneyPage](t, b, "GET", "/projects/"+project+"/finance", nil)
	for i, n := range got.Epics {
		row := money.ByEpic[i]
		if row["uuid"] != n.UUID || row["points"] != n.Points || row["done_points"] != n.DonePoints || row["cost"] != deref(n.Cost) || row["minutes"] != float64(n.Minutes) {
			t.Errorf("%+v, the money says %v", n, row)
		}
		if (*n.From == "sprints") != (n.Start != nil) || n.Start != nil && *n.Duration != float64(daysBetween(t, *n.Start, *n.End)) {
			t.Errorf("%s lasts %v from %v to %v", n.Title, *n.Duration, *n.Start, *n.End)
		}
	}
	for _, s := range got.SuperEpics {
		points, done, tickets, minutes := 0.0, 0.0, 0, int64(0)
		for _, n := range got.Epics {
			if n.Parent != nil && *n.Parent == s.UUID {
				points, done, tickets, minutes = points+n.Points, done+n.DonePoints, tickets+n.Tickets, minutes+n.Minutes
			}
		}
		if s.Points != points || s.DonePoints != done || s.Tickets != tickets || s.Minutes != minutes || s.From != nil {
			t.Errorf("%+v, its epics add up to %v, %v, %d, %d", s, points, done, tickets, minutes)
		}
	}
}

func daysBetween(t testing.TB, from, to string) int {
	t.Helper()
	n := 1
	for day := domain.Date(from); day < domain.Date(to); day = day.AddDays(1) {
		n++
	}
	return n
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
		if large := cost(); !slices.Equal(small, large) || slices.Max(large) > 30 {
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
