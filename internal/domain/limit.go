package domain

import (
	"strconv"
	"strings"
)

// Limit is a kind of object whose number per project is limited. The limit is enforced only on creation. A project that was
// imported or restored may exceed it, and all its objects can still be read, changed and deleted.
type Limit string

// The limited kinds of object, by the names used in error messages.
const (
	LimitEpics       Limit = "epics"
	LimitSuperEpics  Limit = "super-epics"
	LimitLinks       Limit = "links"
	LimitSprints     Limit = "sprints"
	LimitStatuses    Limit = "statuses" // including built-in ones
	LimitTicketTypes Limit = "ticket types"
	LimitTags        Limit = "tags"
)

// Limits returns the maximum number of each kind per project.
func Limits() map[Limit]int {
	return map[Limit]int{
		LimitEpics:       5000,
		LimitSuperEpics:  500,
		LimitLinks:       5000,
		LimitSprints:     2000,
		LimitStatuses:    200,
		LimitTicketTypes: 200,
		LimitTags:        2000,
	}
}

// Check refuses to add another object if a project already has the maximum.
func (l Limit) Check(has int) error {
	most := Limits()[l]
	if has < most {
		return nil
	}
	return Invalidf("a project holds at most %s %s; this one has %s", grouped(most), l, grouped(has)).At(l.Field())
}

// Field returns the value of Error.Field when the limit is reached. It is not the name of any input, so pages can tell this
// error from an invalid input.
func (l Limit) Field() string {
	return "limit_" + strings.NewReplacer("-", "_", " ", "_").Replace(string(l))
}

// grouped formats a number with thousands separators: 5,000.
func grouped(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return grouped(n/1000) + "," + strconv.Itoa(1000 + n%1000)[1:]
}
