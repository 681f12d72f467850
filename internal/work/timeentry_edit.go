package work

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/work/store"
)

const timeEntryNoun = "time_entry"

// authorFact is who logged a time entry that was deleted, by uuid: a log that came with an import holds the user ids of
// another instance, where the same number is somebody else.
const authorFact = "user_uuid"

// undoTime is how long a deleted time entry can be brought back.
const undoTime = 24 * time.Hour

// openTimeEntry begins a change of a time entry for who logged it and those who manage the project. An entry never
// changes its author, so this holds also once the project is locked.
func openTimeEntry[T any](
	ctx context.Context, a *Time, tx *db.Tx, caller domain.Caller, uuid string, in domain.Input[T],
) (*Change, domain.TimeEntry, T, error) {
	var none T
	access, err := store.TimeEntryAccess(ctx, tx, uuid, caller.UserID)
	if err != nil {
		return nil, domain.TimeEntry{}, none, err
	}
	e, err := store.TimeEntry(ctx, tx, uuid)
	if err != nil {
		return nil, e, none, err
	}
	if err := e.CheckChange(access, caller); err != nil {
		return nil, e, none, err
	}
	c, value, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
	if err != nil {
		return nil, e, value, err
	}
	e, err = store.TimeEntry(ctx, tx, uuid)
	return c, e, value, err
}

// EditTimeEntry changes what the input holds and counts the time where it now belongs. An input that changes nothing
// leaves no trace.
func (a *Time) EditTimeEntry(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.TimeEntryPatch]) (domain.TimeEntry, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.TimeEntry, error) {
		c, old, patch, err := openTimeEntry(ctx, a, tx, caller, uuid, in)
		if err != nil {
			return domain.TimeEntry{}, err
		}
		e := old
		patch.ApplyPlain(&e)
		if err := c.moveToTicket(ctx, patch.Ticket, &e); err != nil {
			return old, err
		}
		changed, err := c.Updated(ctx, timeEntryNoun, uuid, timeEntryFacts(old), timeEntryFacts(e))
		if err != nil || !changed {
			return old, err
		}
		e.UpdatedAt = c.Now
		if err := store.UpdateTimeEntry(ctx, tx, e); err != nil {
			return e, err
		}
		if err := store.MoveEntryEffort(ctx, tx, &old, &e); err != nil {
			return e, err
		}
		return store.TimeEntry(ctx, tx, uuid)
	})
}

// moveToTicket gives a time entry another ticket of its project.
func (c *Change) moveToTicket(ctx context.Context, to domain.Opt[string], e *domain.TimeEntry) error {
	if !to.Set || to.Value == e.TicketUUID {
		return nil
	}
	t, err := store.Ticket(ctx, c.Tx, to.Value)
	if domain.KindOf(err) == domain.NotFound || err == nil && t.ProjectID != e.ProjectID {
		return domain.Invalidf("ticket_uuid must name a ticket of the same project; it has none with the uuid %q", to.Value).At("ticket_uuid")
	}
	e.TicketID, e.TicketUUID = t.ID, t.UUID
	return err
}

// DeleteTimeEntry removes a time entry and its cost, for who logged it and those who manage the project.
func (a *Time) DeleteTimeEntry(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, e, _, err := openTimeEntry(ctx, a, tx, caller, uuid, domain.Given(struct{}{}))
		if err != nil {
			return err
		}
		author, err := identitystore.UserByID(ctx, tx, e.UserID)
		if err != nil {
			return err
		}
		facts := append(timeEntryFacts(e), Fact{"created_at", e.CreatedAt}, Fact{authorFact, author.UUID})
		if err := c.deleted(ctx, timeEntryNoun, uuid, facts); err != nil {
			return err
		}
		if err := store.DeleteTimeEntry(ctx, tx, e.ID); err != nil {
			return err
		}
		return store.MoveEntryEffort(ctx, tx, &e, nil)
	})
}

