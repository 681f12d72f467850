package app

import (
	"context"
	"iter"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// TimeQuery is what a caller may ask of a list of time entries; the ticket is a uuid.
type TimeQuery struct {
	Ticket       *string
	UpdatedSince *time.Time
	Page         domain.Page
}

func timeEntryFacts(e domain.TimeEntry) []fact {
	return []fact{
		{"ticket", e.TicketUUID},
		{"user_id", e.UserID},
		{"duration_minutes", e.Minutes},
		{"logged_at", e.LoggedAt},
		{"comment", e.Comment},
	}
}

// TimeEntries lists the time entries of a project, those of deleted tickets included. A filter that
// names no ticket this project ever had is NotFound.
func (a *App) TimeEntries(ctx context.Context, caller domain.Caller, project string, in domain.Input[TimeQuery], out List[domain.TimeEntry]) error {
	var filter domain.TimeFilter
	return list(ctx, a, caller, project, out,
		func(tx *store.Tx, access domain.Access) (total int, err error) {
			if filter, err = timeFilter(ctx, tx, access, in); err != nil {
				return 0, err
			}
			return tx.CountTimeEntries(ctx, filter)
		},
		func(tx *store.Tx, _ domain.Access) iter.Seq2[domain.TimeEntry, error] {
			return tx.TimeEntries(ctx, filter)
		})
}

func timeFilter(ctx context.Context, tx *store.Tx, access domain.Access, in domain.Input[TimeQuery]) (domain.TimeFilter, error) {
	q, err := in.Get()
	if err != nil {
		return domain.TimeFilter{}, err
	}
	f := domain.TimeFilter{ProjectID: access.ProjectID, UpdatedSince: q.UpdatedSince, Page: q.Page}
	f.TicketID, err = filterBy(ctx, "ticket", access, q.Ticket, tx.LoggedTicketID)
	return f, err
}

// CreateTimeEntry logs time of the caller on a ticket and counts it where the ticket's minutes count.
// The ticket itself is not modified: its detail does not show the time.
func (a *App) CreateTimeEntry(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[domain.NewTimeEntry]) (domain.TimeEntry, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.TimeEntry, error) {
		access, err := tx.TicketAccess(ctx, ticket, caller.UserID)
		if err != nil {
			return domain.TimeEntry{}, err
		}
		c, work, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.TimeEntry{}, err
		}
		on, err := tx.Loggable(ctx, ticket, caller.UserID)
		if err != nil {
			return domain.TimeEntry{}, err
		}
		e := domain.TimeEntry{
			UUID:        newUUID(),
			ProjectID:   access.ProjectID,
			TicketID:    on.ID,
			TicketUUID:  ticket,
			TicketTitle: on.Title,
			UserID:      caller.UserID,
			UserName:    on.UserName,
			Minutes:     work.Minutes,
			Comment:     work.Comment,
			LoggedAt:    work.LoggedAt,
			CreatedAt:   c.now,
			UpdatedAt:   c.now,
		}
		if e.ID, err = tx.InsertTimeEntry(ctx, e); err != nil {
			return e, err
		}
		if err := tx.AddEffort(ctx, e.ProjectID, on.Place, e.UserID, e.LoggedAt, e.Minutes); err != nil {
			return e, err
		}
		return e, c.created(ctx, timeEntryNoun, e.UUID, timeEntryFacts(e))
	})
}
