package auth

import (
	"cmp"
	"strings"
)

// names returns a person's first and last name from whichever claims exist.
func names(c claims) (first, last string) {
	first, last = strings.TrimSpace(c.GivenName), strings.TrimSpace(c.FamilyName)
	if first == "" && last == "" {
		first, last, _ = strings.Cut(strings.TrimSpace(c.Name), " ")
	}
	mailbox, _, _ := strings.Cut(c.Email, "@")
	return cmp.Or(first, last, mailbox), cmp.Or(last, first, mailbox)
}