// RestoreTimeEntry brings a time entry back that was deleted within the last day, as the log says that it was, for who
// had logged it and those who manage the project. One that is not deleted stays as it is.
func (a *Time) RestoreTimeEntry(ctx context.Context, caller domain.Caller, uuid string) (domain.TimeEntry, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.TimeEntry, error) {
		access, facts, at, err := store.LastDeletedEntry(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return domain.TimeEntry{}, err
		}
		e, author, err := deletedEntry(uuid, facts)
		if err != nil {
			return e, err
		}
		if e.UserID, err = authorOf(ctx, tx, author); err != nil {
			return e, err
		}
		if err := e.CheckChange(access, caller); err != nil {
			return e, err
		}
		c, err := OpenBare(ctx, a.Instance, tx, caller, access, domain.WriteWork)
		if err != nil {
			return e, err
		}
		there, err := store.TimeEntry(ctx, tx, uuid)
		if domain.KindOf(err) != domain.NotFound {
			return there, err
		}
		if c.Now.Sub(at) > undoTime {
			return e, domain.Errorf(domain.Conflict, "a time entry can be brought back for a day; log the time again").At("undo")
		}
		if e.UserID == 0 {
			return e, domain.Errorf(domain.Conflict, "the log does not tell who of this instance logged this time; log the time again").At("undo")
		}
		if err := c.restoreTimeEntry(ctx, e); err != nil {
			return e, err
		}
		return store.TimeEntry(ctx, tx, uuid)
	})
}

// authorOf finds who logged a time entry that was deleted; 0 when nobody here is known by that uuid.
func authorOf(ctx context.Context, tx *db.Tx, uuid string) (int64, error) {
	id, err := identitystore.UserIDByUUID(ctx, tx, uuid)
	if domain.KindOf(err) == domain.NotFound {
		return 0, nil
	}
	return id, err
}

// deletedEntry reads what the log says of a time entry that was deleted, and gives the uuid of its author.
func deletedEntry(uuid, facts string) (e domain.TimeEntry, author string, err error) {
	var had struct {
		Ticket    string      `json:"ticket"`
		Author    string      `json:"user_uuid"`
		Minutes   int64       `json:"duration_minutes"`
		LoggedAt  domain.Date `json:"logged_at"`
		Comment   *string     `json:"comment"`
		CreatedAt time.Time   `json:"created_at"`
	}
	if err := json.Unmarshal([]byte(facts), &had); err != nil {
		return e, "", fmt.Errorf("the log of time entry %s: %w", uuid, err)
	}
	return domain.TimeEntry{
		UUID:       uuid,
		TicketUUID: had.Ticket,
		Minutes:    had.Minutes,
		LoggedAt:   had.LoggedAt,
		Comment:    had.Comment,
		CreatedAt:  had.CreatedAt,
	}, had.Author, nil
}

// restoreTimeEntry stores a time entry again and counts it where its ticket's minutes count now.
func (c *Change) restoreTimeEntry(ctx context.Context, e domain.TimeEntry) error {
	id, ok, err := store.LoggedTicketID(ctx, c.Tx, c.Project.ProjectID, e.TicketUUID)
	if err == nil && !ok {
		err = domain.NoSuch("ticket")
	}
	if err != nil {
		return err
	}
	e.ProjectID, e.TicketID, e.UpdatedAt = c.Project.ProjectID, id, c.Now
	if e.CreatedAt.IsZero() || e.CreatedAt.After(c.Now) {
		e.CreatedAt = c.Now
	}
	if _, err := store.InsertTimeEntry(ctx, c.Tx, e); err != nil {
		return err
	}
	if err := store.MoveEntryEffort(ctx, c.Tx, nil, &e); err != nil {
		return err
	}
	return c.Record(ctx, domain.Change{Noun: timeEntryNoun, NounUUID: e.UUID, What: domain.Restored, To: Object(timeEntryFacts(e))})
}
