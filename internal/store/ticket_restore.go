package store

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// AnyTicketAccess tells what a user may do in the project of the ticket, also of a deleted one.
func (tx *Tx) AnyTicketAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	const text = accessColumns + `tickets x` + accessProject + `WHERE x.uuid = $1`
	return tx.access(ctx, "ticket", text, uuid, userID)
}

// DeletedTicket gives what a deleted ticket still knows that its return depends on: it is in no sprint and no epic.
// NotFound when it is not deleted.
func (tx *Tx) DeletedTicket(ctx context.Context, uuid string) (domain.Ticket, error) {
	const text = `SELECT t.id, t.uuid, t.project_id, t.status, t.done_at FROM tickets t WHERE t.uuid = $1 AND t.deleted_at IS NOT NULL`
	return one(ctx, tx, "deleted ticket", query{text, []any{uuid}}, func(rows db.Rows) (domain.Ticket, error) {
		var t domain.Ticket
		err := rows.Scan(&t.ID, &t.UUID, &t.ProjectID, &t.Status, momentOrNull{&t.DoneAt})
		return t, err
	})
}

// LastDeletion gives what the log says that a thing was when it was last deleted, as a JSON object; empty when the log
// knows nothing of it.
func (tx *Tx) LastDeletion(ctx context.Context, uuid string) (string, error) {
	const text = `SELECT COALESCE(from_value, '') FROM changes WHERE noun_uuid = $1 AND what = 'deleted' ORDER BY id DESC LIMIT 1`
	last, err := Collect(each(ctx, tx, query{text, []any{uuid}}, func(rows db.Rows) (string, error) {
		var from string
		err := rows.Scan(&from)
		return from, err
	}))
	if err != nil || len(last) == 0 {
		return "", err
	}
	return last[0], nil
}

// RestoreTicket puts a deleted ticket back, with the place and the status that t has; tags are set apart.
func (tx *Tx) RestoreTicket(ctx context.Context, t domain.Ticket) error {
	return tx.run(ctx, `
UPDATE tickets
SET deleted_at = NULL, epic_id = $2, sprint_id = $3, status = $4, done_at = $5, updated_at = $6
WHERE id = $1`,
		t.ID,
		t.EpicID,
		t.SprintID,
		t.Status,
		microsOrNull(t.DoneAt),
		micros(t.UpdatedAt),
	)
}
