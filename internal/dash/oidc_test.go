package dash_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/dash"
	"earnest/internal/domain"
)

func TestAUserVerifiedByTheProviderIsSignedIn(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, p *apitest.Provider) {
		ada := w.mustBrowser(t, "ada")
		if s := must[sessionBody](t, w.stranger(), "GET", "/session", nil); s.OIDC == nil || s.OIDC.Name != "Example ID" {
			t.Errorf("%+v", s.OIDC)
		}
		l, to := w.round(t, p, map[string]any{"email": "ADA@example.com"})
		if to != "/projects?q=1" || must[sessionBody](t, l.browser, "GET", "/session", nil).User.ID != ada.ID {
			t.Errorf("sent to %s", to)
		}
		// From now on, the subject identifies the user, not the email.
		l, to = w.round(t, p, map[string]any{"email": "new-address@example.com", "email_verified": false})
		if to != "/projects?q=1" || must[sessionBody](t, l.browser, "GET", "/session", nil).User.ID != ada.ID {
			t.Errorf("sent to %s", to)
		}
		// At the provider, the address now belongs to someone else.
		if _, to := w.round(t, p, map[string]any{"sub": "person 2"}); to != "/signin?error=oidc_unknown" {
			t.Errorf("another subject with the same address: %s", to)
		}
	})
}

func TestTheProviderIsAskedWithStateNonceAndPKCE(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, _ *apitest.Provider) {
		l, other := w.mustStart(t, "/"), w.mustStart(t, "/")
		for name, want := range map[string]string{
			"client_id": apitest.ClientID, "response_type": "code", "code_challenge_method": "S256",
			"redirect_uri": "http://earnest.example/dash/oidc/callback", "scope": "openid email profile",
		} {
			if got := l.asked.Get(name); got != want {
				t.Errorf("%s = %q, want %q", name, got, want)
			}
		}
		seen := map[string]bool{}
		for _, name := range []string{"state", "nonce", "code_challenge"} {
			seen[l.asked.Get(name)], seen[other.asked.Get(name)] = true, true
		}
		if len(seen) != 6 || seen[""] {
			t.Errorf("%v", seen)
		}
	})
}

func TestAnInvalidProofIsRefused(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, p *apitest.Provider) {
		w.mustBrowser(t, "ada")
		for name, c := range map[string]struct {
			claims map[string]any
			want   string
		}{
			"wrong nonce":                  {map[string]any{"nonce": "other"}, "oidc_failed"},
			"no nonce":                     {map[string]any{"nonce": nil}, "oidc_failed"},
			"issued for another client":    {map[string]any{"aud": "another client"}, "oidc_failed"},
			"from another issuer":          {map[string]any{"iss": "https://evil.example"}, "oidc_failed"},
			"expired":                      {map[string]any{"exp": w.Clock.Now().Add(-time.Second).Unix()}, "oidc_failed"},
			"email not verified":           {map[string]any{"email_verified": false}, "oidc_unverified"},
			"no statement about the email": {map[string]any{"email_verified": nil}, "oidc_unverified"},
			"unknown email":                {map[string]any{"email": "nobody@example.com"}, "oidc_unknown"},
		} {
			l, to := w.round(t, p, c.claims)
			if to != "/signin?error="+c.want || l.isIn(t) {
				t.Errorf("%s: sent to %s, want %s", name, to, c.want)
			}
		}
		l := w.mustStart(t, "/")
		if to := l.back(t, p.Allow(l.asked, nil), "another state"); to != "/signin?error=oidc_failed" {
			t.Errorf("wrong state: %s", to)
		}
		mine, theirs := w.mustStart(t, "/"), w.mustStart(t, "/")
		if to := theirs.back(t, p.Allow(mine.asked, nil), mine.asked.Get("state")); to != "/signin?error=oidc_failed" {
			t.Errorf("a sign-in that another browser began: %s", to)
		}
		if to := mine.back(t, p.Allow(theirs.asked, nil), mine.asked.Get("state")); to != "/signin?error=oidc_failed" {
			t.Errorf("a code that another browser got: %s", to)
		}
		l = w.mustStart(t, "/")
		code := p.Allow(l.asked, nil)
		if to := l.back(t, code, l.asked.Get("state")); to != "/" {
			t.Errorf("a good one: %s", to)
		}
		if to := l.back(t, code, l.asked.Get("state")); to != "/signin?error=oidc_failed" {
			t.Errorf("the same code again: %s", to)
		}
		if n := w.count(t, `SELECT COUNT(*) FROM identities`); n != 1 {
			t.Errorf("%d identities", n)
		}
	})
}

