package dash_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
)

// pending is an ownership offer as the pages read it.
type pending struct {
	ProjectUUID string `json:"project_uuid"`
	MemberUUID  string `json:"member_uuid"`
	By          struct {
		Name  string `json:"name"`
		Email string `json:"email"`
	} `json:"by"`
	ExpiresAt string `json:"expires_at"`
}

// openOffer reads the open offer of the cast's project.
func (c *cast) openOffer(t testing.TB, b *browser) *pending {
	t.Helper()
	return must[struct {
		Offer *pending `json:"offer"`
	}](t, b, "GET", "/projects/"+c.Project+"/members", nil).Offer
}

func TestOwnershipPassesOnlyWhenTheOfferIsAccepted(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, member := c.browser(t, "owner"), c.browser(t, "member")
		team := c.team(t, owner)
		path := "/projects/" + c.Project + "/owner"
		made := must[pending](t, owner, "POST", path, map[string]any{"member_uuid": team[c.Member.ID].UUID})
		if made.MemberUUID != team[c.Member.ID].UUID || made.By.Email != c.Owner.Email || made.ExpiresAt != "2026-03-24T09:00:00Z" {
			t.Errorf("%+v", made)
		}
		if now := c.team(t, owner); now[c.Owner.ID].Role != "owner" || now[c.Member.ID].Role != "member" {
			t.Errorf("ownership passed without consent: %+v", now)
		}
		if offers := must[waitingBody](t, member, "GET", "/invitations", nil).Offers; len(offers) != 1 || offers[0].ProjectUUID != c.Project {
			t.Errorf("the heir sees %+v", offers)
		}
		must[any](t, member, "POST", path+"/accept", nil)
		if now := c.team(t, member); now[c.Member.ID].Role != "owner" || now[c.Owner.ID].Role != "admin" {
			t.Errorf("%+v", now)
		}
		if c.openOffer(t, member) != nil {
			t.Error("the offer is still open")
		}
		want := `ownership offered - -|ownership accepted - -|role "member" "owner"`
		if log := strings.Join(w.logged(t, "member", made.MemberUUID), "|"); log != want {
			t.Errorf("log: %s", log)
		}
		refused(t, member.call(t, "POST", path+"/accept", nil), http.StatusNotFound, "not_found")
		w.mustBeHealthy(t)
	})
}

func TestAnOfferNamesAnotherActiveMemberOfTheProject(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		team := c.team(t, owner)
		give := func(uuid string) answer {
			return owner.call(t, "POST", "/projects/"+c.Project+"/owner", map[string]any{"member_uuid": uuid})
		}
		must[person](t, owner, "PUT", "/members/"+team[c.Viewer.ID].UUID, map[string]any{"status": "inactive"})
		elsewhere := apitest.Must(w.App.Projects.Members(t.Context(), c.owner(), c.NewProject(t)))(t)
		before := c.revision(t)
		for _, uuid := range []string{team[c.Viewer.ID].UUID, team[c.Owner.ID].UUID, apitest.NewUUID(), "x", elsewhere.Members[1].UUID} {
			refused(t, give(uuid), http.StatusUnprocessableEntity, "invalid")
		}
		invited := c.newMember(t, "member").UUID
		refused(t, give(invited), http.StatusUnprocessableEntity, "invalid")
		if c.openOffer(t, owner) != nil || c.revision(t) != before+1 {
			t.Error("a refused offer left a trace")
		}
	})
}

func TestAnOfferLapsesAfterFourteenDays(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		path := "/projects/" + c.Project + "/owner/accept"
		c.mustOffer(t, c.Project, c.Member.ID)
		w.Clock.Advance(14*24*time.Hour - time.Second)
		if member := c.browser(t, "member"); c.openOffer(t, member) == nil {
			t.Error("the offer lapsed too early")
		}
		w.Clock.Advance(2 * time.Second)
		member := c.browser(t, "member")
		if c.openOffer(t, member) != nil || len(must[waitingBody](t, member, "GET", "/invitations", nil).Offers) != 0 {
			t.Error("a lapsed offer is shown")
		}
		refused(t, member.call(t, "POST", path, nil), http.StatusNotFound, "not_found")
		refused(t, member.call(t, "POST", "/projects/"+c.Project+"/owner/decline", nil), http.StatusNotFound, "not_found")
		if err := w.App.Accounts.Sweep(t.Context()); err != nil || w.count(t, `SELECT COUNT(*) FROM ownership_offers`) != 0 {
			t.Errorf("the lapsed offer is still stored: %v", err)
		}
		c.mustOffer(t, c.Project, c.Member.ID)
		must[any](t, member, "POST", path, nil)
	})
}

