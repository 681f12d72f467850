package domain

import "strings"

// Tag is a label that can be put on a project's super-epics, epics and tickets.
type Tag struct {
	ID   int64
	UUID string
	Name string
}

// FoldTag returns a form of a tag's name for comparisons that ignore case.
func FoldTag(name string) string { return strings.ToLower(name) }

// UsedTag is a tag and the number of objects that have it.
type UsedTag struct {
	Tag

	Tickets, Epics, SuperEpics int
}
