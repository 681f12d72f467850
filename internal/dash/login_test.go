package dash_test

import (
	"net/http"
	"net/url"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/db/dbtest"
)

// eachProvider runs f in a fresh world with a provider, on each engine.
func eachProvider(t *testing.T, adjust func(*app.Config), f func(t *testing.T, w *world, p *apitest.Provider)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		p := apitest.NewProvider(t)
		f(t, newWorld(t, url, func(c *app.Config) {
			p.Clock = c.Clock
			c.Provider = auth.NewProvider(auth.ProviderConfig{
				Issuer: p.URL, ClientID: apitest.ClientID, ClientSecret: apitest.ClientSecret, Name: "Example ID", Clock: c.Clock,
			})
			if adjust != nil {
				adjust(c)
			}
		}), p)
	})
}

// login is a browser in the middle of a sign-in at the provider.
type login struct {
	*browser

	asked  url.Values
	cookie string
}

// mustStart sends a browser to the provider.
func (w *world) mustStart(t testing.TB, to string) *login {
	t.Helper()
	b := w.stranger()
	got := b.call(t, "GET", "/oidc/start?to="+url.QueryEscape(to), nil)
	u, err := url.Parse(got.Header.Get("Location"))
	if err != nil || got.Status != http.StatusFound || len(got.cookies()) != 1 {
		t.Fatalf("%d to %q, %v", got.Status, got.Header.Get("Location"), err)
	}
	c := got.cookies()[0]
	if c.Name != "earnest-login" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.MaxAge != 600 {
		t.Errorf("cookie %+v", c)
	}
	return &login{browser: b, asked: u.Query(), cookie: c.Name + "=" + c.Value}
}

// back sends the browser back from the provider and returns the address to which it is redirected.
func (l *login) back(t testing.TB, code, state string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
		l.dash.URL+"/dash/oidc/callback?"+url.Values{"code": {code}, "state": {state}}.Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", l.cookie)
	req.Header.Set("Sec-Fetch-Site", "cross-site") // the provider is another site
	got := l.keep(l.send(t, req))
	if got.Status != http.StatusFound {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	return got.Header.Get("Location")
}

// round sends a browser to the provider and back. It returns the browser and the address where it ends up.
func (w *world) round(t testing.TB, p *apitest.Provider, claims map[string]any) (*login, string) {
	t.Helper()
	l := w.mustStart(t, "/projects?q=1")
	return l, l.back(t, p.Allow(l.asked, claims), l.asked.Get("state"))
}
