package domain

import (
	"net/mail"
	"strings"
)

// CheckEmail gives an email as it is kept; ok is false when it is none to which a message could be sent.
func CheckEmail(text string) (email string, ok bool) {
	email, ok = Rules("email").Text(text)
	parsed, err := mail.ParseAddress(email)
	return email, ok && err == nil && parsed.Address == email && !strings.ContainsAny(email, " \t\"")
}
