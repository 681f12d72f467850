package auth

import (
	"cmp"
	"strings"
)

// names returns the first and the last name of a person, whichever of the claims there are.
func names(c claims) (first, last string) {
	first, last = strings.TrimSpace(c.GivenName), strings.TrimSpace(c.FamilyName)
	if first == "" && last == "" {
		first, last, _ = strings.Cut(strings.TrimSpace(c.Name), " ")
	}
	mailbox, _, _ := strings.Cut(c.Email, "@")
	return cmp.Or(first, last, mailbox), cmp.Or(last, first, mailbox)
}
