package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// FoundTicket is a ticket that a search found.
type FoundTicket struct {
	domain.TicketLink

	ProjectUUID string
}

// Searchable returns the ids and titles of up to limit tickets in the given projects, newest projects and tickets first.
func Searchable(ctx context.Context, tx *db.Tx, projectIDs []int64, limit int) iter.Seq2[Named, error] {
	q := db.Query{Text: `SELECT t.id, t.title FROM tickets t WHERE t.deleted_at IS NULL AND t.project_id`}
	q.In(tx, ``, db.List(tx, projectIDs))
	q.And(` ORDER BY t.project_id DESC, t.id DESC LIMIT `, limit)
	return db.Each(ctx, tx, q, func(rows db.Rows) (Named, error) {
		var n Named
		err := rows.Scan(&n.ID, &n.Title)
		return n, err
	})
}

// FoundTickets returns tickets as a search shows them, in the same order as Searchable.
func FoundTickets(ctx context.Context, tx *db.Tx, ids []int64) ([]FoundTicket, error) {
	text := `SELECT t.uuid, t.title, t.status, p.uuid FROM tickets t JOIN projects p ON p.id = t.project_id WHERE t.id` + tx.In(1) + `
ORDER BY t.project_id DESC, t.id DESC`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(db.Text(text), db.List(tx, ids)), func(rows db.Rows) (FoundTicket, error) {
		var f FoundTicket
		err := rows.Scan(&f.UUID, &f.Title, &f.Status, &f.ProjectUUID)
		return f, err
	}))
}
