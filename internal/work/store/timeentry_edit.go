package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const accessByTimeEntry db.Text = accessColumns + `time_entries x` + accessProject + `WHERE x.uuid = $1`

// TimeEntryAccess returns what a user may do in the time entry's project, even if the entry's ticket has been deleted.
func TimeEntryAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "time entry", accessByTimeEntry, uuid, userID)
}

// UpdateTimeEntry stores a changed time entry; MoveEntryEffort updates the roll-ups.
func UpdateTimeEntry(ctx context.Context, tx *db.Tx, e domain.TimeEntry) error {
	return tx.Run(ctx, `
UPDATE time_entries SET ticket_id = $2, duration_minutes = $3, comment = $4, logged_at = $5, updated_at = $6 WHERE id = $1`,
		e.ID,
		e.TicketID,
		e.Minutes,
		e.Comment,
		e.LoggedAt,
		db.Micros(e.UpdatedAt),
	)
}

// DeleteTimeEntry removes a time entry; ProjectLock counts it, and MoveEntryEffort updates the roll-ups.
func DeleteTimeEntry(ctx context.Context, tx *db.Tx, e domain.TimeEntry) error {
	return tx.Run(ctx, `DELETE FROM time_entries WHERE id = $1`, e.ID)
}

// MoveEntryEffort updates the roll-ups when an entry changes from was to now, where nil means that there was or is no entry. Both must have
// the same project and user.
func MoveEntryEffort(ctx context.Context, tx *db.Tx, was, now *domain.TimeEntry) error {
	if now != nil {
		if err := countEntry(ctx, tx, *now, now.Minutes); err != nil {
			return err
		}
	}
	if was == nil {
		return nil
	}
	if err := countEntry(ctx, tx, *was, -was.Minutes); err != nil {
		return err
	}
	scope, err := ticketScope(ctx, tx, was.TicketID)
	if err != nil {
		return err
	}
	return dropEmptyEffort(ctx, tx, was.ProjectID, scope, was.UserID)
}

func countEntry(ctx context.Context, tx *db.Tx, e domain.TimeEntry, minutes int64) error {
	scope, err := ticketScope(ctx, tx, e.TicketID)
	if err != nil {
		return err
	}
	rates, err := Rates(ctx, tx, e.ProjectID, e.UserID)
	if err != nil {
		return err
	}
	return AddEffort(ctx, tx, e.ProjectID, scope, e.UserID, rates, e.LoggedAt, minutes)
}

// ticketScope returns the scope in which a ticket's minutes currently count, even if the ticket is deleted.
func ticketScope(ctx context.Context, tx *db.Tx, ticketID int64) (scope Scope, err error) {
	const text = `SELECT COALESCE(sprint_id, 0), COALESCE(epic_id, 0) FROM tickets WHERE id = $1`
	err = tx.One(ctx, text, []any{ticketID}, &scope.SprintID, &scope.EpicID)
	return scope, err
}

// dropEmptyEffort deletes a user's rows in a scope that have dropped to zero, so that the roll-ups match a recount.
func dropEmptyEffort(ctx context.Context, tx *db.Tx, projectID int64, scope Scope, userID int64) error {
	err := tx.Run(ctx, `DELETE FROM effort_days WHERE project_id = $1 AND sprint_id = $2 AND epic_id = $3 AND user_id = $4 AND minutes = 0`,
		projectID, scope.SprintID, scope.EpicID, userID)
	if err != nil {
		return err
	}
	return dropEmptyCosts(ctx, tx, projectID)
}

// LastDeletedEntry returns a time entry as the log recorded it when it was last deleted, as a JSON object, along with the time of its
// deletion and what a user may do in its project.
func LastDeletedEntry(ctx context.Context, tx *db.Tx, uuid string, userID int64) (access domain.Access, facts string, at time.Time, err error) {
	const from = `changes x` + accessProject +
		`WHERE x.noun_uuid = $1 AND x.noun = 'time_entry' AND x.what = 'deleted' ORDER BY x.id DESC LIMIT 1`
	if access, err = accessOf(ctx, tx, "time entry", accessColumns+from, uuid, userID); err != nil {
		return access, "", at, err
	}
	const text = `
SELECT COALESCE(from_value, ''), at FROM changes
WHERE noun_uuid = $1 AND noun = 'time_entry' AND what = 'deleted' AND project_id + 0 = $2 ORDER BY id DESC LIMIT 1`
	err = tx.One(ctx, text, []any{uuid, access.ProjectID}, &facts, db.Moment{To: &at})
	return access, facts, at, err
}
