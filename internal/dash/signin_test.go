package dash_test

import (
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/identity"
	identitystore "earnest/internal/identity/store"
)

func TestUnknownUsersAndWrongPasswordsGetTheSameAnswer(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, b := w.mustPassworded(t), w.stranger()
		w.mustBrowser(t, "invited") // without a password
		shut := w.mustPassworded(t)
		w.mustShut(t, shut.Email)
		answers := map[string]bool{}
		for _, email := range []string{ada.Email, "nobody@example.com", "invited@example.com", shut.Email} {
			got := b.signIn(t, email, "wrong password", "")
			refused(t, got, http.StatusUnauthorized, "wrong_credentials")
			answers[string(got.Body)] = true
			if len(got.cookies()) != 0 {
				t.Errorf("%s got a cookie", email)
			}
		}
		if len(answers) != 1 {
			t.Errorf("answers differ: %v", answers)
		}
		refused(t, b.signIn(t, shut.Email, goodPassword, ""), http.StatusForbidden, "account_inactive")
		if got := b.signIn(t, "  "+strings.ToUpper(ada.Email)+" ", goodPassword, ""); got.Status != http.StatusOK {
			t.Errorf("an email in another case: %d %s", got.Status, got.Body)
		}
	})
}

func TestAnAccountIsLockedAfterTenFailures(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, b := w.mustPassworded(t), w.stranger()
		open := ada.mustSignIn(t)
		for _, email := range []string{ada.Email, "nobody@example.com"} {
			w.mustFail(t, email, 9)
			refused(t, b.signIn(t, strings.ToUpper(email), "wrong password", ""), http.StatusUnauthorized, "wrong_credentials")
			got := b.signIn(t, email, goodPassword, "")
			refused(t, got, http.StatusTooManyRequests, "too_many_tries")
			if wait, err := strconv.Atoi(got.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 900 {
				t.Errorf("Retry-After = %q", got.Header.Get("Retry-After"))
			}
		}
		if !open.isIn(t) {
			t.Error("who was in is out")
		}
		w.Clock.Advance(15*time.Minute - time.Second)
		got := b.signIn(t, ada.Email, goodPassword, "")
		refused(t, got, http.StatusTooManyRequests, "too_many_tries")
		if got.Header.Get("Retry-After") != "1" {
			t.Errorf("Retry-After = %q", got.Header.Get("Retry-After"))
		}
		w.Clock.Advance(time.Second)
		if got := b.signIn(t, ada.Email, goodPassword, ""); got.Status != http.StatusOK {
			t.Errorf("after the lock: %d %s", got.Status, got.Body)
		}
	})
}

// mustFail records failed sign-ins as real attempts would, without hashing passwords.
func (w *world) mustFail(t testing.TB, email string, times int) {
	t.Helper()
	now := w.Clock.Now()
	for range times {
		err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
			_, err := identitystore.AddTry(t.Context(), tx, identity.AccountBucket(email), now, now.Add(-15*time.Minute))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSigningInResetsTheAccountsFailureCount(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t)
		for range 2 {
			w.mustFail(t, ada.Email, 9)
			ada.mustSignIn(t)
		}
		if n := w.count(t, `SELECT COALESCE(SUM(n), 0) FROM tries`); n != 0 {
			t.Errorf("%d tries are still counted", n)
		}
	})
}

func TestAnAddressIsLockedAfterFiftyFailures(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, func(c *app.Config) { c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
		ada := w.mustPassworded(t)
		now := w.Clock.Now()
		for _, bucket := range []string{"address:203.0.113.7", "address:2001:db8:1:2::/64"} {
			for range 49 {
				err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
					_, err := identitystore.AddTry(t.Context(), tx, bucket, now, now.Add(-time.Minute))
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		from := func(address, email, password string) answer {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.dash.URL+"/dash/session",
				strings.NewReader(`{"email":"`+email+`","password":"`+password+`"}`))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("X-Forwarded-For", address)
			return w.stranger().send(t, req)
		}
		refused(t, from("203.0.113.7", "one@example.com", "wrong password"), http.StatusUnauthorized, "wrong_credentials")
		refused(t, from("203.0.113.7", ada.Email, goodPassword), http.StatusTooManyRequests, "too_many_tries")
		refused(t, from("2001:db8:1:2::7", "two@example.com", "wrong password"), http.StatusUnauthorized, "wrong_credentials")
		refused(t, from("2001:db8:1:2:ffff::8", ada.Email, goodPassword), http.StatusTooManyRequests, "too_many_tries")
		for _, other := range []string{"203.0.113.8", "2001:db8:1:3::7"} {
			if got := from(other, ada.Email, goodPassword); got.Status != http.StatusOK {
				t.Errorf("from %s: %d %s", other, got.Status, got.Body)
			}
		}
	})
}

func TestTheLimitHoldsUnderConcurrentTries(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, nil)
		nodes := []*world{w}
		if strings.HasPrefix(url, "postgres") {
			nodes = append(nodes, newWorld(t, url, nil))
		}
		ada := w.mustPassworded(t)
		w.mustFail(t, ada.Email, 5)
		var wrong, locked atomic.Int32
		var wait sync.WaitGroup
		for i := range 24 {
			wait.Go(func() {
				switch got := nodes[i%len(nodes)].stranger().signIn(t, ada.Email, "wrong password", ""); got.Status {
				case http.StatusUnauthorized:
					wrong.Add(1)
				case http.StatusTooManyRequests:
					locked.Add(1)
				default:
					t.Errorf("%d %s", got.Status, got.Body)
				}
			})
		}
		wait.Wait()
		if wrong.Load() != 5 || locked.Load() != 19 {
			t.Errorf("%d passwords were checked, %d refused", wrong.Load(), locked.Load())
		}
	})
}

func TestABadBodySaysWhichMember(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		got := w.stranger().call(t, "POST", "/session", map[string]any{"email": "ada@example.com"})
		refused(t, got, http.StatusUnprocessableEntity, "invalid")
		if !strings.Contains(string(got.Body), `"field":"password"`) {
			t.Errorf("%s", got.Body)
		}
		refused(t, w.stranger().call(t, "POST", "/session", "{"), http.StatusUnprocessableEntity, "invalid")
	})
}
