package dash_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

func TestTheCookieIsHiddenFromScriptsAndOtherSites(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t)
		got := ada.signIn(t, ada.Email, goodPassword, "")
		c := got.cookies()[0]
		if c.Name != "earnest" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Secure || c.Domain != "" {
			t.Errorf("cookie over http: %+v", c)
		}
		if want := w.Clock.Now().AddDate(0, 0, 30); !c.Expires.Equal(want) {
			t.Errorf("it expires at %v, want %v", c.Expires, want)
		}
		if got.Header.Get("Cache-Control") != "no-store" || strings.Contains(string(got.Body), "ses_") {
			t.Errorf("%v %s", got.Header, got.Body)
		}
		w.dash = httptest.NewServer(dash.New(w.App, dash.Options{BaseURL: "https://earnest.example"}))
		t.Cleanup(w.dash.Close)
		c = ada.signIn(t, ada.Email, goodPassword, "").cookies()[0]
		if c.Name != "__Host-earnest" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || !c.Secure || c.Domain != "" {
			t.Errorf("cookie over https: %+v", c)
		}
	})
}

func TestASignInAlwaysReplacesTheSession(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		before := *ada
		if got := ada.signIn(t, ada.Email, goodPassword, ""); got.Status != http.StatusOK || ada.cookie == before.cookie {
			t.Fatalf("%d %s, cookie kept: %v", got.Status, got.Body, ada.cookie == before.cookie)
		}
		if before.isIn(t) || !ada.isIn(t) {
			t.Errorf("before: %v, now: %v", before.isIn(t), ada.isIn(t))
		}
		chosen := &browser{world: w, cookie: "earnest=" + auth.NewToken("ses_").Reveal()} // chosen by an attacker
		fixed := chosen.cookie
		if got := chosen.signIn(t, ada.Email, goodPassword, ""); got.Status != http.StatusOK || chosen.cookie == fixed {
			t.Errorf("a session that somebody chose was taken: %d", got.Status)
		}
		if (&browser{world: w, cookie: fixed}).isIn(t) {
			t.Error("a token that we never gave lets people in")
		}
	})
}

func TestAnEndedSessionIsOverAtTheNextRequestOnEveryNode(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, nil)
		second := w
		if strings.HasPrefix(url, "postgres") {
			second = newWorld(t, url, nil)
		}
		ada := w.mustPassworded(t)
		here, there := ada.mustSignIn(t), ada.mustSignIn(t)
		there.world = second
		list := must[sessionList](t, here, "GET", "/sessions", nil).Sessions
		if len(list) != 2 || list[0].Current == list[1].Current || list[0].Address != "127.0.0.1" || !strings.Contains(list[0].Agent, "Go-http-client") {
			t.Fatalf("sessions: %+v", list)
		}
		for _, s := range list {
			if !s.Current {
				must[any](t, here, "DELETE", "/sessions/"+strconv.FormatInt(s.ID, 10), nil)
			}
		}
		refused(t, there.call(t, "GET", "/sessions", nil), http.StatusUnauthorized, "signed_out")
		must[any](t, here, "GET", "/sessions", nil)

		there = ada.mustSignIn(t)
		there.world = second
		must[any](t, there, "DELETE", "/sessions", nil)
		refused(t, here.call(t, "GET", "/sessions", nil), http.StatusUnauthorized, "signed_out")
		refused(t, there.call(t, "GET", "/sessions", nil), http.StatusUnauthorized, "signed_out")
	})
}

func TestASessionCannotBeEndedByAnotherUser(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, bob := w.mustBrowser(t, "ada"), w.mustBrowser(t, "bob")
		id := must[sessionList](t, ada, "GET", "/sessions", nil).Sessions[0].ID
		for _, bad := range []string{strconv.FormatInt(id, 10), "x", "0", "-1", "99999999999999999999"} {
			refused(t, bob.call(t, "DELETE", "/sessions/"+bad, nil), http.StatusNotFound, "not_found")
		}
		if !ada.isIn(t) {
			t.Error("it ended")
		}
	})
}

func TestSigningOutEndsTheSessionAndRemovesTheCookie(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		before := *ada
		if got := ada.keep(ada.call(t, "DELETE", "/session", nil)); got.Status != http.StatusOK || ada.cookie != "" {
			t.Errorf("%d, cookie %q", got.Status, ada.cookie)
		}
		refused(t, before.call(t, "GET", "/sessions", nil), http.StatusUnauthorized, "signed_out")
	})
}

