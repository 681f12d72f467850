package app

import (
	"context"
	"slices"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// TicketVersion names a ticket as it is: within a project time moves with every write, so that whatever a ticket shows changes
// only together with its moment. The exception is the assignee's name: the moment follows a rename a little later, so the name is part
// of the version.
type TicketVersion struct {
	ID       int64
	At       time.Time
	Assignee string
}

// VersionOf names a ticket as it was read.
func VersionOf(t domain.Ticket) TicketVersion {
	return newTicketVersion(t.ID, t.UpdatedAt, t.AssigneeName)
}

func newTicketVersion(id int64, at time.Time, assignee *string) TicketVersion {
	v := TicketVersion{ID: id, At: at}
	if assignee != nil {
		v.Assignee = *assignee
	}
	return v
}

// RenewTickets gives tickets that the reader of a State sees as they are at one Version, from how they were at another. ok is
// false where that is not known without a look, or where one is gone or has other subtasks; grown tells whether the project has
// new tickets. What is given may be newer than the Version, never older. Nobody was renamed in between where ok is true, but a
// ticket that changed may have another assignee: its version then names a ticket that never was, and nobody remembers it.
func (a *App) RenewTickets(at State, versions []TicketVersion, then, now Version) (renewed []TicketVersion, grown, ok bool) {
	if len(at.views) != 1 {
		return nil, false, false
	}
	ids := make([]int64, len(versions))
	for i, v := range versions {
		ids[i] = v.ID
	}
	renewed = versions
	grown, ok = a.store.TicketsSince(then, now, at.views[0].ProjectID, ids, func(i int, at time.Time) {
		if &renewed[0] == &versions[0] {
			renewed = slices.Clone(versions)
		}
		renewed[i].At = at
	})
	return renewed, grown, ok
}

// TicketPage is a page of a list: how many tickets there are in all, which are on it, and those that were not known.
type TicketPage struct {
	Total    int
	Versions []TicketVersion
	Unknown  map[int64]domain.Ticket
}

// TicketPage gives a page of the tickets of a project, and reads only those that the caller does not know.
func (a *App) TicketPage(
	ctx context.Context, as Reader, project string, in domain.Input[TicketQuery], known func(TicketVersion) bool,
) (TicketPage, error) {
	return read(ctx, a, func(tx *store.Tx) (TicketPage, error) {
		access, err := as.project(ctx, tx, project)
		if err != nil {
			return TicketPage{}, err
		}
		filter, err := ticketFilter(ctx, tx, access, in)
		if err != nil {
			return TicketPage{}, err
		}
		return ticketPage(ctx, tx, filter, known)
	})
}

func ticketPage(ctx context.Context, tx *store.Tx, filter domain.TicketFilter, known func(TicketVersion) bool) (TicketPage, error) {
	total, err := tx.CountTickets(ctx, filter)
	if err != nil {
		return TicketPage{}, err
	}
	stubs, err := tx.TicketStubs(ctx, filter)
	if err != nil {
		return TicketPage{}, err
	}
	p := TicketPage{Total: total, Unknown: map[int64]domain.Ticket{}}
	var unknown []int64
	for _, s := range stubs {
		v := newTicketVersion(s.ID, s.UpdatedAt, s.AssigneeName)
		p.Versions = append(p.Versions, v)
		if !known(v) {
			unknown = append(unknown, s.ID)
		}
	}
	if len(unknown) == 0 {
		return p, nil
	}
	tickets, err := tx.TicketsByID(ctx, unknown)
	for _, t := range tickets {
		p.Unknown[t.ID] = t
	}
	return p, err
}
