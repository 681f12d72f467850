package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const accessByType db.Text = accessColumns + `ticket_types x` + accessProject + `WHERE x.uuid = $1`

// TypeAccess returns what a user may do in the ticket type's project.
func TypeAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "ticket type", accessByType, uuid, userID)
}

// UsedTypes returns the ticket types of a project in order, with the number of tickets of each type.
func UsedTypes(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.UsedType, error) {
	return db.Collect(db.Each(ctx, tx, db.NewQuery(usedTypes, projectID), func(rows db.Rows) (domain.UsedType, error) {
		var t domain.UsedType
		err := rows.Scan(&t.ID, &t.UUID, &t.Name, &t.SortOrder, &t.IsDefault, &t.Tickets)
		return t, err
	}))
}

const usedTypes = `
SELECT y.id,
       y.uuid,
       y.name,
       y.sort_order,
       y.is_default,
       (SELECT COUNT(*) FROM tickets t WHERE t.type_id = y.id AND t.deleted_at IS NULL)
FROM ticket_types y
WHERE y.project_id = $1
ORDER BY y.sort_order, y.id`

// InsertTicketType adds a ticket type to a project and returns its id.
func InsertTicketType(ctx context.Context, tx *db.Tx, projectID int64, t domain.TicketType) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO ticket_types (uuid, project_id, name, sort_order, is_default)
VALUES ($1, $2, $3, $4, $5)`,
		t.UUID, projectID, t.Name, t.SortOrder, t.IsDefault)
}

// UpdateTicketType stores a changed ticket type. To make another type the default, first clear the default on the old one.
func UpdateTicketType(ctx context.Context, tx *db.Tx, t domain.TicketType) error {
	return tx.Run(ctx, `UPDATE ticket_types SET name = $2, sort_order = $3, is_default = $4 WHERE id = $1`,
		t.ID, t.Name, t.SortOrder, t.IsDefault)
}

// Retype moves the tickets of one type to another, or to none, and logs the change for each ticket; row supplies the values, the time and
// the author. Deleted tickets are moved too, since they may be restored, but this is not logged.
func Retype(ctx context.Context, tx *db.Tx, from int64, to *int64, row domain.Change) error {
	err := tx.Run(ctx, `
INSERT INTO changes (project_id, revision, at, user_id, key_id, noun, noun_uuid, what, from_value, to_value)
SELECT project_id, $2, $3, $4, $5, 'ticket', uuid, $6, $7, $8
FROM tickets
WHERE type_id = $1 AND deleted_at IS NULL
ORDER BY id`,
		from,
		row.Revision,
		db.Micros(row.At),
		row.UserID,
		row.KeyID,
		row.What,
		row.From,
		row.To,
	)
	if err != nil {
		return err
	}
	return tx.Run(ctx, `
UPDATE tickets SET type_id = $2, updated_at = CASE WHEN deleted_at IS NULL THEN $3 ELSE updated_at END
WHERE type_id = $1`, from, to, db.Micros(row.At))
}

// DeleteTicketType deletes a ticket type that no ticket has any more.
func DeleteTicketType(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM ticket_types WHERE id = $1`, id)
}
