package dash_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"earnest/internal/apitest"
)

// refusedCycle is an error that reports a cycle.
type refusedCycle struct {
	Error struct {
		Code    string   `json:"code"`
		Message string   `json:"message"`
		Cycle   []string `json:"cycle"`
	} `json:"error"`
}

func TestALinkThatWouldCloseACycleIsRefusedWithTheCycle(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "admin")
		links := "/projects/" + c.Project + "/links"
		node := func(kind, title string, more map[string]any) string {
			body := map[string]any{"title": title}
			maps.Copy(body, more)
			return must[struct{ UUID string }](t, b, "POST", "/projects/"+c.Project+"/"+kind, body).UUID
		}
		group := node("super-epics", "Shop", nil)
		design, build := node("epics", "Design", nil), node("epics", "Build", nil)
		sell := node("epics", "Sell", map[string]any{"super_epic_uuid": group})
		empty, other := node("super-epics", "Empty", nil), node("super-epics", "Other", nil)
		for _, l := range []map[string]any{
			linkBetween("epic", design, "epic", build),
			linkBetween("epic", build, "super_epic", group),
			linkBetween("super_epic", empty, "super_epic", other),
		} {
			must[any](t, b, "POST", links, l)
		}
		before := c.revision(t)
		for i, test := range []struct {
			link  map[string]any
			cycle []string
			text  string
		}{
			{linkBetween("epic", build, "epic", design), []string{design, build}, "Design → Build → Design"},
			{linkBetween("super_epic", group, "epic", design), []string{design, build, sell}, "Design → Build → Sell → Design"},
			{linkBetween("epic", design, "epic", design), []string{design}, "Design → Design"},
			{linkBetween("epic", sell, "super_epic", group), []string{sell}, "Sell → Sell"},
			{linkBetween("super_epic", other, "super_epic", empty), []string{empty, other}, "Empty → Other → Empty"},
		} {
			a := b.call(t, "POST", links, test.link)
			refused(t, a, http.StatusUnprocessableEntity, "invalid")
			if got := read[refusedCycle](t, a).Error; !slices.Equal(got.Cycle, test.cycle) || !strings.HasSuffix(got.Message, ": "+test.text) {
				t.Errorf("%d: %s", i, a.Body)
			}
		}
		if c.revision(t) != before {
			t.Error("a refusal changed something")
		}
		if p := b.plan(t, c.Project); len(p.Links) != 3 || p.Schedule.Cycle != nil {
			t.Errorf("%+v", p.Links)
		}
	})
}

func TestOneOfTwoConcurrentLinksThatFormACycleIsRefused(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		links := "/projects/" + c.Project + "/links"
		next := c.NewEpic(t)
		for range 10 {
			var answers [2]answer
			var both sync.WaitGroup
			for i, ends := range [2][2]string{{c.Epic, next}, {next, c.Epic}} {
				both.Go(func() { answers[i] = b.call(t, "POST", links, linkBetween("epic", ends[0], "epic", ends[1])) })
			}
			both.Wait()
			if answers[0].Status >= http.StatusBadRequest {
				answers[0], answers[1] = answers[1], answers[0]
			}
			if got := read[refusedCycle](t, answers[1]).Error; len(got.Cycle) != 2 {
				t.Fatalf("%s and %s", answers[0].Body, answers[1].Body)
			}
			must[any](t, b, "DELETE", "/links/"+read[thing](t, answers[0]).UUID, nil)
		}
	})
}

func TestALinkIsUniqueAndCanBeRemoved(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		links := "/projects/" + c.Project + "/links"
		next := c.NewEpic(t)
		good := linkBetween("epic", c.Epic, "epic", next)
		made := must[struct{ UUID, Type string }](t, b, "POST", links, good)
		refusedAt(t, b.call(t, "POST", links, good), http.StatusConflict, "conflict", "link")
		elsewhere := mustEpic(t, b, c.NewProject(t), "Elsewhere")
		for _, bad := range []map[string]any{
			linkBetween("epic", c.Epic, "epic", elsewhere),
			linkBetween("epic", elsewhere, "epic", c.Epic),
			linkBetween("epic", c.Epic, "epic", apitest.NewUUID()),
			linkBetween("super_epic", c.Epic, "epic", next),
			linkBetween("ticket", c.Ticket, "epic", next),
			linkBetween("epic", "x", "epic", next),
			{"pred_type": "epic", "pred_uuid": c.Epic},
			{"type": "SS", "pred_type": "epic", "pred_uuid": c.Epic, "succ_type": "super_epic", "succ_uuid": c.SuperEpic},
			{"type": "XX", "pred_type": "epic", "pred_uuid": c.Epic, "succ_type": "epic", "succ_uuid": next},
			{"lag_days": 1001, "pred_type": "epic", "pred_uuid": c.Epic, "succ_type": "epic", "succ_uuid": next},
		} {
			refused(t, b.call(t, "POST", links, bad), http.StatusUnprocessableEntity, "invalid")
		}
		if p := b.plan(t, c.Project); len(p.Links) != 1 || p.Links[0].UUID != made.UUID || made.Type != "FS" {
			t.Errorf("%+v", p.Links)
		}
		revision := c.revision(t)
		must[any](t, b, "DELETE", "/links/"+made.UUID, nil)
		refused(t, b.call(t, "DELETE", "/links/"+made.UUID, nil), http.StatusNotFound, "not_found")
		if p := b.plan(t, c.Project); len(p.Links) != 0 || c.revision(t) != revision+1 {
			t.Errorf("%+v at %d", p.Links, c.revision(t))
		}
	})
}