func TestAnOfferEndsWhenWithdrawnDeclinedReplacedOrItsRecipientLeaves(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, member, admin := c.browser(t, "owner"), c.browser(t, "member"), c.browser(t, "admin")
		path := "/projects/" + c.Project + "/owner"
		heir := c.team(t, owner)[c.Member.ID].UUID
		gone := func(why string) {
			t.Helper()
			if c.openOffer(t, owner) != nil {
				t.Errorf("the offer is open although %s", why)
			}
			refused(t, owner.call(t, "DELETE", path, nil), http.StatusNotFound, "not_found")
		}
		c.mustOffer(t, c.Project, c.Member.ID)
		must[any](t, owner, "DELETE", path, nil)
		gone("the owner withdrew it")
		c.mustOffer(t, c.Project, c.Member.ID)
		must[any](t, member, "POST", path+"/decline", nil)
		gone("the heir declined it")
		c.mustOffer(t, c.Project, c.Member.ID)
		c.mustOffer(t, c.Project, c.Admin.ID)
		refused(t, member.call(t, "POST", path+"/accept", nil), http.StatusForbidden, "forbidden")
		refused(t, owner.call(t, "POST", path+"/accept", nil), http.StatusForbidden, "forbidden")
		want := `ownership offered - -|ownership offer withdrawn - -|ownership offered - -|ownership offer declined - -|` +
			`ownership offered - -|ownership offer withdrawn - -`
		if log := strings.Join(w.logged(t, "member", heir), "|"); log != want {
			t.Errorf("log: %s", log)
		}
		must[any](t, owner, "DELETE", "/members/"+c.team(t, owner)[c.Admin.ID].UUID, nil)
		gone("the heir is not in the team")
		refused(t, admin.call(t, "POST", path+"/accept", nil), http.StatusForbidden, "forbidden")
		w.mustBeHealthy(t)
	})
}

func TestAnInactiveRecipientCannotAcceptAnOffer(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		c.mustOffer(t, c.Project, c.Member.ID)
		must[person](t, owner, "PUT", "/members/"+c.team(t, owner)[c.Member.ID].UUID, map[string]any{"status": "inactive"})
		member := c.browser(t, "member")
		refused(t, member.call(t, "POST", "/projects/"+c.Project+"/owner/accept", nil), http.StatusForbidden, "forbidden")
		if offers := must[waitingBody](t, member, "GET", "/invitations", nil).Offers; len(offers) != 0 {
			t.Errorf("%+v", offers)
		}
	})
}

// Whichever of the two comes first wins, and the project always has one owner.
func TestAcceptingAndWithdrawingAtOnceLeavesOneOwner(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		for range 5 {
			project := c.NewProject(t)
			c.mustOffer(t, project, c.Member.ID)
			owner, path := c.browser(t, "owner"), "/projects/"+project+"/owner"
			var withdrawn int
			accepted := make([]int, 3)
			var wg sync.WaitGroup
			for i := range accepted {
				wg.Go(func() { accepted[i] = c.browser(t, "member").call(t, "POST", path+"/accept", nil).Status })
			}
			wg.Go(func() { withdrawn = owner.call(t, "DELETE", path, nil).Status })
			wg.Wait()
			won := 0
			for _, status := range slices.Concat(accepted, []int{withdrawn}) {
				if status == http.StatusOK {
					won++
				}
			}
			if won != 1 {
				t.Errorf("accepts %v, withdrawal %d: %d succeeded", accepted, withdrawn, won)
			}
		}
		w.mustBeHealthy(t)
	})
}

func TestOnlyOneOfManyConcurrentOffersIsOpen(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		team := c.team(t, owner)
		var wg sync.WaitGroup
		for _, heir := range []int64{c.Admin.ID, c.Member.ID, c.Viewer.ID} {
			wg.Go(func() {
				if a := owner.call(t, "POST", "/projects/"+c.Project+"/owner", map[string]any{"member_uuid": team[heir].UUID}); a.Status != http.StatusCreated {
					t.Errorf("%d %s", a.Status, a.Body)
				}
			})
		}
		wg.Wait()
		if n := w.count(t, `SELECT COUNT(*) FROM ownership_offers`); n != 1 {
			t.Errorf("%d offers", n)
		}
	})
}
