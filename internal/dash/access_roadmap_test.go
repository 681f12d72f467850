package dash_test

import (
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// roadmapAccess lists who may see the plan and who may change it.
func roadmapAccess() map[string]row {
	return map[string]row{
		"GET /projects/{uuid}/roadmap":      {may: readers, call: inProject("/roadmap", nil)},
		"POST /projects/{uuid}/links":       {may: managers, call: aNewLink},
		"PUT /links/{uuid}":                 {may: managers, call: aLink},
		"DELETE /links/{uuid}":              {may: managers, call: aLink},
		"POST /projects/{uuid}/milestones":  {may: managers, call: inProject("/milestones", aMilestoneBody())},
		"PUT /milestones/{uuid}":            {may: managers, call: aMilestone},
		"DELETE /milestones/{uuid}":         {may: managers, call: aMilestone},
		"POST /projects/{uuid}/epics":       {may: writers, call: inProject("/epics", map[string]any{"title": "New"})},
		"GET /epics/{uuid}":                 {may: readers, call: anEpic},
		"PUT /epics/{uuid}":                 {may: writers, call: anEpic},
		"DELETE /epics/{uuid}":              {may: writers, call: anEpic},
		"POST /projects/{uuid}/super-epics": {may: writers, call: inProject("/super-epics", map[string]any{"title": "New"})},
		"GET /super-epics/{uuid}":           {may: readers, call: aSuperEpic},
		"PUT /super-epics/{uuid}":           {may: writers, call: aSuperEpic},
		"DELETE /super-epics/{uuid}":        {may: writers, call: aSuperEpic},
	}
}

func aMilestoneBody() map[string]any {
	return map[string]any{"name": "Beta", "date": "2026-05-01", "color": "#112233"}
}

func linkBetween(predType, pred, succType, succ string) map[string]any {
	return map[string]any{"pred_type": predType, "pred_uuid": pred, "succ_type": succType, "succ_uuid": succ, "type": "FS"}
}

func aNewLink(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/projects/" + c.Project + "/links", linkBetween("epic", c.NewEpic(t), "epic", c.NewEpic(t))
}

func aLink(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	ends := domain.NewLink{
		Pred: domain.Node{Type: domain.EpicNode, UUID: c.NewEpic(t)},
		Succ: domain.Node{Type: domain.SuperEpicNode, UUID: c.NewSuperEpic(t)},
	}
	return "/links/" + apitest.Must(c.w.App.Plan.CreateLink(t.Context(), c.owner(), c.Project, domain.Given(ends)))(t).UUID, map[string]any{"lag_days": 2}
}

func aMilestone(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	in := domain.Given(domain.MilestonePatch{Name: domain.Some("Beta"), Date: domain.Some(domain.Date("2026-05-01"))})
	made := apitest.Must(c.w.App.Plan.CreateMilestone(t.Context(), c.owner(), c.Project, in))(t)
	return "/milestones/" + made.UUID, map[string]any{"date": "2026-06-01"}
}

func anEpic(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/epics/" + c.NewEpic(t), map[string]any{"title": "Other"}
}

func aSuperEpic(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/super-epics/" + c.NewSuperEpic(t), map[string]any{"title": "Other"}
}