func TestASessionExpiresAfterSevenIdleDaysOrThirtyDays(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t)
		idle, busy := ada.mustSignIn(t), ada.mustSignIn(t)
		start := w.Clock.Now()
		for day := range 4 {
			w.Clock.Set(start.AddDate(0, 0, 6*(day+1)))
			busy.awaitSeen(t)
		}
		refused(t, idle.call(t, "GET", "/sessions", nil), http.StatusUnauthorized, "signed_out")
		w.Clock.Set(start.AddDate(0, 0, 30).Add(-time.Minute))
		must[any](t, busy, "GET", "/sessions", nil)
		w.Clock.Set(start.AddDate(0, 0, 30))
		refused(t, busy.call(t, "GET", "/sessions", nil), http.StatusUnauthorized, "signed_out")

		if n := w.count(t, `SELECT COUNT(*) FROM sessions`); n != 2 {
			t.Errorf("%d sessions before the sweep", n)
		}
		if err := w.App.Accounts.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.count(t, `SELECT COUNT(*) FROM sessions`); n != 0 {
			t.Errorf("%d sessions after the sweep", n)
		}
	})
}

// awaitSeen uses a session and waits until its last use is stored, which happens in the background.
func (b *browser) awaitSeen(t *testing.T) {
	t.Helper()
	want := b.Clock.Now().UTC().Format(time.RFC3339)
	for range 500 {
		for _, s := range must[sessionList](t, b, "GET", "/sessions", nil).Sessions {
			if s.Current && s.LastSeenAt == want {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the use at %s was never stored", want)
}

func TestTheLastUseIsStoredEveryFiveMinutesAtMost(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		signedIn := w.Clock.Now().UTC().Format(time.RFC3339)
		w.Clock.Advance(5*time.Minute - time.Second)
		for range 3 {
			if got := must[sessionList](t, ada, "GET", "/sessions", nil).Sessions[0].LastSeenAt; got != signedIn {
				t.Errorf("stored %s", got)
			}
		}
		if n := w.cost(func() { must[any](t, ada, "GET", "/sessions", nil) }); n != 2 {
			t.Errorf("%d statements for the list of sessions", n)
		}
		w.Clock.Advance(time.Second)
		ada.awaitSeen(t)
	})
}

func TestAClosedAccountIsRefusedAtTheNextRequest(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		w.mustShut(t, ada.Email)
		refused(t, ada.call(t, "GET", "/sessions", nil), http.StatusForbidden, "account_inactive")
		if ada.isIn(t) {
			t.Error("the pages take them for signed in")
		}
		if got := ada.call(t, "DELETE", "/session", nil); got.Status != http.StatusOK {
			t.Errorf("they cannot sign out: %d %s", got.Status, got.Body)
		}
	})
}

func (w *world) mustShut(t testing.TB, email string) {
	t.Helper()
	if _, err := w.App.Accounts.UpdateAccount(t.Context(), email, identity.AccountPatch{Active: domain.Some(false)}); err != nil {
		t.Fatal(err)
	}
}

// count runs a statement that returns a number.
func (w *world) count(t testing.TB, sql string, args ...any) int64 {
	t.Helper()
	var n int64
	if err := w.Store.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), sql, args, &n) }); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAnotherSiteCannotSignUsersInOrOut(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		for name, c := range map[string]struct {
			headers map[string]string
			allowed bool
		}{
			"another site":            {map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, false},
			"another subdomain":       {map[string]string{"Sec-Fetch-Site": "same-site", "Origin": "http://other.earnest.example"}, false},
			"an old browser":          {map[string]string{"Origin": "https://evil.example"}, false},
			"a page without origin":   {map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "null"}, false},
			"us, behind a proxy":      {map[string]string{"Origin": "http://earnest.example"}, true},
			"us":                      {map[string]string{"Sec-Fetch-Site": "same-origin"}, true},
			"a script, not a browser": {nil, true},
		} {
			for _, path := range []string{"/dash/session", "/dash/setup", "/dash/invitation", "/dash/account/second-factor"} {
				req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.dash.URL+path, strings.NewReader("{}"))
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Cookie", ada.cookie)
				for header, value := range c.headers {
					req.Header.Set(header, value)
				}
				got := ada.send(t, req)
				if want := map[bool]string{true: "invalid", false: "forbidden"}[c.allowed]; codeOf(got) != want {
					t.Errorf("%s to %s: %d %s, want %s", name, path, got.Status, got.Body, want)
				}
			}
		}
	})
}
