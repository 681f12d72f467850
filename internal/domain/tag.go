package domain

import "strings"

// Tag is a label of a project for its super-epics, epics and tickets.
type Tag struct {
	ID   int64
	UUID string
	Name string
}

// FoldTag returns the form in which two tag names compare equal.
func FoldTag(name string) string { return strings.ToLower(name) }

// UsedTag is a tag and the number of objects that have it.
type UsedTag struct {
	Tag

	Tickets, Epics, SuperEpics int
}
