package apiv1_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

func TestTheAdmissionChecksRunInOrder(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		ctx := t.Context()
		past := w.Clock.Now().Add(-time.Hour)
		elsewhere := []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
		key := func(expires *time.Time, allow []netip.Prefix, scopes domain.Scopes) string {
			k := apitest.Must(w.App.Keys.CreateKey(ctx, identity.NewKey{UserEmail: ada.Email, Scopes: scopes, ExpiresAt: expires, AllowIPs: allow}))(t)
			return k.Reveal()
		}
		want := func(what, key string, status int, code string) {
			t.Helper()
			wantEnvelope(t, what, w.Call(t, key, http.MethodGet, "/nothing", nil), status, code)
		}
		unknown := apitest.Must(auth.NewKey())(t)
		expired := key(&past, elsewhere, 0)
		far := key(nil, elsewhere, 0)
		good := key(nil, nil, 0)

		want("no key", "", 401, "MISSING_API_KEY")
		want("nonsense", "nonsense", 401, "INVALID_API_KEY")
		want("a well-formed key nobody has", unknown.Reveal(), 401, "INVALID_API_KEY")
		want("expired, and from elsewhere", expired, 401, "EXPIRED_API_KEY")
		apitest.Must(w.App.Keys.RevokeKey(ctx, expired))(t)
		want("revoked, expired, and from elsewhere", expired, 401, "REVOKED_API_KEY")
		apitest.Must(w.App.Accounts.UpdateAccount(ctx, ada.Email, identity.AccountPatch{Active: domain.Some(false), Plan: domain.Some(domain.Free)}))(t)
		want("from elsewhere, account inactive", far, 403, "IP_NOT_ALLOWED")
		want("account inactive, no plan", good, 403, "ACCOUNT_INACTIVE")
		apitest.Must(w.App.Accounts.UpdateAccount(ctx, ada.Email, identity.AccountPatch{Active: domain.Some(true)}))(t)
		want("no plan", good, 403, "PLAN_REQUIRED")
		apitest.Must(w.App.Accounts.UpdateAccount(ctx, ada.Email, identity.AccountPatch{SubscribedAt: domain.Some(time.Date(2025, 12, 31, 23, 59, 59, 0, time.UTC))}))(t)
		want("grandfathered, unknown path", good, 404, "NOT_FOUND")
		wantEnvelope(t, "wrong method before scope", w.Call(t, good, http.MethodPatch, "/projects", nil), 405, "METHOD_NOT_ALLOWED")
		wantEnvelope(t, "scope before resource", w.Call(t, good, http.MethodGet, "/projects/x", nil), 403, "INSUFFICIENT_SCOPE")
	})
}

func TestOnlyOneWellFormedHeaderIsAKey(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		for _, tc := range []struct {
			headers []string
			code    string
		}{
			{[]string{""}, "MISSING_API_KEY"},
			{[]string{"   "}, "MISSING_API_KEY"},
			{[]string{"Bearer"}, "INVALID_API_KEY"},
			{[]string{"Basic " + ada.Key}, "INVALID_API_KEY"},
			{[]string{ada.Key}, "INVALID_API_KEY"},
			{[]string{"Bearer " + ada.Key + "x"}, "INVALID_API_KEY"},
			{[]string{"Bearer " + ada.Key, "Bearer " + ada.Key}, "INVALID_API_KEY"},
			{[]string{"bearer " + ada.Key}, ""},
			{[]string{"BEARER   " + ada.Key}, ""},
		} {
			req := apitest.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, w.Server.URL+"/api/v1/projects", nil))(t)
			req.Header["Authorization"] = tc.headers
			a := w.Send(t, req)
			if tc.code != a.Code || tc.code == "" && a.Status != http.StatusOK {
				t.Errorf("%q: %d %s", tc.headers, a.Status, a.Body)
			}
		}
	})
}

func TestAddressesBehindATrustedProxy(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, func(c *app.Config) { c.Proxies = auth.Proxies{netip.MustParsePrefix("127.0.0.0/8")} })
		ada := w.MustPerson(t, "ada")
		allow := []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("2001:db8::/32")}
		k := apitest.Must(w.App.Keys.CreateKey(t.Context(), identity.NewKey{UserEmail: ada.Email, Scopes: 1, AllowIPs: allow}))(t)
		for _, tc := range []struct {
			forwarded string
			status    int
		}{
			{"203.0.113.7", 200},
			{"10.0.0.1, 203.0.113.7", 200},
			{"203.0.113.7, 198.51.100.1", 403},
			{"203.0.113.7, 127.0.0.2", 200},
			{"2001:db8::5", 200},
			{"[2001:db8::5]:4711", 200},
			{"", 403},
			{"nonsense", 403},
		} {
			req := apitest.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, w.Server.URL+"/api/v1/projects", nil))(t)
			req.Header.Set("Authorization", "Bearer "+k.Reveal())
			req.Header.Set("X-Forwarded-For", tc.forwarded)
			if a := w.Send(t, req); a.Status != tc.status {
				t.Errorf("from %q: %d %s", tc.forwarded, a.Status, a.Body)
			}
		}
	})
}