func TestATokenSignedByAnotherKeyIsRefused(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, p *apitest.Provider) {
		w.mustBrowser(t, "ada")
		if _, to := w.round(t, p, nil); to != "/projects?q=1" { // the provider's real key is now known
			t.Fatalf("sent to %s", to)
		}
		p.SignWith(apitest.ForgedKey())
		if l, to := w.round(t, p, nil); to != "/signin?error=oidc_failed" || l.isIn(t) {
			t.Errorf("sent to %s", to)
		}
	})
}

func TestAnEmailMissingFromTheTokenIsRequested(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, p *apitest.Provider) {
		w.mustBrowser(t, "ada")
		p.Tell(map[string]any{"sub": "person 2", "email": "ada@example.com", "email_verified": true})
		if _, to := w.round(t, p, map[string]any{"email": nil, "email_verified": nil}); to != "/signin?error=oidc_failed" {
			t.Errorf("what is said of somebody else: %s", to)
		}
		p.Tell(map[string]any{"sub": "person 1", "email": "ada@example.com", "email_verified": "true"})
		if l, to := w.round(t, p, map[string]any{"email": nil, "email_verified": nil}); to != "/projects?q=1" || !l.isIn(t) {
			t.Errorf("sent to %s", to)
		}
	})
}

func TestWithoutTheProviderPasswordsStillWork(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, p *apitest.Provider) {
		ada := w.mustPassworded(t)
		p.Broken.Store(true)
		if got := w.stranger().call(t, "GET", "/oidc/start", nil); got.Header.Get("Location") != "/signin?error=oidc_unavailable" {
			t.Errorf("%d to %s", got.Status, got.Header.Get("Location"))
		}
		ada.mustSignIn(t)
		p.Broken.Store(false) // the provider is tried again
		l := w.mustStart(t, "/")
		code := p.Allow(l.asked, nil)
		p.Broken.Store(true)
		if to := l.back(t, code, l.asked.Get("state")); to != "/signin?error=oidc_unavailable" {
			t.Errorf("sent to %s", to)
		}
	})
}

func TestDecliningAtTheProviderReturnsToTheSignIn(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, _ *apitest.Provider) {
		l := w.mustStart(t, "/")
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
			w.dash.URL+"/dash/oidc/callback?error=access_denied&state="+l.asked.Get("state"), nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Cookie", l.cookie)
		if got := l.send(t, req); got.Header.Get("Location") != "/signin?error=oidc_denied" {
			t.Errorf("%d to %s", got.Status, got.Header.Get("Location"))
		}
	})
}

func TestAClosedAccountCannotSignInThroughTheProvider(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, p *apitest.Provider) {
		ada := w.mustBrowser(t, "ada")
		w.mustShut(t, ada.Email)
		if l, to := w.round(t, p, nil); to != "/signin?error=account_inactive" || l.isIn(t) {
			t.Errorf("sent to %s", to)
		}
	})
}

func TestTheProviderCreatesUsersOnlyIfAllowed(t *testing.T) {
	eachProvider(t, func(c *app.Config) { c.CreateUsers = true }, func(t *testing.T, w *world, p *apitest.Provider) {
		if _, to := w.round(t, p, nil); to != "/signin?error=oidc_unknown" {
			t.Errorf("an instance without an administrator: %s", to)
		}
		w.mustAdmin(t)
		if _, to := w.round(t, p, map[string]any{"email_verified": false}); to != "/signin?error=oidc_unverified" {
			t.Errorf("not verified: %s", to)
		}
		l, to := w.round(t, p, nil)
		u := must[sessionBody](t, l.browser, "GET", "/session", nil).User
		if to != "/projects?q=1" || u.Email != "ada@example.com" || u.Firstname != "Ada" || u.Lastname != "King" || u.IsAdmin || u.HasPassword {
			t.Errorf("sent to %s as %+v", to, u)
		}
		var wait sync.WaitGroup
		var in atomic.Int32
		for range 4 { // the first sign-in, several times concurrently
			wait.Go(func() {
				if _, to := w.round(t, p, map[string]any{"sub": "person 9", "email": "nine@example.com", "name": nil}); to == "/projects?q=1" {
					in.Add(1)
				}
			})
		}
		wait.Wait()
		if n := w.count(t, `SELECT COUNT(*) FROM users WHERE email = 'nine@example.com'`); n != 1 || in.Load() != 4 {
			t.Errorf("%d users, %d got in", n, in.Load())
		}
	})
}

