package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// AnyTicketAccess returns what a user may do in the project of a ticket, even if the ticket has been deleted.
func AnyTicketAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	const text = accessColumns + `tickets x` + accessProject + `WHERE x.uuid = $1`
	return accessOf(ctx, tx, "ticket", text, uuid, userID)
}

// DeletedTicket returns the fields of a deleted ticket that are needed to restore it, without its sprint and epic. It returns NotFound if
// the ticket is not deleted.
func DeletedTicket(ctx context.Context, tx *db.Tx, uuid string) (domain.Ticket, error) {
	const text = `SELECT t.id, t.uuid, t.project_id, t.status, t.done_at FROM tickets t WHERE t.uuid = $1 AND t.deleted_at IS NOT NULL`
	return db.One(ctx, tx, "deleted ticket", db.NewQuery(text, uuid), func(rows db.Rows) (domain.Ticket, error) {
		var t domain.Ticket
		err := rows.Scan(&t.ID, &t.UUID, &t.ProjectID, &t.Status, db.MomentOrNull{To: &t.DoneAt})
		return t, err
	})
}

// LastDeletion returns the facts that the log recorded when an item was last deleted, as a JSON object, or "" if there are none.
func LastDeletion(ctx context.Context, tx *db.Tx, uuid string) (string, error) {
	const text = `SELECT COALESCE(from_value, '') FROM changes WHERE noun_uuid = $1 AND what = 'deleted' ORDER BY id DESC LIMIT 1`
	last, err := db.Collect(db.Each(ctx, tx, db.NewQuery(text, uuid), func(rows db.Rows) (string, error) {
		var from string
		err := rows.Scan(&from)
		return from, err
	}))
	if err != nil || len(last) == 0 {
		return "", err
	}
	return last[0], nil
}

// RestoreTicket restores a deleted ticket with the scope and status of t; tags are stored separately.
func RestoreTicket(ctx context.Context, tx *db.Tx, t domain.Ticket) error {
	return tx.Run(ctx, `
UPDATE tickets
SET deleted_at = NULL, epic_id = $2, sprint_id = $3, status = $4, done_at = $5, updated_at = $6
WHERE id = $1`,
		t.ID,
		t.EpicID,
		t.SprintID,
		t.Status,
		db.MicrosOrNull(t.DoneAt),
		db.Micros(t.UpdatedAt),
	)
}