func TestTheTypeAndLagOfALinkCanBeChanged(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		links := "/projects/" + c.Project + "/links"
		body := linkBetween("epic", c.Epic, "epic", c.NewEpic(t))
		body["type"], body["lag_days"] = "FF", -2
		made := must[thing](t, b, "POST", links, body)
		group := must[thing](t, b, "POST", links, linkBetween("epic", c.Epic, "super_epic", c.SuperEpic))
		if l := b.plan(t, c.Project).Links[0]; l.Type != "FF" || l.LagDays != -2 {
			t.Errorf("%+v", l)
		}
		revision := c.revision(t)
		must[any](t, b, "PUT", "/links/"+made.UUID, map[string]any{"type": "SF", "lag_days": 3})
		must[any](t, b, "PUT", "/links/"+made.UUID, map[string]any{"type": "SF"}) // no change
		must[any](t, b, "PUT", "/links/"+group.UUID, map[string]any{"lag_days": 4})
		p := b.plan(t, c.Project)
		if p.Links[0].Type != "SF" || p.Links[0].LagDays != 3 || p.Links[1].LagDays != 4 || c.revision(t) != revision+2 {
			t.Errorf("%+v at %d", p.Links, c.revision(t)-revision)
		}
		refusedAt(t, b.call(t, "PUT", "/links/"+group.UUID, map[string]any{"type": "SS"}), http.StatusUnprocessableEntity, "invalid", "type")
		refusedAt(t, b.call(t, "PUT", "/links/"+made.UUID, map[string]any{"lag_days": 1.5}), http.StatusUnprocessableEntity, "invalid", "lag_days")
		var shown []map[string]any
		b.Call(t, c.Owner.Key, http.MethodGet, "/dependencies?project="+c.Project, nil).Data(t, &shown)
		if len(shown) != 1 || shown[0]["uuid"] != group.UUID || shown[0]["type"] != "FS" {
			t.Errorf("the public API shows %v", shown)
		}
	})
}

func TestACycleCausedByAMoveIsShownAndCanBeBroken(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		links := "/projects/" + c.Project + "/links"
		next := c.NewEpic(t)
		must[any](t, b, "POST", links, linkBetween("epic", c.Epic, "epic", next))
		must[any](t, b, "POST", links, linkBetween("epic", next, "super_epic", c.SuperEpic))
		must[any](t, b, "PUT", "/epics/"+c.Epic, map[string]any{"super_epic_uuid": c.SuperEpic})
		p := b.plan(t, c.Project)
		want := []string{c.Epic, next}
		slices.Sort(want)
		if !slices.Equal(p.Schedule.Cycle, want) || p.Schedule.ForecastFinish != nil {
			t.Errorf("%+v", p)
		}
		aside := c.NewEpic(t) // nodes outside the cycle can still be linked
		must[any](t, b, "POST", links, linkBetween("epic", next, "epic", aside))
		must[any](t, b, "DELETE", "/links/"+p.Links[1].UUID, nil)
		if p = b.plan(t, c.Project); p.Schedule.Cycle != nil {
			t.Errorf("%+v", p)
		}
	})
}

func TestMilestonesAreCreatedMovedAndRemoved(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "admin")
		path := "/projects/" + c.Project + "/milestones"
		late := must[struct{ UUID, Color string }](t, b, "POST", path, map[string]any{"name": "Release", "date": "2026-07-01"})
		early := must[struct{ UUID, Color string }](t, b, "POST", path, aMilestoneBody())
		if late.Color != "#0f766e" || early.Color != "#112233" {
			t.Errorf("%+v, %+v", late, early)
		}
		for _, bad := range []map[string]any{{"name": "x"}, {"date": "2026-07-01"}, {"name": "", "date": "2026-07-01"}, {"name": "x", "date": "soon"}} {
			refused(t, b.call(t, "POST", path, bad), http.StatusUnprocessableEntity, "invalid")
		}
		if p := b.plan(t, c.Project); p.Milestones[0].UUID != early.UUID || p.Milestones[1].Name != "Release" || len(p.Milestones) != 2 {
			t.Errorf("%+v", p.Milestones)
		}
		must[any](t, b, "PUT", "/milestones/"+late.UUID, map[string]any{"date": "2026-04-01", "name": "Alpha"})
		revision := c.revision(t)
		must[any](t, b, "PUT", "/milestones/"+late.UUID, map[string]any{"date": "2026-04-01"}) // no change
		if p := b.plan(t, c.Project); p.Milestones[0].Name != "Alpha" || p.Milestones[0].Date != "2026-04-01" || c.revision(t) != revision {
			t.Errorf("%+v", p.Milestones)
		}
		must[any](t, b, "DELETE", "/milestones/"+late.UUID, nil)
		refused(t, b.call(t, "PUT", "/milestones/"+late.UUID, map[string]any{"name": "x"}), http.StatusNotFound, "not_found")
		if p := b.plan(t, c.Project); len(p.Milestones) != 1 {
			t.Errorf("%+v", p.Milestones)
		}
	})
}
