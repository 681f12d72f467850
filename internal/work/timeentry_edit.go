package work

import (
	"cmp"
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

// authorFact identifies the author of a deleted time entry by uuid, since an imported log contains the user ids of another instance, where
// the same id may belong to a different user.
const authorFact = "user_uuid"

// undoTime is how long after its deletion a time entry can be restored.
const undoTime = 24 * time.Hour

// timeEntry returns the target for a change to a time entry. Only the entry's author and those who manage the project may change it. This
// is checked before the project is locked and need not be checked again, since the author of an entry never changes.
func timeEntry(caller domain.Caller, uuid string) Target {
	find := func(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
		access, err := store.TimeEntryAccess(ctx, tx, uuid, userID)
		if err != nil {
			return access, err
		}
		e, err := store.TimeEntry(ctx, tx, uuid)
		if err != nil {
			return access, err
		}
		return access, e.CheckChange(access, caller)
	}
	return Target{caller, find, uuid}
}

// UpdateTimeEntry applies the fields set in the input and updates the roll-ups, unless the caller expects another version of the entry. If nothing
// changes, nothing is logged.
func (a *Time) UpdateTimeEntry(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.TimeEntryPatch]) (domain.TimeEntry, error) {
	on := timeEntry(caller, uuid)
	return Write(ctx, a.Instance, on, domain.WriteWork, in, func(c *Change, patch domain.TimeEntryPatch) (domain.TimeEntry, error) {
		old, err := store.TimeEntry(ctx, c.Tx, uuid)
		if err := cmp.Or(err, c.match(old)); err != nil {
			return domain.TimeEntry{}, err
		}
		e := old
		patch.ApplyPlain(&e)
		if err := c.moveToTicket(ctx, patch.Ticket, &e); err != nil {
			return old, err
		}
		if e.Minutes > old.Minutes || e.LoggedAt != old.LoggedAt {
			if err := a.checkDay(ctx, c, e); err != nil {
				return old, err
			}
		}
		changed, err := c.Updated(ctx, timeEntryNoun, uuid, timeEntryFacts(old), timeEntryFacts(e))
		if err != nil || !changed {
			return old, err
		}
		e.UpdatedAt = c.Now
		if err := store.UpdateTimeEntry(ctx, c.Tx, e); err != nil {
			return e, err
		}
		if err := store.MoveEntryEffort(ctx, c.Tx, &old, &e); err != nil {
			return e, err
		}
		return store.TimeEntry(ctx, c.Tx, uuid)
	})
}

// moveToTicket moves a time entry to another ticket of its project.
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

// DeleteTimeEntry deletes a time entry and its cost, on behalf of the person who logged it or of someone who manages the project.
func (a *Time) DeleteTimeEntry(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, timeEntry(caller, uuid), domain.WriteWork, noInput(), func(c *Change, _ struct{}) error {
		e, err := store.TimeEntry(ctx, c.Tx, uuid)
		if err != nil {
			return err
		}
		author, err := identitystore.UserByID(ctx, c.Tx, e.UserID)
		if err != nil {
			return err
		}
		facts := append(timeEntryFacts(e), Fact{"created_at", e.CreatedAt}, Fact{authorFact, author.UUID})
		if err := c.deleted(ctx, timeEntryNoun, uuid, facts); err != nil {
			return err
		}
		if err := c.removeTimeEntry(ctx, e); err != nil {
			return err
		}
		return store.MoveEntryEffort(ctx, c.Tx, &e, nil)
	})
}

// RestoreTimeEntry restores a time entry that was deleted in the last 24 hours, as the log describes it, on behalf of the person who logged
// it or of someone who manages the project. An entry that has not been deleted stays as it is.
func (a *Time) RestoreTimeEntry(ctx context.Context, caller domain.Caller, uuid string) (domain.TimeEntry, error) {
	find := func(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
		access, e, _, err := deletedEntry(ctx, tx, uuid, userID)
		if err != nil {
			return access, err
		}
		return access, e.CheckChange(access, caller)
	}
	return Write(ctx, a.Instance, Target{caller, find, uuid}, domain.WriteWork, noInput(), func(c *Change, _ struct{}) (domain.TimeEntry, error) {
		there, err := store.TimeEntry(ctx, c.Tx, uuid)
		if domain.KindOf(err) != domain.NotFound {
			return there, err
		}
		_, e, at, err := deletedEntry(ctx, c.Tx, uuid, caller.UserID)
		if err != nil {
			return e, err
		}
		if c.Now.Sub(at) > undoTime {
			return e, domain.Errorf(domain.Conflict, "a time entry can be brought back for a day; log the time again").At("undo")
		}
		if e.UserID == 0 {
			return e, domain.Errorf(domain.Conflict, "the log does not say which user of this instance logged this time; log it again").At("undo")
		}
		if err := a.checkDay(ctx, c, e); err != nil {
			return e, err
		}
		if err := c.restoreTimeEntry(ctx, e); err != nil {
			return e, err
		}
		return store.TimeEntry(ctx, c.Tx, uuid)
	})
}

// deletedEntry returns a deleted time entry as the log describes it, and when it was deleted.
func deletedEntry(ctx context.Context, tx *db.Tx, uuid string, userID int64) (access domain.Access, e domain.TimeEntry, at time.Time, err error) {
	access, facts, at, err := store.LastDeletedEntry(ctx, tx, uuid, userID)
	if err != nil {
		return access, e, at, err
	}
	e, author, err := parseDeletedEntry(uuid, facts)
	if err != nil {
		return access, e, at, err
	}
	e.UserID, err = authorOf(ctx, tx, author)
	return access, e, at, err
}

// authorOf returns the id of the author of a deleted time entry, or 0 if this instance has no user with that uuid.
func authorOf(ctx context.Context, tx *db.Tx, uuid string) (int64, error) {
	id, err := identitystore.UserIDByUUID(ctx, tx, uuid)
	if domain.KindOf(err) == domain.NotFound {
		return 0, nil
	}
	return id, err
}

// parseDeletedEntry decodes a deleted time entry from the log. It also returns the author's uuid.
func parseDeletedEntry(uuid, facts string) (e domain.TimeEntry, author string, err error) {
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

// restoreTimeEntry stores a time entry again and counts it towards its ticket's current sprint and epic.
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
	if err := c.addTimeEntry(ctx, e); err != nil {
		return err
	}
	if err := store.MoveEntryEffort(ctx, c.Tx, nil, &e); err != nil {
		return err
	}
	return c.Record(ctx, domain.Change{Noun: timeEntryNoun, NounUUID: e.UUID, What: domain.Restored, To: Object(timeEntryFacts(e))})
}
