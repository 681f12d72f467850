package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// TicketsBefore returns the tickets that a ticket depends on, in creation order.
func TicketsBefore(ctx context.Context, tx *db.Tx, ticketID int64) ([]domain.TicketLink, error) {
	const text = `
SELECT t.uuid, ` + ticketKey + `, t.title, t.status
FROM ticket_dependencies d
JOIN tickets t ON t.id = d.depends_on_id
JOIN projects p ON p.id = t.project_id
WHERE d.ticket_id = $1
ORDER BY t.id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, ticketID), scanTicketLink))
}

// mostDependents is the maximum number of a ticket's dependents that are shown. A ticket depends on at most 500 others, but any number can
// depend on it.
const mostDependents = 500

// TicketsAfter returns the tickets that depend on a ticket, in creation order.
func TicketsAfter(ctx context.Context, tx *db.Tx, ticketID int64) ([]domain.TicketLink, error) {
	const text = `
SELECT t.uuid, ` + ticketKey + `, t.title, t.status
FROM ticket_dependencies d
JOIN tickets t ON t.id = d.ticket_id
JOIN projects p ON p.id = t.project_id
WHERE d.depends_on_id = $1
ORDER BY t.id
LIMIT $2`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, ticketID, mostDependents), scanTicketLink))
}

func scanTicketLink(rows db.Rows) (domain.TicketLink, error) {
	var l domain.TicketLink
	err := rows.Scan(&l.UUID, &l.Key, &l.Title, &l.Status)
	return l, err
}
