package dash_test

import (
	"context"
	"encoding/base32"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

const goodPassword = "correct horse battery"

// goodHash is the hash of goodPassword, computed once, because hashing is slow on purpose.
var goodHash = sync.OnceValue(func() string {
	hash, err := apitest.CheapPasswords().Hash(context.Background(), goodPassword)
	if err != nil {
		panic(err)
	}
	return hash
})

func newEmail() string { return strings.ToLower(auth.NewToken("p").Reveal()) + "@example.com" }

// mustPassworded adds a user with goodPassword and returns a signed-out browser.
func (w *world) mustPassworded(t testing.TB) *browser {
	t.Helper()
	hash := goodHash()
	n := identity.NewUser{Email: newEmail(), Firstname: "Ada", Lastname: "Test", PasswordHash: &hash, Plan: domain.Business}
	id, _, err := w.App.Accounts.CreateUser(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{world: w, ID: id, Email: n.Email}
}

// signIn tries to sign in and keeps the returned cookie.
func (b *browser) signIn(t testing.TB, email, password, code string) answer {
	t.Helper()
	body := map[string]any{"email": email, "password": password}
	if code != "" {
		body["code"] = code
	}
	return b.keep(b.call(t, "POST", "/session", body))
}

// mustSignIn signs the person in with goodPassword on another browser.
func (b *browser) mustSignIn(t testing.TB) *browser {
	t.Helper()
	other := &browser{world: b.world, ID: b.ID, Email: b.Email}
	if got := other.signIn(t, b.Email, goodPassword, ""); got.Status != http.StatusOK {
		t.Fatalf("sign in: %d %s", got.Status, got.Body)
	}
	return other
}

// keep stores cookies as browsers do.
func (b *browser) keep(a answer) answer {
	for _, c := range a.cookies() {
		switch {
		case strings.HasSuffix(c.Name, "-login"):
		case c.Value == "" || c.MaxAge < 0:
			b.cookie = ""
		default:
			b.cookie = c.Name + "=" + c.Value
		}
	}
	return a
}

func (a answer) cookies() []*http.Cookie { return (&http.Response{Header: a.Header}).Cookies() }

// isIn reports whether a browser is signed in.
func (b *browser) isIn(t testing.TB) bool {
	t.Helper()
	return must[sessionBody](t, b, "GET", "/session", nil).SignedIn
}

// sessionBody is the response to GET /session.
type sessionBody struct {
	SetupNeeded bool `json:"setup_needed"`
	SignedIn    bool `json:"signed_in"`
	OIDC        *struct {
		Name string `json:"name"`
	} `json:"oidc"`
	User *userBody `json:"user"`
}

type userBody struct {
	ID           int64   `json:"id"`
	Email        string  `json:"email"`
	Firstname    string  `json:"firstname"`
	Lastname     string  `json:"lastname"`
	IsAdmin      bool    `json:"is_admin"`
	HasPassword  bool    `json:"has_password"`
	SecondFactor bool    `json:"second_factor"`
	APIAccess    bool    `json:"api_access"`
	Active       bool    `json:"active"`
	LastSeenAt   *string `json:"last_seen_at"`
}

type sessionList struct {
	Sessions []struct {
		ID         int64  `json:"id"`
		LastSeenAt string `json:"last_seen_at"`
		Address    string `json:"address"`
		Agent      string `json:"agent"`
		Current    bool   `json:"current"`
	} `json:"sessions"`
}

// factor is an authenticator app.
type factor struct {
	Secret   string `json:"secret"`
	URI      string `json:"uri"`
	recovery []string
}

// code returns the code that the app shows at the given time.
func (f factor) code(at time.Time) string {
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(f.Secret)
	if err != nil {
		panic(err)
	}
	return auth.TOTPCode(secret, auth.TOTPStep(at))
}

// mustOffer starts setting up a second factor.
func (b *browser) mustOffer(t testing.TB) factor {
	t.Helper()
	return must[factor](t, b, "POST", "/account/second-factor", map[string]any{"password": goodPassword})
}

// mustFactor sets up a second factor.
func (b *browser) mustFactor(t testing.TB) factor {
	t.Helper()
	f := b.mustOffer(t)
	f.recovery = must[struct {
		Codes []string `json:"recovery_codes"`
	}](t, b, "PUT", "/account/second-factor", map[string]any{"code": f.code(b.Clock.Now())}).Codes
	return f
}

func setupBody(token string) map[string]any {
	return map[string]any{"token": token, "email": "first@example.com", "firstname": "First", "lastname": "Person", "password": goodPassword}
}
