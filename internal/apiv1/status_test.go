package apiv1_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"earnest/client"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

func TestStatusesAreABareArrayInOrder(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		for _, s := range []domain.Status{
			{Key: "shipped", Label: "Shipped <3", Color: "#000000", BgColor: "#ffffff", SortOrder: 5, IsDone: true},
			{Key: "idea", Label: "Idea", Color: "#000000", BgColor: "#ffffff", SortOrder: -1},
		} {
			p.inStore(t, func(tx *db.Tx, project domain.Access) error {
				return workstore.InsertStatus(t.Context(), tx, project.ProjectID, s)
			})
		}
		a := p.World.Call(t, p.Viewer.Key, "GET", "/statuses?project="+p.Project, nil)
		var list []json.RawMessage
		if err := json.Unmarshal(a.Body, &list); err != nil || a.Status != 200 {
			t.Fatalf("statuses gave %d %s", a.Status, a.Body)
		}
		var lines strings.Builder
		for _, item := range list {
			wantMembers(t, "a status", item, "key label color bg_color sort_order is_done is_default")
			var s client.Status
			if err := json.Unmarshal(item, &s); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&lines, "%s, %s, %d, done %t, default %t\n", s.Key, s.Label, s.SortOrder, s.IsDone, s.IsDefault)
		}
		const want = `idea, Idea, -1, done false, default false
backlog, Backlog, 1, done false, default true
todo, To do, 2, done false, default true
in_progress, In progress, 3, done false, default true
in_review, In review, 4, done false, default true
done, Done, 5, done true, default true
shipped, Shipped <3, 5, done true, default false
blocked, Blocked, 6, done false, default true
`
		if lines.String() != want {
			t.Errorf("the statuses are\n%snot\n%s", lines.String(), want)
		}
	})
}
