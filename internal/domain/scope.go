package domain

import (
	"cmp"
	"strings"
	"sync"
)

// Scope is one permission of an API key.
type Scope string

// Scopes is a set of scopes, one bit each in the order of AllScopes. The bits are stored, so new scopes must be added at the
// end.
type Scopes uint64

// The scopes of the API.
const (
	ProjectsRead    Scope = "projects:read"
	ProjectsWrite   Scope = "projects:write"
	SuperEpicsRead  Scope = "super-epics:read"
	SuperEpicsWrite Scope = "super-epics:write"
	EpicsRead       Scope = "epics:read"
	EpicsWrite      Scope = "epics:write"
	SprintsRead     Scope = "sprints:read"
	SprintsWrite    Scope = "sprints:write"
	TicketsRead     Scope = "tickets:read"
	TicketsWrite    Scope = "tickets:write"
	CommentsRead    Scope = "comments:read"
	CommentsWrite   Scope = "comments:write"
	TeamRead        Scope = "team:read"
	TimeRead        Scope = "time:read"
	TimeWrite       Scope = "time:write"
	StatusesRead    Scope = "statuses:read"
	FinanceRead     Scope = "finance:read"
	RoadmapRead     Scope = "roadmap:read"

	AttachmentsRead  Scope = "attachments:read"
	AttachmentsWrite Scope = "attachments:write"
)

// ScopeInfo describes a scope.
type ScopeInfo struct {
	Scope  Scope
	Grants string
}

// AllScopes lists every scope in the stored order.
func AllScopes() []ScopeInfo {
	return []ScopeInfo{
		{ProjectsRead, "read projects and their members"},
		{ProjectsWrite, "create, edit and delete projects"},
		{SuperEpicsRead, "read super-epics"},
		{SuperEpicsWrite, "create, edit and delete super-epics"},
		{EpicsRead, "read epics"},
		{EpicsWrite, "create, edit and delete epics"},
		{SprintsRead, "read sprints"},
		{SprintsWrite, "create and edit sprints"},
		{TicketsRead, "read tickets and their subtasks"},
		{TicketsWrite, "create, edit and delete tickets and their subtasks"},
		{CommentsRead, "read the comments of a ticket"},
		{CommentsWrite, "create, edit and delete comments"},
		{TeamRead, "read the members of a project"},
		{TimeRead, "read time entries"},
		{TimeWrite, "log time"},
		{StatusesRead, "read the statuses of a project"},
		{FinanceRead, "read earned value, per project and over the portfolio"},
		{RoadmapRead, "read roadmap links and milestones"},
		{AttachmentsRead, "list and download the files of a ticket"},
		{AttachmentsWrite, "attach files to tickets, and delete them"},
	}
}

// ParseScopes parses "all", "none" or a comma-separated list.
func ParseScopes(s string) (Scopes, error) {
	switch s {
	case "all":
		return Scopes(1)<<len(AllScopes()) - 1, nil
	case "none":
		return 0, nil
	}
	var set Scopes
	if alone := cmp.Or(wordAmong(s, "all"), wordAmong(s, "none")); alone != "" {
		return 0, Invalidf("%s cannot be combined with other scopes; give it alone, or a list without it", alone)
	}
	for name := range strings.SplitSeq(s, ",") {
		one := Scope(strings.TrimSpace(name)).Set()
		if one == 0 {
			return 0, Invalidf("%q is not a scope; use all, none or a comma-separated list of: %s", name, strings.Join(Scopes(^uint64(0)).Names(), ", "))
		}
		set |= one
	}
	return set, nil
}

// wordAmong returns word if a comma-separated list contains it, or "" if not.
func wordAmong(list, word string) string {
	for name := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(name) == word {
			return word
		}
	}
	return ""
}

// Has reports whether the set contains a scope.
func (s Scopes) Has(scope Scope) bool { return s&scope.Set() != 0 }

// Names lists the scopes of the set in the stored order.
func (s Scopes) Names() []string {
	names := []string{}
	for _, info := range AllScopes() {
		if s.Has(info.Scope) {
			names = append(names, string(info.Scope))
		}
	}
	return names
}

// Set returns the set of this scope alone, or the empty set for an unknown scope.
func (s Scope) Set() Scopes { return scopeBits()[s] }

// scopeBits is used by every request, so it is computed once.
var scopeBits = sync.OnceValue(func() map[Scope]Scopes { //nolint:gochecknoglobals // a constant, computed once
	bits := map[Scope]Scopes{}
	for i, info := range AllScopes() {
		bits[info.Scope] = 1 << i
	}
	return bits
})
