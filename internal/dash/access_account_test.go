package dash_test

import (
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
)

// accountAccess lists who may manage accounts.
func accountAccess() map[string]row {
	return map[string]row{
		"PUT /account":                     {may: signedIn, call: rename},
		"PUT /account/password":            {may: signedIn, call: passwordChange},
		"POST /account/second-factor":      {may: signedIn, call: factorOffer},
		"PUT /account/second-factor":       {may: signedIn, call: factorConfirmation},
		"DELETE /account/second-factor":    {may: signedIn, call: factorEnd("/account/second-factor")},
		"POST /account/recovery-codes":     {may: signedIn, call: factorEnd("/account/recovery-codes")},
		"GET /invitations":                 {may: signedIn},
		"POST /invitations/{uuid}/accept":  {may: signedIn, call: anInvitation("/accept")},
		"POST /invitations/{uuid}/decline": {may: signedIn, call: anInvitation("/decline")},
	}
}

func rename(testing.TB, *cast, *browser) (path string, body any) {
	return "/account", map[string]any{"firstname": "Other"}
}

// mustRenew resets a person's password to goodPassword and removes their second factor.
func (w *world) mustRenew(t testing.TB, who *browser) {
	t.Helper()
	if who.ID == 0 {
		return
	}
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		if err := identitystore.DeleteFactor(t.Context(), tx, who.ID); err != nil {
			return err
		}
		return identitystore.SetPassword(t.Context(), tx, who.ID, goodHash(), w.Clock.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
}

func passwordChange(t testing.TB, c *cast, who *browser) (path string, body any) {
	t.Helper()
	c.w.mustRenew(t, who)
	return "/account/password", map[string]any{"current": goodPassword, "password": "another good password"}
}

func factorOffer(t testing.TB, c *cast, who *browser) (path string, body any) {
	t.Helper()
	c.w.mustRenew(t, who)
	return "/account/second-factor", map[string]any{"password": goodPassword}
}

func factorConfirmation(t testing.TB, c *cast, who *browser) (path string, body any) {
	t.Helper()
	c.w.mustRenew(t, who)
	if who.ID == 0 {
		return "/account/second-factor", map[string]any{"code": "123456"}
	}
	return "/account/second-factor", map[string]any{"code": who.mustOffer(t).code(c.w.Clock.Now())}
}

func factorEnd(path string) func(testing.TB, *cast, *browser) (string, any) {
	return func(t testing.TB, c *cast, who *browser) (string, any) {
		t.Helper()
		c.w.mustRenew(t, who)
		code := "123456"
		if who.ID != 0 {
			code = who.mustFactor(t).recovery[0]
		}
		return path, map[string]any{"password": goodPassword, "code": code}
	}
}

// anInvitation returns a call to a path below the caller's invitation to someone else's project.
func anInvitation(path string) call {
	return func(t testing.TB, c *cast, who *browser) (string, any) {
		t.Helper()
		email := who.Email
		if who.ID == 0 {
			email = c.w.mustPassworded(t).Email
		}
		return "/invitations/" + c.w.mustInvited(t, email) + path, nil
	}
}

// mustInvited invites a user to someone else's project and returns the uuid of the membership.
func (w *world) mustInvited(t testing.TB, email string) string {
	t.Helper()
	owner := w.MustPerson(t, apitest.NewUUID())
	project := apitest.Must(owner.CreateProject(t.Context(), client.ProjectCreate{Name: "invites"}))(t).UUID
	in := domain.Given(domain.NewMember{Email: email, Role: domain.Worker, ScrumRole: domain.DefaultScrumRole})
	return apitest.Must(w.App.Accounts.AddMember(t.Context(), domain.Caller{UserID: owner.ID}, project, in))(t).Member.UUID
}
