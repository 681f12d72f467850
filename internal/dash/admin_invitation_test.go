package dash_test

import (
	"net/http"
	"slices"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// openInvitations is the response to GET /admin/invitations.
type openInvitations struct {
	Accounts []struct {
		UserID int64 `json:"user_id"`
		Person struct {
			Email string `json:"email"`
		} `json:"person"`
	} `json:"accounts"`
	Members []struct {
		UUID     string `json:"uuid"`
		Project  string `json:"project"`
		UserID   int64  `json:"user_id"`
		Newcomer bool   `json:"newcomer"`
		By       string `json:"by"`
	} `json:"members"`
}

func TestAnAdministratorReissuesAndCancelsAnUnusedLink(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin, first := w.mustAdmin(t), w.mustInvite(t)
		list := must[openInvitations](t, admin, "GET", "/admin/invitations", nil)
		if len(list.Accounts) != 1 {
			t.Fatalf("%+v", list)
		}
		id := list.Accounts[0].UserID
		look := func(token string) int {
			return w.stranger().call(t, "POST", "/invitation/look", map[string]any{"token": token}).Status
		}
		second := admin.mustReset(t, id, nil)
		if look(first) != http.StatusNotFound || look(second) != http.StatusOK {
			t.Errorf("the old link gives %d, the new one %d", look(first), look(second))
		}
		if n := len(must[openInvitations](t, admin, "GET", "/admin/invitations", nil).Accounts); n != 1 {
			t.Errorf("%d links are listed", n)
		}
		must[any](t, admin, "DELETE", userPath(id)+"/invitation", nil)
		refused(t, w.stranger().call(t, "POST", "/invitation", map[string]any{"token": second, "password": goodPassword}), http.StatusNotFound, "not_found")
		refused(t, admin.call(t, "DELETE", userPath(id)+"/invitation", nil), http.StatusNotFound, "not_found")
		if n := len(must[openInvitations](t, admin, "GET", "/admin/invitations", nil).Accounts); n != 0 {
			t.Errorf("%d links are listed", n)
		}
		if lines := admin.told(t, "?project=none"); !slices.ContainsFunc(lines, func(l string) bool {
			return l == `The Administrator: account "New Person" invitation cancelled <nil>→<nil> hidden=false`
		}) {
			t.Errorf("log: %v", lines)
		}
	})
}

func TestALinkThatWasUsedCannotBeCancelled(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin, token := w.mustAdmin(t), w.mustInvite(t)
		id := must[openInvitations](t, admin, "GET", "/admin/invitations", nil).Accounts[0].UserID
		must[any](t, w.stranger(), "POST", "/invitation", map[string]any{"token": token, "password": goodPassword})
		refused(t, admin.call(t, "DELETE", userPath(id)+"/invitation", nil), http.StatusNotFound, "not_found")
		reset := admin.mustReset(t, id, nil) // a password reset link is not an invitation
		refused(t, admin.call(t, "DELETE", userPath(id)+"/invitation", nil), http.StatusNotFound, "not_found")
		must[any](t, w.stranger(), "POST", "/invitation/look", map[string]any{"token": reset})
	})
}

func TestAnAdministratorCancelsAnInvitationToAProjectUntilItIsAccepted(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin, m := c.browser(t, "administrator"), c.newMember(t, domain.Worker)
		fresh := apitest.Must(w.App.Accounts.AddMember(t.Context(), c.owner(), c.Project, domain.Given(domain.NewMember{
			Email: "new@example.com", Role: domain.Worker, ScrumRole: domain.DefaultScrumRole,
		})))(t).Member
		list := must[openInvitations](t, admin, "GET", "/admin/invitations", nil).Members
		if len(list) != 2 || list[0].UUID != fresh.UUID || !list[0].Newcomer || list[1].UUID != m.UUID || list[1].Project != "project" || list[1].By != c.Owner.Email {
			t.Fatalf("%+v", list)
		}
		must[any](t, admin, "DELETE", "/admin/invitations/"+fresh.UUID, nil)
		if _, still := c.team(t, c.browser(t, "owner"))[fresh.UserID]; still {
			t.Error("the cancelled invitation is still in the team")
		}
		must[any](t, w.mustSession(t, m.UserID, m.Email), "POST", "/invitations/"+m.UUID+"/accept", nil)
		refused(t, admin.call(t, "DELETE", "/admin/invitations/"+m.UUID, nil), http.StatusConflict, "conflict")
		refused(t, admin.call(t, "DELETE", "/admin/invitations/"+fresh.UUID, nil), http.StatusNotFound, "not_found")
		w.mustBeHealthy(t)
	})
}
