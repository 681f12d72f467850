package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// TicketTime returns up to limit of a ticket's time entries, latest day first, and the total minutes of all its entries.
func TicketTime(ctx context.Context, tx *db.Tx, ticketID int64, limit int) (entries []domain.TimeEntry, minutes int64, err error) {
	const text = TimeEntryColumns + `WHERE e.ticket_id = $1 ORDER BY e.logged_at DESC, e.id DESC LIMIT $2`
	if entries, err = db.Collect(db.Each(ctx, tx, db.NewQuery(text, ticketID, limit), ScanTimeEntry)); err != nil {
		return nil, 0, err
	}
	const sum = `SELECT COALESCE(CAST(SUM(duration_minutes) AS BIGINT), 0) FROM time_entries WHERE ticket_id = $1`
	err = tx.One(ctx, sum, []any{ticketID}, &minutes)
	return entries, minutes, err
}
