package store

import (
	"context"

	"earnest/internal/domain"
)

// LastComments gives the last comments of a ticket, at most limit of them, in the order of their creation.
func (tx *Tx) LastComments(ctx context.Context, ticketID int64, limit int) ([]domain.Comment, error) {
	const text = commentColumns + `
WHERE c.id IN (SELECT x.id FROM comments x WHERE x.ticket_id = $1 ORDER BY x.id DESC LIMIT $2)
ORDER BY c.id`
	return Collect(each(ctx, tx, query{text, []any{ticketID, limit}}, scanComment))
}