// Someone was invited by email only, and signs in through the provider before receiving a link.
func TestSigningInThroughTheProviderAcceptsNoInvitation(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, p *apitest.Provider) {
		owner := w.MustPerson(t, "owner")
		project := apitest.Must(owner.CreateProject(t.Context(), client.ProjectCreate{Name: "waits"}))(t)
		in := domain.Given(domain.NewMember{Email: "ada@example.com", Role: domain.Worker, ScrumRole: domain.DefaultScrumRole})
		m := apitest.Must(w.App.Accounts.AddMember(t.Context(), domain.Caller{UserID: owner.ID}, project.UUID, in))(t).Member
		l, _ := w.round(t, p, map[string]any{"given_name": "Ada", "family_name": "Lovelace"})
		user := must[sessionBody](t, l.browser, "GET", "/session", nil).User
		if user.ID != m.UserID || user.Firstname != "Ada" || user.Lastname != "Lovelace" {
			t.Errorf("%+v", user)
		}
		refused(t, l.call(t, "GET", "/projects/"+project.UUID, nil), http.StatusForbidden, "forbidden")
		must[any](t, l.browser, "POST", "/invitations/"+m.UUID+"/accept", nil)
		must[any](t, l.browser, "GET", "/projects/"+project.UUID, nil)
	})
}

func TestASignInAtTheProviderEndsThePreviousSession(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, p *apitest.Provider) {
		ada := w.mustBrowser(t, "ada")
		l := w.mustStart(t, "/")
		l.cookie += "; " + ada.cookie
		if to := l.back(t, p.Allow(l.asked, nil), l.asked.Get("state")); to != "/" {
			t.Errorf("sent to %s", to)
		}
		if ada.isIn(t) || !l.isIn(t) {
			t.Error("the old session lives on, or the new one does not")
		}
	})
}

func TestSignInNeverRedirectsToAnotherSite(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, p *apitest.Provider) {
		w.mustBrowser(t, "ada")
		for to, want := range map[string]string{
			"/projects/x/board?epic=1#t":    "/projects/x/board?epic=1#t",
			"":                              "/",
			"projects":                      "/",
			"//evil.example":                "/",
			`/\evil.example`:                "/",
			"https://evil.example/":         "/",
			"/\t/evil.example":              "/",
			"javascript:alert(1)":           "/",
			"/" + strings.Repeat("x", 2000): "/",
		} {
			l := w.mustStart(t, to)
			if got := l.back(t, p.Allow(l.asked, nil), l.asked.Get("state")); got != want {
				t.Errorf("%.60q leads to %.60q, want %q", to, got, want)
			}
		}
	})
}

func TestOverHTTPSTheLoginCookieIsRestrictedToThisHost(t *testing.T) {
	eachProvider(t, nil, func(t *testing.T, w *world, _ *apitest.Provider) {
		w.dash = httptest.NewServer(dash.New(w.App, dash.Options{BaseURL: "https://earnest.example"}))
		t.Cleanup(w.dash.Close)
		c := w.stranger().call(t, "GET", "/oidc/start", nil).cookies()[0]
		if c.Name != "__Host-earnest-login" || !c.Secure || !c.HttpOnly {
			t.Errorf("%+v", c)
		}
	})
}

func TestWithoutAProviderItsSignInIsNotFound(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		refused(t, w.stranger().call(t, "GET", "/oidc/start", nil), http.StatusNotFound, "not_found")
		refused(t, w.stranger().call(t, "GET", "/oidc/callback", nil), http.StatusNotFound, "not_found")
		if s := must[sessionBody](t, w.stranger(), "GET", "/session", nil); s.OIDC != nil {
			t.Errorf("%+v", s.OIDC)
		}
	})
}
