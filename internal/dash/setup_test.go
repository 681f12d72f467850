package dash_test

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"earnest/internal/auth"
	"earnest/internal/db/dbtest"
)

// mustSetupToken creates the token that a server prints at startup.
func (w *world) mustSetupToken(t testing.TB) string {
	t.Helper()
	token, empty, err := w.App.Accounts.NewSetupToken(t.Context())
	if err != nil || !empty {
		t.Fatalf("empty: %v, %v", empty, err)
	}
	return token.Reveal()
}

func TestTheTokenSetsUpTheFirstAdministratorOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b, token, other := w.stranger(), w.mustSetupToken(t), w.mustSetupToken(t)
		if !must[sessionBody](t, b, "GET", "/session", nil).SetupNeeded {
			t.Error("an empty instance needs no set-up")
		}
		for _, bad := range []string{auth.NewToken("set_").Reveal(), "x", strings.ToUpper(token)} {
			refused(t, b.call(t, "POST", "/setup", setupBody(bad)), http.StatusForbidden, "forbidden")
		}
		body := setupBody(token)
		body["password"] = "short"
		got := b.call(t, "POST", "/setup", body)
		refused(t, got, http.StatusUnprocessableEntity, "invalid")
		if !strings.Contains(string(got.Body), `"field":"password"`) {
			t.Errorf("%s", got.Body)
		}
		body = setupBody(token)
		body["email"] = "no email"
		refused(t, b.call(t, "POST", "/setup", body), http.StatusUnprocessableEntity, "invalid")

		got = b.keep(b.call(t, "POST", "/setup", setupBody(token)))
		s := read[sessionBody](t, got)
		if got.Status != http.StatusCreated || s.User == nil || !s.User.IsAdmin || !s.User.HasPassword || s.SetupNeeded || !b.isIn(t) {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		for _, late := range []string{token, other} {
			refused(t, w.stranger().call(t, "POST", "/setup", setupBody(late)), http.StatusForbidden, "forbidden")
		}
		if _, empty, err := w.App.Accounts.NewSetupToken(t.Context()); empty || err != nil {
			t.Errorf("a token for an instance with a user: %v, %v", empty, err)
		}
		if n := w.count(t, `SELECT COUNT(*) FROM setup_tokens`); n != 0 {
			t.Errorf("%d tokens are left", n)
		}
	})
}

func TestAUserAddedAnotherWayEndsTheSetup(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		token := w.mustSetupToken(t)
		w.mustBrowser(t, "ada")
		refused(t, w.stranger().call(t, "POST", "/setup", setupBody(token)), http.StatusForbidden, "forbidden")
		if must[sessionBody](t, w.stranger(), "GET", "/session", nil).SetupNeeded {
			t.Error("the pages ask for a set-up")
		}
		if err := w.App.Accounts.Sweep(t.Context()); err != nil || w.count(t, `SELECT COUNT(*) FROM setup_tokens`) != 0 {
			t.Errorf("the token is still there: %v", err)
		}
	})
}

func TestOnlyOneOfManyConcurrentSetupsSucceeds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, nil)
		nodes := []*world{w, w}
		if strings.HasPrefix(url, "postgres") {
			nodes[1] = newWorld(t, url, nil)
		}
		tokens := []string{nodes[0].mustSetupToken(t), nodes[1].mustSetupToken(t)}
		var won atomic.Int32
		var wait sync.WaitGroup
		for i := range 8 {
			wait.Go(func() {
				body := setupBody(tokens[i/2%2])
				body["email"] = newEmail()
				switch got := nodes[i%2].stranger().call(t, "POST", "/setup", body); got.Status {
				case http.StatusCreated:
					won.Add(1)
				case http.StatusForbidden:
				default:
					t.Errorf("%d %s", got.Status, got.Body)
				}
			})
		}
		wait.Wait()
		if n := w.count(t, `SELECT COUNT(*) FROM users`); won.Load() != 1 || n != 1 {
			t.Errorf("%d succeeded, %d users", won.Load(), n)
		}
	})
}
