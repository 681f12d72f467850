package store

import (
	"context"
	"time"

	"earnest/internal/db"
)

// TicketTypeID returns the id of the ticket type with that uuid; ok is false if the project has no such type.
func TicketTypeID(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (id int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT id FROM ticket_types WHERE project_id = $1 AND uuid = $2`, projectID, uuid)
}

// TypeOfTicket returns the uuid of a ticket's type, or nil if it has none.
func TypeOfTicket(ctx context.Context, tx *db.Tx, ticketID int64) (*string, error) {
	var uuid *string
	err := tx.One(ctx, `SELECT y.uuid FROM tickets t LEFT JOIN ticket_types y ON y.id = t.type_id WHERE t.id = $1`, []any{ticketID}, &uuid)
	return uuid, db.Found(err, "ticket")
}

// SetTicketType sets the type of a ticket; nil means none.
func SetTicketType(ctx context.Context, tx *db.Tx, ticketID int64, typeID *int64, at time.Time) error {
	return tx.Run(ctx, `UPDATE tickets SET type_id = $2, updated_at = $3 WHERE id = $1`, ticketID, typeID, db.Micros(at))
}
