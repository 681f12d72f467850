package domain

import "time"

// Commentary is what those who manage a project have to say about its state on a day. There is at most one for each day.
type Commentary struct {
	Day       Date
	Content   string // plain text; empty means that there is none
	AuthorID  int64  // of the person who last changed it
	Author    string // that person's name; set only when read
	UpdatedAt time.Time
}
