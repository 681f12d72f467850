package store

import (
	"context"
	"slices"
	"time"

	"earnest/internal/db"
)

// Gap is the room between two neighbours in the order of a project. An empty rank stands for an end of the order.
type Gap struct{ Low, High string }

// Holds reports whether all ranks from first to last are in the gap.
func (g Gap) Holds(first, last string) bool { return g.Low < first && (g.High == "" || last < g.High) }

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
	UUID string
	Rank string
}

// Neighbours returns up to n tickets of a project with ranks up to low, and up to n with higher ranks, both in order and without some tickets.
func Neighbours(ctx context.Context, tx *db.Tx, projectID int64, low string, without []string, n int) (before, after []Ranked, err error) {
	before, err = ranked(ctx, tx, projectID, low, without, ` AND rank <= `, ` ORDER BY rank DESC LIMIT `, n)
	if err != nil {
		return nil, nil, err
	}
	slices.Reverse(before)
	after, err = ranked(ctx, tx, projectID, low, without, ` AND rank > `, ` ORDER BY rank LIMIT `, n)
	return before, after, err
}

func ranked(ctx context.Context, tx *db.Tx, projectID int64, rank string, without []string, side, order db.Text, n int) ([]Ranked, error) {
	q := db.NewQuery(`SELECT id, uuid, rank FROM tickets WHERE project_id = $1`, projectID)
	q.And(side, rank)
	q.In(tx, ` AND NOT uuid`, db.List(tx, without))
	q.And(order, n)
	return db.Collect(db.Each(ctx, tx, q, scanRanked))
}

func scanRanked(rows db.Rows) (r Ranked, err error) {
	err = rows.Scan(&r.ID, &r.UUID, &r.Rank)
	return r, err
}

// RanksOf returns the ranks of tickets of a project by uuid, also of deleted ones. It leaves out those that the project does not have.
func RanksOf(ctx context.Context, tx *db.Tx, projectID int64, uuids []string) (map[string]string, error) {
	q := db.NewQuery(`SELECT id, uuid, rank FROM tickets WHERE project_id + 0 = $1`, projectID)
	q.In(tx, ` AND uuid`, db.List(tx, uuids))
	ranks := map[string]string{}
	for r, err := range db.Each(ctx, tx, q, scanRanked) {
		if err != nil {
			return nil, err
		}
		ranks[r.UUID] = r.Rank
	}
	return ranks, nil
}

// MovedTo returns the rank that each of some tickets of a project got when it was last moved, by uuid and as the log has it, empty if it
// was never moved. New ranks of the neighbours of a crowded gap do not count as moves.
func MovedTo(ctx context.Context, tx *db.Tx, projectID int64, uuids []string) (map[string]string, error) {
	q := db.NewQuery(`
SELECT t.id, t.uuid, COALESCE((
  SELECT c.to_value FROM changes c WHERE c.noun_uuid = t.uuid AND c.what = 'rank' ORDER BY c.id DESC LIMIT 1), '')
FROM tickets t WHERE t.project_id + 0 = $1`, projectID)
	q.In(tx, ` AND t.uuid`, db.List(tx, uuids))
	moved := map[string]string{}
	for r, err := range db.Each(ctx, tx, q, scanRanked) {
		if err != nil {
			return nil, err
		}
		moved[r.UUID] = r.Rank
	}
	return moved, nil
}

// SetRank gives a ticket a new rank.
func SetRank(ctx context.Context, tx *db.Tx, r Ranked, at time.Time) error {
	return tx.Run(ctx, `UPDATE tickets SET rank = $2, updated_at = $3 WHERE id = $1`, r.ID, r.Rank, db.Micros(at))
}
