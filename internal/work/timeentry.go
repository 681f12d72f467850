package work

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// TimeQuery selects time entries; Ticket is a uuid.
type TimeQuery struct {
	Ticket       *string
	UpdatedSince *time.Time
	Page         domain.Page
}

func timeEntryFacts(e domain.TimeEntry) []Fact {
	return []Fact{
		{"ticket", e.TicketUUID},
		{"user_id", e.UserID},
		{"duration_minutes", e.Minutes},
		{"logged_at", e.LoggedAt},
		{"comment", e.Comment},
	}
}

// TimeEntries lists the time entries of a project, including those of deleted tickets. Filtering by a ticket that this project has never
// had gives a NotFound error.
func (a *Time) TimeEntries(ctx context.Context, caller domain.Caller, project string, in domain.Input[TimeQuery], out List[domain.TimeEntry]) error {
	return list(ctx, a.DB, OfProject(caller, project), in, out,
		func(tx *db.Tx, access domain.Access, q TimeQuery) (int, iter.Seq2[domain.TimeEntry, error], error) {
			ticketID, err := filterBy(ctx, tx, "ticket", access, q.Ticket, store.LoggedTicketID)
			if err != nil {
				return 0, nil, err
			}
			filter := domain.TimeFilter{ProjectID: access.ProjectID, TicketID: ticketID, UpdatedSince: q.UpdatedSince, Page: q.Page}
			total, err := store.CountTimeEntries(ctx, tx, filter)
			return total, store.TimeEntries(ctx, tx, filter), err
		})
}

// CreateTimeEntry logs the caller's time on a ticket and counts it towards the ticket's sprint and epic. The ticket is not marked as
// modified, because its details do not include logged time.
func (a *Time) CreateTimeEntry(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[domain.NewTimeEntry]) (domain.TimeEntry, error) {
	look := func(_ *db.Tx, access domain.Access, _ domain.NewTimeEntry, on *store.Loggable) []db.Statement {
		return on.Lookups(access.ProjectID, ticket, caller.UserID)
	}
	write := AddKnowing[domain.NewTimeEntry, store.Loggable, domain.TimeEntry]
	if a.doubting { // then it reads what else the person has logged on that day
		write = WriteKnowing[domain.NewTimeEntry, store.Loggable, domain.TimeEntry]
	}
	return write(ctx, a.Instance, Target{caller, store.TicketAccess, ticket}, domain.WriteWork, in, look,
		func(c *Change, work domain.NewTimeEntry, on store.Loggable) (domain.TimeEntry, error) {
			if on.ID == 0 {
				return domain.TimeEntry{}, domain.NoSuch("ticket") // deleted a moment ago
			}
			e := domain.TimeEntry{
				UUID:        db.NewUUID(),
				ProjectID:   c.Project.ProjectID,
				TicketID:    on.ID,
				TicketUUID:  ticket,
				TicketTitle: on.Title,
				UserID:      caller.UserID,
				UserName:    on.UserName,
				Minutes:     work.Minutes,
				Comment:     work.Comment,
				LoggedAt:    work.LoggedAt,
				CreatedAt:   c.Now,
				UpdatedAt:   c.Now,
			}
			if err := a.checkDay(ctx, c, e); err != nil {
				return e, err
			}
			if err := c.addTimeEntry(ctx, e); err != nil {
				return e, err
			}
			if err := store.AddEffort(ctx, c.Tx, e.ProjectID, on.Scope, e.UserID, on.Rates, e.LoggedAt, e.Minutes); err != nil {
				return e, err
			}
			return e, c.Created(ctx, timeEntryNoun, e.UUID, timeEntryFacts(e))
		})
}
