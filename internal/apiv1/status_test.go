package apiv1_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"earnest/internal/domain"
	"earnest/internal/store"
)

func TestStatusesAreABareArrayInTheirOrder(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		for _, s := range []domain.Status{
			{Key: "shipped", Label: "Shipped <3", Color: "#000000", BgColor: "#ffffff", SortOrder: 5, IsDone: true},
			{Key: "idea", Label: "Idea", Color: "#000000", BgColor: "#ffffff", SortOrder: -1},
		} {
			p.inStore(t, func(tx *store.Tx, project domain.Access) error {
				return tx.InsertStatus(t.Context(), project.ProjectID, s)
			})
		}
		a := p.World.Call(t, p.Viewer.Key, "GET", "/statuses?project="+p.Project, nil)
		var list []json.RawMessage
		if err := json.Unmarshal(a.Body, &list); err != nil || a.Status != 200 {
			t.Fatalf("statuses gave %d %s", a.Status, a.Body)
		}
		lines := ""
		for _, item := range list {
			wantMembers(t, "a status", item, "key label color bg_color sort_order is_done is_default")
			var s domain.Status
			if err := json.Unmarshal(item, &struct {
				Key       *string
				Label     *string
				SortOrder *int64 `json:"sort_order"`
				IsDone    *bool  `json:"is_done"`
				IsDefault *bool  `json:"is_default"`
			}{&s.Key, &s.Label, &s.SortOrder, &s.IsDone, &s.IsDefault}); err != nil {
				t.Fatal(err)
			}
			lines += fmt.Sprintln(s.Key, s.Label, s.SortOrder, s.IsDone, s.IsDefault)
		}
		const want = `idea Idea -1 false false
backlog Backlog 1 false true
todo To do 2 false true
in_progress In progress 3 false true
in_review In review 4 false true
done Done 5 true true
shipped Shipped <3 5 true false
blocked Blocked 6 false true
`
		if lines != want {
			t.Errorf("the statuses are\n%snot\n%s", lines, want)
		}
	})
}
