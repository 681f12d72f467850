package auth

import (
	"crypto/rand"
	"strings"
)

// SessionPrefix is the prefix of a session token.
const SessionPrefix = "ses_"

// Token is a one-time or session secret: a prefix that shows its purpose, then 43 base-62 characters for 256 random bits. It has
// no checksum, since no scanner needs to recognise it.
//
// Reveal returns the text; everything else that prints a Token shows the prefix and four characters.
type Token struct{ secret }

const tokenShown = 4

// NewToken creates a token. It cannot fail, because crypto/rand.Read crashes the program rather than return without random
// bytes.
func NewToken(prefix string) Token {
	var number [entropyBytes]byte
	_, _ = rand.Read(number[:])
	return Token{newSecret(prefix+encode62(number), len(prefix)+tokenShown)}
}

// ParseToken parses a token and reports whether the text has the right form: that prefix, then 43 base-62 characters. To find
// out whether the token was ever issued, look it up by its Hash.
func ParseToken(prefix, text string) (Token, bool) {
	random, found := strings.CutPrefix(text, prefix)
	if !found || len(random) != entropyChars || !isBase62(random) {
		return Token{}, false
	}
	return Token{newSecret(text, len(prefix)+tokenShown)}, true
}
