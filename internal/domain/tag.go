package domain

import "strings"

// Tag is a label of a project for its super-epics, epics and tickets.
type Tag struct {
	ID   int64
	UUID string
	Name string
}

// FoldTag is the form in which the names of two tags are the same.
func FoldTag(name string) string { return strings.ToLower(name) }

// UsedTag is a tag and how many things carry it.
type UsedTag struct {
	Tag

	Tickets, Epics, SuperEpics int
}
