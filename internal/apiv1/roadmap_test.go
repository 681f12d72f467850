package apiv1_test

import (
	"fmt"
	"strings"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

func TestDependenciesAreInCreationOrder(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		path := "/dependencies?project=" + p.Project
		if list := p.items(t, p.Viewer.Key, path); list == nil || len(list) != 0 {
			t.Errorf("no links are %s, not []", list)
		}
		epic, super := domain.Node{Type: domain.EpicNode, UUID: p.Epic}, domain.Node{Type: domain.SuperEpicNode, UUID: p.SuperEpic}
		first, second := p.mustLink(t, super, epic), p.mustLink(t, epic, super)
		wantMembers(t, "a dependency", p.items(t, p.Viewer.Key, path)[0], "uuid type pred_type pred_uuid succ_type succ_uuid")
		got := apitest.Must(p.Viewer.Dependencies(t.Context(), p.Project))(t)
		want := []client.Dependency{
			{UUID: first, Type: "FS", PredType: "super_epic", PredUUID: p.SuperEpic, SuccType: "epic", SuccUUID: p.Epic},
			{UUID: second, Type: "FS", PredType: "epic", PredUUID: p.Epic, SuccType: "super_epic", SuccUUID: p.SuperEpic},
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the dependencies are %v, not %v", got, want)
		}
	})
}

func TestMilestonesAreByDateThenCreation(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		now := p.World.Clock.Now()
		for _, m := range []domain.Milestone{
			{Name: "late", Date: "2026-12-01"}, {Name: "tie one", Date: "2026-06-01"}, {Name: "early", Date: "0999-01-31"}, {Name: "tie two", Date: "2026-06-01"},
		} {
			m.UUID, m.Color, m.CreatedAt, m.UpdatedAt = apitest.NewUUID(), domain.DefaultMilestoneColor, now, now
			p.inStore(t, func(tx *db.Tx, project domain.Access) error {
				_, err := workstore.InsertMilestone(t.Context(), tx, project.ProjectID, m)
				return err
			})
		}
		list := p.items(t, p.Viewer.Key, "/milestones?project="+p.Project)
		wantMembers(t, "a milestone", list[0], "uuid name date color")
		var lines strings.Builder
		for _, m := range apitest.Must(p.Viewer.Milestones(t.Context(), p.Project))(t) {
			fmt.Fprintln(&lines, m.Date, m.Name, m.Color)
		}
		const want = "0999-01-31 early #0f766e\n2026-06-01 tie one #0f766e\n2026-06-01 tie two #0f766e\n2026-12-01 late #0f766e\n"
		if lines.String() != want {
			t.Errorf("the milestones are\n%snot\n%s", lines.String(), want)
		}
	})
}
