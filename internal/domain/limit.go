package domain

import (
	"strconv"
	"strings"
)

// Limit is a kind of object of which a project may hold a limited number. It is enforced on creation only. A project that was
// imported or restored may hold more: all of it can be read, changed and deleted.
type Limit string

// The kinds of objects with a limit, as messages call them.
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

// Check refuses one more if a project already has the maximum.
func (l Limit) Check(has int) error {
	most := Limits()[l]
	if has < most {
		return nil
	}
	return Invalidf("a project holds at most %s %s; this one has %s", grouped(most), l, grouped(has)).At(l.Field())
}

// Field returns the value of Field in a refusal. It is not the name of any input, so pages can tell the two apart.
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
