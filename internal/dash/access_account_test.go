package dash_test

import (
	"testing"

	"earnest/internal/store"
)

// accountAccess is who may settle what about people.
func accountAccess() map[string]row {
	return map[string]row{
		"PUT /account":                  {may: signedIn, call: rename},
		"PUT /account/password":         {may: signedIn, call: passwordChange},
		"POST /account/second-factor":   {may: signedIn, call: factorOffer},
		"PUT /account/second-factor":    {may: signedIn, call: factorConfirmation},
		"DELETE /account/second-factor": {may: signedIn, call: factorEnd("/account/second-factor")},
		"POST /account/recovery-codes":  {may: signedIn, call: factorEnd("/account/recovery-codes")},
	}
}

func rename(testing.TB, *cast, *browser) (path string, body any) {
	return "/account", map[string]any{"firstname": "Other"}
}

// mustRenew gives a person goodPassword and no second factor.
func (w *world) mustRenew(t testing.TB, who *browser) {
	t.Helper()
	if who.ID == 0 {
		return
	}
	err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.DeleteFactor(t.Context(), who.ID); err != nil {
			return err
		}
		return tx.SetPassword(t.Context(), who.ID, goodHash(), w.Clock.Now())
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
