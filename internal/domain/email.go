package domain

import (
	"net/mail"
	"strings"
)

// CheckEmail returns an email in the form in which it is stored; ok is false if no message could be sent to it.
func CheckEmail(text string) (email string, ok bool) {
	email, ok = Rules("email").Text(text)
	parsed, err := mail.ParseAddress(email)
	return email, ok && err == nil && parsed.Address == email && !strings.ContainsAny(email, " \t\"")
}
