package store

import (
	"context"
	"time"

	"earnest/internal/domain"
)

const accessByTimeEntry sqlText = accessColumns + `time_entries x` + accessProject + `WHERE x.uuid = $1`

// TimeEntryAccess tells what a user may do in the project of the time entry, also where its ticket is deleted.
func (tx *Tx) TimeEntryAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "time entry", accessByTimeEntry, uuid, userID)
}

// UpdateTimeEntry stores a changed time entry; the roll-ups are kept apart, by MoveEntryEffort.
func (tx *Tx) UpdateTimeEntry(ctx context.Context, e domain.TimeEntry) error {
	return tx.run(ctx, `
UPDATE time_entries SET ticket_id = $2, duration_minutes = $3, comment = $4, logged_at = $5, updated_at = $6 WHERE id = $1`,
		e.ID,
		e.TicketID,
		e.Minutes,
		e.Comment,
		e.LoggedAt,
		micros(e.UpdatedAt),
	)
}

// DeleteTimeEntry removes a time entry; the roll-ups are kept apart, by MoveEntryEffort.
func (tx *Tx) DeleteTimeEntry(ctx context.Context, id int64) error {
	return tx.run(ctx, `DELETE FROM time_entries WHERE id = $1`, id)
}

// MoveEntryEffort counts a time entry as it is now instead of as it was; nil is an entry that is not there. Both are of
// the same project and the same user.
func (tx *Tx) MoveEntryEffort(ctx context.Context, was, now *domain.TimeEntry) error {
	if now != nil {
		if err := tx.countEntry(ctx, *now, now.Minutes); err != nil {
			return err
		}
	}
	if was == nil {
		return nil
	}
	if err := tx.countEntry(ctx, *was, -was.Minutes); err != nil {
		return err
	}
	at, err := tx.ticketPlace(ctx, was.TicketID)
	if err != nil {
		return err
	}
	return tx.dropEmptyEffort(ctx, was.ProjectID, at, was.UserID)
}

func (tx *Tx) countEntry(ctx context.Context, e domain.TimeEntry, minutes int64) error {
	at, err := tx.ticketPlace(ctx, e.TicketID)
	if err != nil {
		return err
	}
	return tx.AddEffort(ctx, e.ProjectID, at, e.UserID, e.LoggedAt, minutes)
}

// ticketPlace is where the minutes of a ticket count now, also of a deleted one.
func (tx *Tx) ticketPlace(ctx context.Context, ticketID int64) (at Place, err error) {
	const text = `SELECT COALESCE(sprint_id, 0), COALESCE(epic_id, 0) FROM tickets WHERE id = $1`
	err = tx.One(ctx, text, []any{ticketID}, &at.SprintID, &at.EpicID)
	return at, err
}

// dropEmptyEffort removes the rows of a user at a place where nothing counts any more, so that roll-ups equal a recount.
func (tx *Tx) dropEmptyEffort(ctx context.Context, projectID int64, at Place, userID int64) error {
	for _, text := range []sqlText{
		`DELETE FROM effort_days WHERE project_id = $1 AND sprint_id = $2 AND epic_id = $3 AND user_id = $4 AND minutes = 0`,
		`DELETE FROM effort_rates WHERE project_id = $1 AND sprint_id = $2 AND epic_id = $3 AND user_id = $4 AND minutes = 0`,
	} {
		if err := tx.run(ctx, text, projectID, at.SprintID, at.EpicID, userID); err != nil {
			return err
		}
	}
	return nil
}

// LastDeletedEntry gives what the log says of the last deletion of a time entry: when it was, what the entry was, as a
// JSON object, and what a user may do in its project.
func (tx *Tx) LastDeletedEntry(ctx context.Context, uuid string, userID int64) (access domain.Access, facts string, at time.Time, err error) {
	const from = `changes x` + accessProject +
		`WHERE x.noun_uuid = $1 AND x.noun = 'time_entry' AND x.what = 'deleted' ORDER BY x.id DESC LIMIT 1`
	if access, err = tx.access(ctx, "time entry", accessColumns+from, uuid, userID); err != nil {
		return access, "", at, err
	}
	const text = `
SELECT COALESCE(from_value, ''), at FROM changes
WHERE noun_uuid = $1 AND noun = 'time_entry' AND what = 'deleted' AND project_id + 0 = $2 ORDER BY id DESC LIMIT 1`
	err = tx.One(ctx, text, []any{uuid, access.ProjectID}, &facts, moment{&at})
	return access, facts, at, err
}
