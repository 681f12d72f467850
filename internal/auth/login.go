package auth

import (
	"crypto/sha256"
	"encoding/base64"
)

// loginPrefix begins the token of a sign-in under way at an identity provider.
const loginPrefix = "oid_"

// Login is a sign-in under way at an identity provider. Its token stays in the browser that began it; what the
// provider gets to see is made from the token, so that nothing has to be stored and no other browser can end it.
type Login struct{ token Token }

// NewLogin begins one.
func NewLogin() Login { return Login{NewToken(loginPrefix)} }

// ParseLogin reads what the browser kept.
func ParseLogin(text string) (Login, bool) {
	token, ok := ParseToken(loginPrefix, text)
	return Login{token}, ok
}

// Reveal returns the token, for the browser to keep.
func (l Login) Reveal() string { return l.token.Reveal() }

// State returns what the provider sends back with the browser.
func (l Login) State() string { return l.derive("state") }

// Nonce returns what the provider writes into the ID token.
func (l Login) Nonce() string { return l.derive("nonce") }

// Verifier returns the secret of PKCE: who has only the code cannot redeem it.
func (l Login) Verifier() string { return l.derive("verifier") }

func (l Login) derive(purpose string) string {
	sum := sha256.Sum256([]byte("earnest " + purpose + " " + l.token.Reveal()))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
