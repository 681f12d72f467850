// Package work holds what a team does every day: projects and their members, epics, sprints, tickets, comments, time and the roadmap. Each
// use case opens a transaction, checks that the caller may act, applies the rules and writes the change log. The SQL is in work/store.
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
}

// Services are the use cases of this package, by noun.
type Services struct {
	Projects   *Projects
	Plan       *Plan
	Tickets    *Tickets
	Categories *Categories
	Time       *Time
}

// New makes the services of an instance.
func New(i *instance.Instance) Services {
	b := &base{Instance: i, html: htmlsafe.New(), deletions: NewSignal(), tagEnds: NewSignal()}
	return Services{Projects: &Projects{b}, Plan: &Plan{b}, Tickets: &Tickets{b}, Categories: &Categories{b}, Time: &Time{b}}
}

// Projects are the use cases of projects, their members, daily rates, calendars and deletion.
type Projects struct{ *base }

// Plan is the use cases of epics, super-epics, sprints, links and milestones.
type Plan struct{ *base }

// Tickets are the use cases of tickets, their subtasks and comments, and the board.
type Tickets struct{ *base }

// Categories are the use cases of statuses, ticket types and tags.
type Categories struct{ *base }

// Time is the use cases of logged time.
type Time struct{ *base }
