package domain

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Comment is a member's comment on a ticket, in sanitised HTML.
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

// Position returns the position of a comment in a list: lists are sorted by id.
func (c Comment) Position() Position { return Position{ID: c.ID} }

// CommentPatch holds the fields that can be set when a comment is created or updated.
type CommentPatch struct {
	Content  Opt[string]
	Mentions Opt[[]int64]
}

// Initials returns a person's initials, in capitals.
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
