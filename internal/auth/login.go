package auth

import (
	"crypto/sha256"
	"encoding/base64"
)

// loginPrefix is the prefix of the token for a pending sign-in at an identity provider.
const loginPrefix = "oid_"

// Login is a pending sign-in at an identity provider. Its token stays in the browser that started it. The values that the
// provider sees are derived from the token, so that the server need not store anything and no other browser can complete the
// sign-in.
type Login struct{ token Token }

// NewLogin starts a sign-in.
func NewLogin() Login { return Login{NewToken(loginPrefix)} }

// ParseLogin parses the token that the browser kept.
func ParseLogin(text string) (Login, bool) {
	token, ok := ParseToken(loginPrefix, text)
	return Login{token}, ok
}

// Reveal returns the token, for the browser to keep.
func (l Login) Reveal() string { return l.token.Reveal() }

// State returns the value that the provider sends back with the browser.
func (l Login) State() string { return l.derive("state") }

// Nonce returns the value that the provider puts into the ID token.
func (l Login) Nonce() string { return l.derive("nonce") }

// Verifier returns the PKCE secret, without which the code cannot be redeemed.
func (l Login) Verifier() string { return l.derive("verifier") }

func (l Login) derive(purpose string) string {
	sum := sha256.Sum256([]byte("earnest " + purpose + " " + l.token.Reveal()))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