func TestAForgedForwardingHeaderChangesNothing(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		k := apitest.Must(w.App.Keys.CreateKey(t.Context(), identity.NewKey{UserEmail: ada.Email, Scopes: 1, AllowIPs: []netip.Prefix{netip.MustParsePrefix("203.0.113.7/32")}}))(t)
		req := apitest.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, w.Server.URL+"/api/v1/projects", nil))(t)
		req.Header.Set("Authorization", "Bearer "+k.Reveal())
		req.Header.Set("X-Forwarded-For", "203.0.113.7")
		wantEnvelope(t, "forged", w.Send(t, req), 403, "IP_NOT_ALLOWED")
	})
}

func TestQuotaIsExactOverHTTP(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, func(c *app.Config) { c.Limits = admit.Limits{Hour: 500, Month: 10_000} })
		ada := w.MustPerson(t, "ada")
		if got := storm(t, []string{w.Server.URL}, ada.Key, 64, 12); got != 500 {
			t.Errorf("%d requests were let in, want exactly 500", got)
		}
		a := w.Call(t, ada.Key, http.MethodGet, "/projects", nil)
		wantEnvelope(t, "after the quota", a, 429, "RATE_LIMIT_EXCEEDED")
		if a.Header.Get("Retry-After") != "3600" || a.Header.Get("X-Ratelimit-Remaining-Hour") != "0" || a.Header.Get("X-Ratelimit-Remaining-Month") != "9500" {
			t.Errorf("headers %v", a.Header)
		}
		if reset := a.Header.Get("X-Ratelimit-Reset-Hour"); reset != strconv.FormatInt(w.Clock.Now().Add(time.Hour).Unix(), 10) {
			t.Errorf("reset %s", reset)
		}
		w.Clock.Advance(time.Hour)
		if a := w.Call(t, ada.Key, http.MethodGet, "/projects", nil); a.Status != 200 || a.Header.Get("X-Ratelimit-Remaining-Hour") != "499" {
			t.Errorf("in the next hour: %d %v", a.Status, a.Header)
		}
	})
}

func TestQuotaIsExactOverThreeNodes(t *testing.T) {
	t.Parallel()
	w := apitest.New(t, dbtest.Postgres(t), func(c *app.Config) { c.Limits = admit.Limits{Hour: 500, Month: 10_000} })
	ada := w.MustPerson(t, "ada")
	nodes := []string{w.Server.URL}
	for range 2 {
		node := app.New(w.Store, app.Config{Grid: domain.PlanGrid{APIFrom: domain.Pro}, Limits: admit.Limits{Hour: 500, Month: 10_000}, Clock: w.Clock.Now})
		node.Start()
		server := httptest.NewServer(apiv1.New(node, apiv1.Options{}))
		t.Cleanup(func() {
			server.Close()
			if err := node.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		})
		nodes = append(nodes, server.URL)
	}
	if got := storm(t, nodes, ada.Key, 64, 12); got != 500 {
		t.Errorf("%d requests were let in over three nodes, want exactly 500", got)
	}
}

// storm sends requests from many clients simultaneously and counts those that were admitted.
func storm(t *testing.T, nodes []string, key string, clients, each int) int64 {
	t.Helper()
	var in atomic.Int64
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			c := client.New(nodes[i%len(nodes)], key, client.WithRetry(0, 0))
			for range each {
				if _, err := c.Projects(t.Context()); err == nil {
					in.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return in.Load()
}

func TestGuessingIsThrottledByAddressAndHarmsNobodysKey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, func(c *app.Config) { c.Limits = admit.Limits{Hour: 20, Month: 100} })
		ada := w.MustPerson(t, "ada")
		for i := range 20 {
			guess := apitest.Must(auth.NewKey())(t)
			a := w.Call(t, guess.Reveal(), http.MethodGet, "/projects", nil)
			wantEnvelope(t, "guess", a, 401, "INVALID_API_KEY")
			if left := a.Header.Get("X-Ratelimit-Remaining-Hour"); left != strconv.Itoa(19-i) {
				t.Errorf("guess %d: %s left", i, left)
			}
		}
		guess := apitest.Must(auth.NewKey())(t)
		wantEnvelope(t, "one guess too many", w.Call(t, guess.Reveal(), http.MethodGet, "/projects", nil), 429, "RATE_LIMIT_EXCEEDED")
		if a := w.Call(t, ada.Key, http.MethodGet, "/projects", nil); a.Status != 200 || a.Header.Get("X-Ratelimit-Remaining-Hour") != "19" {
			t.Errorf("a good key from the same address: %d %v", a.Status, a.Header)
		}
	})
}

func TestLastUseIsStored(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		apitest.Must(ada.Projects(t.Context()))(t)
		deadline := time.Now().Add(10 * time.Second)
		for {
			keys := apitest.Must(w.App.Keys.Keys(t.Context(), ada.Email))(t)
			if k := keys[0]; k.LastUsedAt != nil && k.LastUsedAt.Equal(w.Clock.Now()) && *k.LastUsedIP == "127.0.0.1" {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("the last use was not kept: %+v", keys[0])
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
}
