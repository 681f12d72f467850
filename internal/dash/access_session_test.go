package dash_test

import (
	"strconv"
	"testing"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// sessionAccess lists who may sign in and out.
func sessionAccess() map[string]row {
	return map[string]row{
		"GET /session":          {may: anybody},
		"POST /session":         {may: anybody, call: goodSignIn},
		"DELETE /session":       {may: anybody},
		"GET /sessions":         {may: signedIn},
		"DELETE /sessions":      {may: signedIn},
		"DELETE /sessions/{id}": {may: signedIn, call: anotherSession},
		"POST /setup":           {closed: true, call: lateSetup},
		"POST /invitation/look": {may: anybody, call: invitationLook},
		"POST /invitation":      {may: anybody, call: goodInvitation},
		"GET /oidc/start":       {may: anybody},
		"GET /oidc/callback":    {may: anybody},
	}
}

func goodSignIn(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/session", map[string]any{"email": c.w.mustPassworded(t).Email, "password": goodPassword}
}

func anotherSession(t testing.TB, c *cast, who *browser) (path string, body any) {
	t.Helper()
	if who.ID == 0 {
		return "/sessions/1", nil
	}
	other := c.w.mustSession(t, who.ID, who.Email)
	for _, s := range must[sessionList](t, other, "GET", "/sessions", nil).Sessions {
		if s.Current {
			return "/sessions/" + strconv.FormatInt(s.ID, 10), nil
		}
	}
	t.Fatal("a session is not in its own list")
	return "", nil
}

// lateSetup sends a token although there is already a user. The set-up tests check that even a valid token no longer works.
func lateSetup(t testing.TB, _ *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/setup", setupBody(auth.NewToken("set_").Reveal())
}

func invitationLook(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/invitation/look", map[string]any{"token": c.w.mustInvite(t)}
}

func goodInvitation(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/invitation", map[string]any{"token": c.w.mustInvite(t), "password": goodPassword}
}

// mustInvite adds a user and returns the token of their invitation.
func (w *world) mustInvite(t testing.TB) string {
	t.Helper()
	n := identity.NewUser{Email: newEmail(), Firstname: "New", Lastname: "Person", Plan: domain.Business, Invite: true}
	_, token, err := w.App.Accounts.CreateUser(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return token.Reveal()
}
