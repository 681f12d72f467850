package domain

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Comment is what a member said about a ticket, in HTML that was made safe.
type Comment struct {
	ID              int64
	UUID            string
	ProjectID       int64
	TicketID        int64
	TicketUUID      string
	AuthorID        int64
	AuthorFirstname string
	AuthorLastname  string
	Content         string
	Mentions        []int64
	CreatedAt       time.Time
	UpdatedAt       time.Time
}

// CommentPatch is what an update may change, and what a create may set.
type CommentPatch struct {
	Content  Opt[string]
	Mentions Opt[[]int64]
}

// Initials are the first letters of a person's two names, in capitals.
func Initials(firstname, lastname string) string {
	return initial(firstname) + initial(lastname)
}

func initial(s string) string {
	r, size := utf8.DecodeRuneInString(strings.TrimSpace(s))
	if size == 0 {
		return ""
	}
	return strings.ToUpper(string(r))
}
