// Package demo creates a lively demo workspace: the digital projects of a fictional regional railway, in varying health,
// relative to a given day. Its content is in catalogue/, in text files that are easy to read and edit; the code simulates how
// the teams work on it.
package demo

import (
	"time"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// The viewer of the demo: a member of every project, and an administrator of the instance.
const (
	OwnerEmail     = "demo@earnest.example"
	OwnerFirstname = "Camille"
	OwnerLastname  = "Verdier"
)

// File returns the demo workspace as of a day. For the same day, it always returns the same file. All its timestamps are before
// the day begins anywhere on earth, and time logged on the day itself has no timestamp.
func File(today domain.Date) workspace.File {
	people := readPeople()
	file := workspace.File{Users: users(people, today)}
	for _, c := range readCatalogues() {
		file.Projects = append(file.Projects, newProject(c, people, today).file())
	}
	return file
}

// latest returns the moment at which a day begins in the first time zone on earth.
func latest(today domain.Date) time.Time { return today.Time().Add(-14 * time.Hour) }

// optional returns nil for an empty string.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
