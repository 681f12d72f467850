package store

import (
	"context"
	"slices"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Gap is the room between two neighbours in the order of a project. An empty rank stands for an end of the order.
type Gap struct{ Low, High string }

// Place holds what is known about where a ticket is put. Deleted tickets count as neighbours, since they may be restored.
type Place struct {
	After  *Gap   // behind the ticket to put it after; nil if the project has no such ticket
	Before *Gap   // in front of the ticket to put it before; nil if the project has no such ticket
	Last   string // the last rank of the project; only for a new ticket that is put next to no other
}

// lookForPlace adds the lookups for the place where a ticket is put. Its current place does not count.
func lookForPlace(q *db.Query, n Names) {
	if n.After != "" {
		neighbour(q, `SELECT 11, t.id, t.rank, COALESCE((SELECT MIN(o.rank) FROM tickets o WHERE o.project_id = $1 AND o.rank > t.rank`, n.Ticket, n.After)
	}
	if n.Before != "" {
		neighbour(q, `SELECT 12, t.id, t.rank, COALESCE((SELECT MAX(o.rank) FROM tickets o WHERE o.project_id = $1 AND o.rank < t.rank`, n.Ticket, n.Before)
	}
	if n.Ticket == "" && n.After == "" && n.Before == "" {
		if q.Text != "" {
			q.Text += ` UNION ALL `
		}
		q.Text += `SELECT 13, 0, COALESCE(MAX(rank), ''), '' FROM tickets WHERE project_id = $1`
	}
}

// neighbour completes the lookup of a ticket and its neighbour, which must not be the ticket that is moved.
func neighbour(q *db.Query, text db.Text, moved, beside string) {
	look(q, text+` AND o.uuid <> `, moved)
	q.And(`), '') FROM tickets t WHERE t.project_id + 0 = $1 AND t.deleted_at IS NULL AND t.uuid = `, beside)
}

// Ranked is a ticket and its rank.
type Ranked struct {
	ID   int64
	Rank string
}

// RanksAround returns up to n tickets of a project with ranks up to low, and up to n with higher ranks, both in order and without one ticket.
func RanksAround(ctx context.Context, tx *db.Tx, projectID int64, low string, without int64, n int) (before, after []Ranked, err error) {
	const text = `SELECT id, rank FROM tickets WHERE project_id = $1 AND rank `
	read := func(rows db.Rows) (r Ranked, err error) {
		err = rows.Scan(&r.ID, &r.Rank)
		return r, err
	}
	before, err = db.Collect(db.Each(ctx, tx, db.NewQuery(text+`<= $2 AND id <> $3 ORDER BY rank DESC LIMIT $4`, projectID, low, without, n), read))
	if err != nil {
		return nil, nil, err
	}
	slices.Reverse(before)
	after, err = db.Collect(db.Each(ctx, tx, db.NewQuery(text+`> $2 AND id <> $3 ORDER BY rank LIMIT $4`, projectID, low, without, n), read))
	return before, after, err
}

// SetRank gives a ticket a new rank.
func SetRank(ctx context.Context, tx *db.Tx, r Ranked, at time.Time) error {
	return tx.Run(ctx, `UPDATE tickets SET rank = $2, updated_at = $3 WHERE id = $1`, r.ID, r.Rank, db.Micros(at))
}

// EndTicket returns the uuid of the first or last ticket of a project, without some of them, or "" if there is none.
func EndTicket(ctx context.Context, tx *db.Tx, projectID int64, end domain.RankEnd, without []string) (string, error) {
	q := db.NewQuery(`SELECT uuid FROM tickets WHERE project_id = $1 AND deleted_at IS NULL`, projectID)
	q.In(tx, ` AND NOT uuid`, db.List(tx, without))
	if end == domain.Top {
		q.Text += ` ORDER BY rank LIMIT 1`
	} else {
		q.Text += ` ORDER BY rank DESC LIMIT 1`
	}
	uuids, err := db.Collect(db.Each(ctx, tx, q, func(rows db.Rows) (uuid string, err error) {
		err = rows.Scan(&uuid)
		return uuid, err
	}))
	if len(uuids) == 0 {
		return "", err
	}
	return uuids[0], err
}
