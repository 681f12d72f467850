package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// FoundTicket is a ticket that a search may find.
type FoundTicket struct {
	domain.TicketLink

	ProjectUUID string
}

// Searchable gives the tickets of a user's projects, or of one of them (0: all), the latest projects and tickets first,
// at most limit of them.
func (tx *Tx) Searchable(ctx context.Context, userID, projectID int64, limit int) iter.Seq2[FoundTicket, error] {
	q := query{`
SELECT t.uuid, t.title, t.status, p.uuid
FROM tickets t
JOIN projects p ON p.id = t.project_id
WHERE t.deleted_at IS NULL AND t.project_id IN ` + myProjects, []any{userID}}
	if projectID != 0 {
		q.and(` AND t.project_id = `, projectID)
	}
	q.and(` ORDER BY t.project_id DESC, t.id DESC LIMIT `, limit)
	return each(ctx, tx, q, func(rows db.Rows) (FoundTicket, error) {
		var f FoundTicket
		err := rows.Scan(&f.UUID, &f.Title, &f.Status, &f.ProjectUUID)
		return f, err
	})
}
