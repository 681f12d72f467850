package domain

import (
	"net/mail"
	"strings"
)

// CheckEmail returns an email address in the form in which it is stored; ok is false if it is not a usable address.
func CheckEmail(text string) (email string, ok bool) {
	email, ok = Rules("email").Text(text)
	parsed, err := mail.ParseAddress(email)
	return email, ok && err == nil && parsed.Address == email && !strings.ContainsAny(email, " \t\"")
}
