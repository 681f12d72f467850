package dash_test

import (
	"bytes"
	"encoding/base32"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/db"
	identitystore "earnest/internal/identity/store"
)

func TestTheSecondFactorIsAskedForAndEachCodeWorksOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		app := ada.mustFactor(t)
		if len(app.recovery) != 10 || !strings.HasPrefix(app.URI, "otpauth://totp/Earnest:") || !strings.Contains(app.URI, "secret="+app.Secret) {
			t.Errorf("%+v", app)
		}
		if u := must[sessionBody](t, ada, "GET", "/session", nil).User; !u.SecondFactor {
			t.Error("the user has no second factor")
		}
		b := w.stranger()
		used := app.code(w.Clock.Now()) // already used for the confirmation
		refused(t, b.signIn(t, ada.Email, goodPassword, ""), http.StatusUnauthorized, "code_needed")
		refused(t, b.signIn(t, ada.Email, goodPassword, used), http.StatusUnauthorized, "wrong_code")
		refused(t, b.signIn(t, ada.Email, "wrong password", used), http.StatusUnauthorized, "wrong_credentials")
		w.Clock.Advance(time.Minute)
		late := app.code(w.Clock.Now().Add(-30 * time.Second))
		for _, bad := range []string{app.code(w.Clock.Now().Add(-time.Minute)), app.code(w.Clock.Now().Add(time.Minute)), "abc"} {
			refused(t, b.signIn(t, ada.Email, goodPassword, bad), http.StatusUnauthorized, "wrong_code")
		}
		if got := b.signIn(t, ada.Email, goodPassword, " "+app.code(w.Clock.Now())+" "); got.Status != http.StatusOK {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		refused(t, b.signIn(t, ada.Email, goodPassword, app.code(w.Clock.Now())), http.StatusUnauthorized, "wrong_code")
		refused(t, b.signIn(t, ada.Email, goodPassword, late), http.StatusUnauthorized, "wrong_code") // an earlier code
	})
}

func TestARecoveryCodeStandsInForTheFactorOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		app := ada.mustFactor(t)
		b := w.stranger()
		if got := b.signIn(t, ada.Email, goodPassword, strings.ToUpper(app.recovery[3])); got.Status != http.StatusOK {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		refused(t, b.signIn(t, ada.Email, goodPassword, app.recovery[3]), http.StatusUnauthorized, "wrong_code")
		fresh := must[struct {
			Codes []string `json:"recovery_codes"`
		}](t, ada, "POST", "/account/recovery-codes", map[string]any{"password": goodPassword, "code": app.recovery[4]}).Codes
		if len(fresh) != 10 {
			t.Errorf("%d codes", len(fresh))
		}
		refused(t, b.signIn(t, ada.Email, goodPassword, app.recovery[5]), http.StatusUnauthorized, "wrong_code") // a replaced code
		if got := b.signIn(t, ada.Email, goodPassword, fresh[0]); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	})
}

func TestACodeWorksOnceEvenConcurrently(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		app := ada.mustFactor(t)
		w.Clock.Advance(time.Minute)
		for _, code := range []string{app.code(w.Clock.Now()), app.recovery[0]} {
			var in atomic.Int32
			var wait sync.WaitGroup
			for range 4 {
				wait.Go(func() {
					if got := w.stranger().signIn(t, ada.Email, goodPassword, code); got.Status == http.StatusOK {
						in.Add(1)
					} else if codeOf(got) != "wrong_code" {
						t.Errorf("%d %s", got.Status, got.Body)
					}
				})
			}
			wait.Wait()
			if in.Load() != 1 {
				t.Errorf("%d got in with one code", in.Load())
			}
		}
	})
}

// A correct password alone must not reset the count, or codes could be guessed forever.
func TestWrongCodesLockTheAccount(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		app := ada.mustFactor(t)
		w.Clock.Advance(time.Minute)
		b := w.stranger()
		for range 5 {
			refused(t, b.signIn(t, ada.Email, goodPassword, "abcd"), http.StatusUnauthorized, "wrong_code")
			refused(t, b.signIn(t, ada.Email, goodPassword, ""), http.StatusUnauthorized, "code_needed")
		}
		w.mustFail(t, ada.Email, 5)
		refused(t, b.signIn(t, ada.Email, goodPassword, app.code(w.Clock.Now())), http.StatusTooManyRequests, "too_many_tries")
		refused(t, b.signIn(t, ada.Email, goodPassword, ""), http.StatusTooManyRequests, "too_many_tries")
	})
}

