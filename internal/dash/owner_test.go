package dash_test

import (
	"net/http"
	"sync"
	"testing"

	"earnest/internal/apitest"
)

func TestOwnershipMovesToAnotherActiveMemberInOneStep(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, member := c.browser(t, "owner"), c.browser(t, "member")
		team := c.team(t, owner)
		path := "/projects/" + c.Project + "/owner"
		give := func(uuid string) answer { return owner.call(t, "POST", path, map[string]any{"member_uuid": uuid}) }
		must[person](t, owner, "PUT", "/members/"+team[c.Viewer.ID].UUID, map[string]any{"status": "inactive"})
		refused(t, give(team[c.Viewer.ID].UUID), http.StatusUnprocessableEntity, "invalid")
		refused(t, give(apitest.NewUUID()), http.StatusUnprocessableEntity, "invalid")
		refused(t, give("x"), http.StatusUnprocessableEntity, "invalid")
		elsewhere := apitest.Must(w.App.Members(t.Context(), c.owner(), c.NewProject(t)))(t)
		refused(t, give(elsewhere.Members[1].UUID), http.StatusUnprocessableEntity, "invalid")
		before := c.revision(t)
		if a := give(team[c.Owner.ID].UUID); a.Status != http.StatusOK || c.revision(t) != before {
			t.Errorf("to oneself: %d %s", a.Status, a.Body)
		}
		frame := must[struct {
			Role string `json:"role"`
		}](t, owner, "POST", path, map[string]any{"member_uuid": team[c.Member.ID].UUID})
		if frame.Role != "admin" || c.revision(t) != before+1 {
			t.Errorf("the old owner is %s", frame.Role)
		}
		if now := c.team(t, member); now[c.Member.ID].Role != "owner" || now[c.Owner.ID].Role != "admin" {
			t.Errorf("%+v", now)
		}
		refused(t, give(team[c.Owner.ID].UUID), http.StatusForbidden, "forbidden")
		w.mustBeHealthy(t)
	})
}

func TestOfManyTransfersAtOnceOneHappens(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		team := c.team(t, owner)
		heirs := []int64{c.Admin.ID, c.Member.ID, c.Viewer.ID}
		statuses := make([]int, len(heirs))
		var wg sync.WaitGroup
		for i, heir := range heirs {
			wg.Go(func() {
				statuses[i] = owner.call(t, "POST", "/projects/"+c.Project+"/owner", map[string]any{"member_uuid": team[heir].UUID}).Status
			})
		}
		wg.Wait()
		count := map[int]int{}
		for _, s := range statuses {
			count[s]++
		}
		if count[200] != 1 || count[403] != 2 {
			t.Errorf("answers: %v", statuses)
		}
		w.mustBeHealthy(t)
	})
}
