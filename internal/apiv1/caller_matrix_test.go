package apiv1_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// caller is a caller whom every operation refuses, with the headers they send and the expected error.
type caller struct {
	who    string
	header []string // the Authorization headers
	status int
	code   string
}

// key creates an owner's key with every scope.
func key(t *testing.T, w *apitest.World, n identity.NewKey) string {
	t.Helper()
	n.Scopes = apitest.Must(domain.ParseScopes("all"))(t)
	made := apitest.Must(w.App.Keys.CreateKey(t.Context(), n))(t)
	return made.Reveal()
}

// twin returns the key of another admin of the project, after changing that person's account.
func twin(t *testing.T, c *apitest.Cast, name string, change identity.AccountPatch) string {
	t.Helper()
	p := c.World.MustPerson(t, name)
	c.World.MustJoin(t, c.Project, p.ID, domain.Admin)
	apitest.Must(c.World.App.Accounts.UpdateAccount(t.Context(), p.Email, change))(t)
	return p.Key
}

// refusedCallers returns one caller of each kind that the admission checks refuse, in the order of the checks. All of them manage the
// project, so that only the check they fail can refuse them.
func refusedCallers(t *testing.T, c *apitest.Cast) []caller {
	t.Helper()
	w, owner := c.World, c.Owner.Email
	past := w.Clock.Now().Add(-time.Second)
	elsewhere := []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	unknown := apitest.Must(auth.NewKey())(t)
	revoked := key(t, w, identity.NewKey{UserEmail: owner})
	apitest.Must(w.App.Keys.RevokeKey(t.Context(), revoked))(t)
	bearer := func(key string) []string { return []string{"Bearer " + key} }
	return []caller{
		{"no credentials", nil, 401, "MISSING_API_KEY"},
		{"an empty header", []string{"  "}, 401, "MISSING_API_KEY"},
		{"an unknown key", bearer(unknown.Reveal()), 401, "INVALID_API_KEY"},
		{"another scheme", []string{"Basic " + c.Owner.Key}, 401, "INVALID_API_KEY"},
		{"a session in place of a key", bearer(auth.NewToken("ses_").Reveal()), 401, "INVALID_API_KEY"},
		{"two keys", []string{"Bearer " + c.Owner.Key, "Bearer " + c.Owner.Key}, 401, "INVALID_API_KEY"},
		{"a revoked key", bearer(revoked), 401, "REVOKED_API_KEY"},
		{"an expired key", bearer(key(t, w, identity.NewKey{UserEmail: owner, ExpiresAt: &past})), 401, "EXPIRED_API_KEY"},
		{"a key for another address", bearer(key(t, w, identity.NewKey{UserEmail: owner, AllowIPs: elsewhere})), 403, "IP_NOT_ALLOWED"},
		{"an inactive account", bearer(twin(t, c, "idle", identity.AccountPatch{Active: domain.Some(false)})), 403, "ACCOUNT_INACTIVE"},
		{"a plan without the API", bearer(twin(t, c, "poor", identity.AccountPatch{Plan: domain.Some(domain.Free)})), 403, "PLAN_REQUIRED"},
	}
}

// attempt is a call that a caller tries to make.
type attempt struct {
	method, path string
	body         any
}

// attempts returns, for every operation, a valid call and calls that every later admission check would refuse. They prove the order of the
// checks, because a caller who fails an early check must learn nothing about the later ones.
func attempts(t *testing.T, c *apitest.Cast) []attempt {
	t.Helper()
	all := []attempt{}
	for _, r := range apiv1.Routes() {
		path, body := aCall(t, c, r)
		all = append(all, attempt{r.Method, path, body}, attempt{r.Method, "/nothing" + path, body})
		if strings.Contains(r.Path, "{uuid}") {
			all = append(all, attempt{r.Method, strings.Replace(r.Path, "{uuid}", "x", 1), "{"})
		}
	}
	return all
}

func TestEveryOperationRunsTheAdmissionChecks(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		callers, calls := refusedCallers(t, c), attempts(t, c)
		before := w.MustDumpAll(t)
		for _, call := range calls {
			for _, caller := range callers {
				a := w.Send(t, request(t, w, caller.header, call))
				if a.Status != caller.status || a.Code != caller.code {
					t.Errorf("%s %s by %s: %d %s, want %d %s", call.method, call.path, caller.who, a.Status, a.Body, caller.status, caller.code)
				}
			}
		}
		if w.MustDumpAll(t) != before {
			t.Error("somebody who was refused changed something")
		}
	})
}

func request(t *testing.T, w *apitest.World, header []string, call attempt) *http.Request {
	t.Helper()
	req := w.MustRequest(t, "", call.method, call.path, call.body)
	if header != nil {
		req.Header["Authorization"] = header
	}
	return req
}

// The quota is checked after the plan and before the route, so a key that has used up its quota learns nothing else.
func TestEveryOperationRefusesAKeyWhoseQuotaIsUsedUp(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, func(config *app.Config) { config.Limits = admit.Limits{Hour: 200, Month: 10_000} })
		c := w.MustCast(t, "")
		calls := attempts(t, c)
		spent, poor := key(t, w, identity.NewKey{UserEmail: c.Owner.Email}), twin(t, c, "poor", identity.AccountPatch{Plan: domain.Some(domain.Free)})
		for w.Call(t, spent, http.MethodGet, "/projects", nil).Status != http.StatusTooManyRequests {
			continue
		}
		for _, call := range calls {
			wantEnvelope(t, call.method+" "+call.path, w.Call(t, spent, call.method, call.path, call.body), 429, "RATE_LIMIT_EXCEEDED")
		}
		wantEnvelope(t, "a plan without the API, before the quota", w.Call(t, poor, http.MethodGet, "/projects", nil), 403, "PLAN_REQUIRED")
	})
}

// A member who is invited but not active, or was made inactive, is treated like a stranger.
func TestEveryOperationTreatsAMemberWhoIsNotActiveAsAStranger(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, status := range []domain.MemberStatus{domain.MemberInvited, domain.MemberInactive} {
			p := w.MustPerson(t, string(status))
			w.MustJoin(t, c.Project, p.ID, domain.Admin)
			mustWrite(t, w, `UPDATE members SET status = $1 WHERE user_id = $2`, string(status), p.ID)
			for _, r := range apiv1.Routes() {
				path, body := aCall(t, c, r)
				a := w.Call(t, p.Key, r.Method, path, body)
				if rolesByRoute[name(r)] == "everyone" {
					if a.Status != r.Status || strings.Contains(string(a.Body), c.Project) {
						t.Errorf("%s by somebody who is %s: %d %s", name(r), status, a.Status, a.Body)
					}
					continue
				}
				if r.Items != nil {
					wantEnvelope(t, name(r)+" by somebody who is "+string(status), a, 422, "VALIDATION_ERROR")
					continue
				}
				wantEnvelope(t, name(r)+" by somebody who is "+string(status), a, 403, "FORBIDDEN")
			}
		}
	})
}

func mustWrite(t *testing.T, w *apitest.World, text string, args ...any) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