func TestAFactorIsActiveOnlyAfterItsFirstCodeIsConfirmed(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t)
		here, there := ada.mustSignIn(t), ada.mustSignIn(t)
		refused(t, here.call(t, "PUT", "/account/second-factor", map[string]any{"code": "123456"}), http.StatusConflict, "conflict")
		here.mustOffer(t)
		offered := here.mustOffer(t) // this replaces the first one
		refused(t, here.call(t, "PUT", "/account/second-factor", map[string]any{"code": "12345x"}), http.StatusUnauthorized, "wrong_code")
		code := map[string]any{"code": offered.code(w.Clock.Now())}
		refused(t, there.call(t, "PUT", "/account/second-factor", code), http.StatusConflict, "conflict") // another session cannot confirm it
		if got := w.stranger().signIn(t, ada.Email, goodPassword, ""); got.Status != http.StatusOK {
			t.Errorf("an offered factor is asked for: %d %s", got.Status, got.Body)
		}
		must[any](t, here, "PUT", "/account/second-factor", code)
		refused(t, here.call(t, "PUT", "/account/second-factor", code), http.StatusConflict, "conflict")
		refused(t, here.call(t, "POST", "/account/second-factor", map[string]any{"password": goodPassword}), http.StatusConflict, "conflict")
		if n := w.count(t, `SELECT COUNT(*) FROM second_factors WHERE pending IS NULL`); n != 1 {
			t.Error("the secret is still sealed with the session")
		}
	})
}

func TestTurningTheFactorOffNeedsPasswordAndCode(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		refused(t, ada.call(t, "DELETE", "/account/second-factor", map[string]any{"password": goodPassword, "code": "123456"}), http.StatusConflict, "conflict")
		app := ada.mustFactor(t)
		w.Clock.Advance(time.Minute)
		end := func(password, code string) answer {
			return ada.call(t, "DELETE", "/account/second-factor", map[string]any{"password": password, "code": code})
		}
		refused(t, end("wrong password", app.code(w.Clock.Now())), http.StatusUnauthorized, "wrong_credentials")
		refused(t, end(goodPassword, "abc"), http.StatusUnauthorized, "wrong_code")
		refused(t, end(goodPassword, ""), http.StatusUnauthorized, "code_needed")
		if got := end(goodPassword, app.code(w.Clock.Now())); got.Status != http.StatusOK {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		if got := w.stranger().signIn(t, ada.Email, goodPassword, ""); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
		if n := w.count(t, `SELECT COUNT(*) FROM recovery_codes`); n != 0 {
			t.Errorf("%d recovery codes are left", n)
		}
	})
}

func TestTheFactorOutlivesAChangeOfPassword(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		app := ada.mustFactor(t)
		body := map[string]any{"current": goodPassword, "password": "another good password"}
		if got := ada.keep(ada.call(t, "PUT", "/account/password", body)); got.Status != http.StatusOK {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		w.Clock.Advance(time.Minute)
		b := w.stranger()
		refused(t, b.signIn(t, ada.Email, "another good password", ""), http.StatusUnauthorized, "code_needed")
		if got := b.signIn(t, ada.Email, "another good password", app.code(w.Clock.Now())); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
		if got := b.signIn(t, ada.Email, "another good password", app.recovery[0]); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	})
}

func TestAnAdministratorCanRemoveALostFactor(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin, ada := w.mustAdmin(t), w.mustPassworded(t).mustSignIn(t)
		ada.mustFactor(t)
		admin.mustReset(t, ada.ID, map[string]any{"clear_second_factor": true})
		if got := w.stranger().signIn(t, ada.Email, goodPassword, ""); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	})
}

func TestNoSecretOfAFactorIsStoredInPlainText(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustPassworded(t).mustSignIn(t)
		for _, confirm := range []bool{false, true} {
			app := ada.mustOffer(t)
			if confirm {
				must[any](t, ada, "PUT", "/account/second-factor", map[string]any{"code": app.code(w.Clock.Now())})
			}
			secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(app.Secret)
			if err != nil {
				t.Fatal(err)
			}
			var row identitystore.FactorRow
			err = w.Store.Read(t.Context(), func(tx *db.Tx) error {
				row, err = identitystore.Factor(t.Context(), tx, ada.ID)
				return err
			})
			if err != nil || bytes.Contains(row.Sealed, secret[:5]) || bytes.Contains(row.Pending, secret[:5]) || confirm != row.Confirmed {
				t.Errorf("%+v, %v", row, err)
			}
		}
	})
}
