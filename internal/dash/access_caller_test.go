package dash_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// attempt is a call to a route.
type attempt struct {
	dash.Route

	path string
	body any
}

// attempts returns a call to every selected route, with data that would work for the owner. The calls are prepared for a signed-out caller,
// so that none needs a session.
func (c *cast) attempts(t testing.TB, selected func(dash.Route) bool) []attempt {
	t.Helper()
	all, table := []attempt{}, accessRows()
	for _, r := range dash.Routes() {
		if !selected(r) {
			continue
		}
		a := attempt{r, r.Path, nil}
		if call := table[r.Method+" "+r.Path].call; call != nil {
			a.path, a.body = call(t, c, c.w.stranger())
		}
		all = append(all, a)
	}
	return all
}

// caller is a caller without a valid session, with the headers they send and the error expected from every route that requires a session.
type caller struct {
	who    string
	header http.Header
	status int
	code   string
}

func cookie(b *browser) http.Header { return http.Header{"Cookie": {b.cookie}} }

// refusedCallers returns callers who lack a valid session, one for each possible reason. All of them are or were admins of the project and
// administrators of the instance, so that only the session check can refuse them.
func (c *cast) refusedCallers(t testing.TB) []caller {
	t.Helper()
	admin := func(name string) *browser {
		b := c.w.mustBrowser(t, name)
		c.w.MustJoin(t, c.Project, b.ID, domain.Admin)
		c.w.mustExec(t, `UPDATE users SET is_admin = $1 WHERE id = $2`, true, b.ID)
		return b
	}
	ended, expired, shut := admin("ended"), admin("expired"), admin("shut")
	must[any](t, ended, http.MethodDelete, "/session", nil)
	c.w.mustExec(t, `UPDATE sessions SET expires_at = $1 WHERE user_id = $2`, 0, expired.ID)
	c.w.mustShut(t, shut.Email)
	forged, key := auth.NewToken("ses_").Reveal(), c.Owner.Key
	return []caller{
		{"nobody", http.Header{}, 401, "signed_out"},
		{"a user who signed out", cookie(ended), 401, "signed_out"},
		{"a user whose session has expired", cookie(expired), 401, "signed_out"},
		{"a user whose account was closed", cookie(shut), 403, "account_inactive"},
		{"a caller with a forged session", http.Header{"Cookie": {"earnest=" + forged}}, 401, "signed_out"},
		{"a caller with an API key", http.Header{"Authorization": {"Bearer " + key}}, 401, "signed_out"},
		{"a caller with an API key as the session", http.Header{"Cookie": {"earnest=" + key}}, 401, "signed_out"},
		{"a user who entered the password but not the second factor", cookie(c.halfWay(t)), 401, "signed_out"},
	}
}

// halfWay returns the browser of an admin who has entered the password and must still enter a code.
func (c *cast) halfWay(t testing.TB) *browser {
	t.Helper()
	b := c.w.mustPassworded(t)
	c.w.MustJoin(t, c.Project, b.ID, domain.Admin)
	b.mustSignIn(t).mustFactor(t)
	got := b.signIn(t, b.Email, goodPassword, "")
	if refused(t, got, http.StatusUnauthorized, "code_needed"); len(got.cookies()) != 0 || b.cookie != "" {
		t.Errorf("a password alone gave a cookie: %v", got.Header)
	}
	return b
}

func (w *world) mustExec(t testing.TB, text string, args ...any) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// try sends an attempt with the headers of a caller.
func (w *world) try(t testing.TB, a attempt, header http.Header) answer {
	t.Helper()
	req := w.mustRequest(t, a.Method, a.path, a.body)
	maps.Copy(req.Header, header)
	return w.stranger().send(t, req)
}

func TestEveryRouteRefusesCallersWithoutASession(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		callers := c.refusedCallers(t)
		attempts := c.attempts(t, func(r dash.Route) bool { return r.Audience != dash.Public })
		before := w.MustDumpAll(t)
		for _, a := range attempts {
			for _, caller := range callers {
				if got := w.try(t, a, caller.header); got.Status != caller.status || codeOf(got) != caller.code {
					t.Errorf("%s %s by somebody %s: %d %s, want %d %s", a.Method, a.Path, caller.who, got.Status, got.Body, caller.status, caller.code)
				}
			}
		}
		if w.MustDumpAll(t) != before {
			t.Error("somebody who was refused changed something")
		}
	})
}

// Public routes treat an expired session, a closed account or an invalid token as if nothing had been sent, and do not sign the caller in.
func TestAPublicRouteIgnoresAnInvalidSession(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, func(c *app.Config) {
			c.Provider = auth.NewProvider(auth.ProviderConfig{Issuer: "http://127.0.0.1:1", ClientID: "earnest", Name: "Test"})
		})
		c := w.mustCast(t)
		for _, caller := range c.refusedCallers(t) {
			for _, a := range c.attempts(t, func(r dash.Route) bool { return r.Audience == dash.Public }) {
				got, closed := w.try(t, a, caller.header), accessRows()[a.Method+" "+a.Path].closed
				if closed != (got.Status == http.StatusForbidden) || !closed && got.Status >= http.StatusBadRequest {
					t.Errorf("%s %s by somebody %s: %d %s", a.Method, a.Path, caller.who, got.Status, got.Body)
				}
				if a.Method == http.MethodGet && strings.Contains(string(got.Body), `"signed_in":true`) {
					t.Errorf("%s %s takes somebody %s for signed in", a.Method, a.Path, caller.who)
				}
			}
		}
	})
}

// A page on another site can make a browser send its cookie with a write; every route refuses such a request.
func TestEveryWriteRefusesAnotherSitesPage(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		attempts := c.attempts(t, func(r dash.Route) bool { return r.Method != http.MethodGet })
		owner, admin := c.browser(t, "owner"), c.browser(t, "administrator")
		before := w.MustDumpAll(t)
		for _, a := range attempts {
			for _, who := range []*browser{owner, admin} {
				for _, from := range []http.Header{
					{"Sec-Fetch-Site": {"cross-site"}},
					{"Sec-Fetch-Site": {"same-site"}},
					{"Sec-Fetch-Site": nil, "Origin": {"https://evil.example"}},
					{"Sec-Fetch-Site": nil, "Origin": {"null"}},
				} {
					from.Set("Cookie", who.cookie)
					if got := w.try(t, a, from); got.Status != http.StatusForbidden || codeOf(got) != "forbidden" || len(got.cookies()) != 0 {
						t.Errorf("%s %s from %v: %d %s %v", a.Method, a.Path, from, got.Status, got.Body, got.Header)
					}
				}
			}
		}
		if w.MustDumpAll(t) != before || !owner.isIn(t) {
			t.Error("another site's page changed something")
		}
	})
}
