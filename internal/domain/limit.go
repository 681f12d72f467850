package domain

import (
	"strconv"
	"strings"
)

// Limit is a kind of thing of which a project holds a limited number. It is enforced where somebody creates one more. A project that
// came out of a file or a backup may hold more: all of it can be read, changed and deleted.
type Limit string

// The kinds of things with a limit, as messages call them.
const (
	LimitEpics       Limit = "epics"
	LimitSuperEpics  Limit = "super-epics"
	LimitLinks       Limit = "links"
	LimitSprints     Limit = "sprints"
	LimitStatuses    Limit = "statuses" // built-in ones included
	LimitTicketTypes Limit = "ticket types"
	LimitTags        Limit = "tags"
)

// Limits tells how many of each kind a project holds at most.
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

// Check refuses one more when a project has so many already.
func (l Limit) Check(has int) error {
	most := Limits()[l]
	if has < most {
		return nil
	}
	return Invalidf("a project holds at most %s %s; this one has %s", grouped(most), l, grouped(has)).At(l.Field())
}

// Field is what a refusal says it is about. It is the name of no input, so that pages can tell the two apart.
func (l Limit) Field() string {
	return "limit_" + strings.NewReplacer("-", "_", " ", "_").Replace(string(l))
}

// grouped writes a number with a comma between thousands: 5,000.
func grouped(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return grouped(n/1000) + "," + strconv.Itoa(1000 + n%1000)[1:]
}
