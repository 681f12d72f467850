// Package work contains the use cases for a team's daily work: projects and their members, epics, sprints, tickets, comments, time and the
// roadmap. Each use case opens a transaction, checks the caller's permissions, applies the rules and writes to the change log. The SQL is
// in work/store.
package work

import (
	"earnest/internal/htmlsafe"
	"earnest/internal/instance"
)

// base is shared by the services of this package.
type base struct {
	*instance.Instance

	html      *htmlsafe.Cleaner
	deletions Signal // wakes the job that purges deleted projects
	tagEnds   Signal // wakes the job that removes deleted tags from their items
	relabels  Signal // wakes the job that marks tickets that show another key or name of their type
}

// Services holds the use cases of this package, grouped by noun.
type Services struct {
	Projects   *Projects
	Plan       *Plan
	Tickets    *Tickets
	Categories *Categories
	Time       *Time
}

// New creates the services of an instance.
func New(i *instance.Instance) Services {
	b := &base{Instance: i, html: htmlsafe.New(), deletions: NewSignal(), tagEnds: NewSignal(), relabels: NewSignal()}
	return Services{Projects: &Projects{b}, Plan: &Plan{b}, Tickets: &Tickets{b}, Categories: &Categories{b}, Time: &Time{base: b}}
}

// Projects provides the use cases for projects, their members, daily rates, calendars and deletion.
type Projects struct{ *base }

// Plan provides the use cases for epics, super-epics, sprints, links and milestones.
type Plan struct{ *base }

// Tickets provides the use cases for tickets, their subtasks and comments, and the board.
type Tickets struct{ *base }

// Categories provides the use cases for statuses, ticket types and tags.
type Categories struct{ *base }

// Time provides the use cases for logged time.
type Time struct {
	*base

	doubting bool // refuse time on days on which it cannot have been worked
}
