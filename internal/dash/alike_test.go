package dash_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"earnest/internal/auth"
)

// observation is everything an outsider can observe about a response, and the work that it took.
type observation struct {
	status     int
	body       string
	headers    string
	statements int64
}

// observe sends a request several times and keeps the minimum amount of work, since background work may interfere.
func (w *world) observe(t testing.TB, path string, body any, settle func()) observation {
	t.Helper()
	var out observation
	for i := range 2 {
		settle()
		before := w.Store.Statements()
		got := w.stranger().call(t, http.MethodPost, path, body)
		work := w.Store.Statements() - before
		got.Header.Del("Date")
		got.Header.Del("X-Request-Id")
		if i == 0 || work < out.statements {
			out = observation{got.Status, string(got.Body), fmt.Sprint(got.Header), work}
		}
	}
	return out
}

// mustLookAlike fails if the responses differ.
func mustLookAlike(t testing.TB, answers map[string]observation) {
	t.Helper()
	var first string
	for who := range answers {
		if first == "" || who < first {
			first = who
		}
	}
	for who, answer := range answers {
		if answer != answers[first] {
			t.Errorf("%s gets\n%+v\nand %s gets\n%+v", first, answers[first], who, answer)
		}
	}
}

// A sign-in does not reveal whether an account exists, either through the response and its headers or through the work behind it.
func TestASignInLooksAlikeForEveryKindOfAccount(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		known, shut, guarded := w.mustPassworded(t), w.mustPassworded(t), w.mustPassworded(t)
		w.mustBrowser(t, "invited") // without a password
		w.mustShut(t, shut.Email)
		guarded.mustSignIn(t).mustFactor(t)
		calm := func() { w.mustExec(t, `DELETE FROM tries`) }
		for _, code := range []string{"", "123456"} {
			answers := map[string]observation{}
			for who, email := range map[string]string{
				"a known account": known.Email, "an unknown one": newEmail(), "one that was invited": "invited@example.com",
				"one that was shut": shut.Email, "one with a second factor": guarded.Email,
			} {
				body := map[string]any{"email": email, "password": "wrong password"}
				if code != "" {
					body["code"] = code
				}
				answers[who] = w.observe(t, "/session", body, calm)
			}
			mustLookAlike(t, answers)
		}
	})
}

// A lock does not reveal whether an account exists, because it looks the same for known and unknown addresses.
func TestALockLooksAlikeForKnownAndUnknown(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		answers := map[string]observation{}
		for who, email := range map[string]string{"a known account": w.mustPassworded(t).Email, "an unknown one": newEmail()} {
			answers[who] = w.observe(t, "/session", map[string]any{"email": email, "password": goodPassword}, func() {
				w.mustExec(t, `DELETE FROM tries`)
				w.mustFail(t, email, 10)
			})
		}
		mustLookAlike(t, answers)
	})
}

// An expired link looks like one that never existed, whoever it was for.
func TestInvalidLinksLookAlike(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		used, replaced, late := w.mustInvite(t), "", ""
		must[any](t, w.stranger(), "POST", "/invitation", map[string]any{"token": used, "password": goodPassword})
		person := w.mustPassworded(t)
		for _, token := range []*string{&replaced, &late} {
			reset, err := w.App.Accounts.ResetUserByEmail(t.Context(), person.Email, false)
			if err != nil {
				t.Fatal(err)
			}
			*token = reset.Token.Reveal()
		}
		w.Clock.Advance(25 * time.Hour)
		for _, path := range []string{"/invitation/look", "/invitation"} {
			answers := map[string]observation{}
			for what, token := range map[string]string{
				"used": used, "replaced": replaced, "late": late, "never given out": auth.NewToken("inv_").Reveal(),
			} {
				body := map[string]any{"token": token}
				if path == "/invitation" {
					body["password"] = "another good password"
				}
				answers[what] = w.observe(t, path, body, func() {})
			}
			mustLookAlike(t, answers)
			if answer := answers["used"]; answer.status != http.StatusNotFound || strings.Contains(answer.body, "@") {
				t.Errorf("%+v", answer)
			}
		}
	})
}
