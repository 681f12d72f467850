package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// LastComments gives the last comments of a ticket, at most limit of them, in the order of their creation.
func LastComments(ctx context.Context, tx *db.Tx, ticketID int64, limit int) ([]domain.Comment, error) {
	const text = CommentColumns + `
WHERE c.id IN (SELECT x.id FROM comments x WHERE x.ticket_id = $1 ORDER BY x.id DESC LIMIT $2)
ORDER BY c.id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, ticketID, limit), ScanComment))
}
