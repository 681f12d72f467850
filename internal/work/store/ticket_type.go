package store

import (
	"context"
	"time"

	"earnest/internal/db"
)

// SetTicketType sets the type of a ticket; nil means none.
func SetTicketType(ctx context.Context, tx *db.Tx, ticketID int64, typeID *int64, at time.Time) error {
	return tx.Run(ctx, `UPDATE tickets SET type_id = $2, updated_at = $3 WHERE id = $1`, ticketID, typeID, db.Micros(at))
}
