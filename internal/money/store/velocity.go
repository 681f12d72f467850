package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// LastSprints returns the sprints of a project that ended last, at most limit, with their commitments and merged tickets: those with dates
// that began by today and are completed or ended before today. Velocity depends on nothing else.
func LastSprints(ctx context.Context, tx *db.Tx, projectID int64, today domain.Date, limit int) (*Finance, error) {
	f := &Finance{}
	var err error
	if f.Sprints, err = db.Collect(db.Each(ctx, tx, lastSprints(projectID, today, limit), scanFinanceSprint)); err != nil {
		return f, err
	}
	ids := make([]int64, 0, len(f.Sprints))
	for _, s := range f.Sprints {
		ids = append(ids, s.ID)
	}
	if err := tx.Together(ctx, commitmentStatement(tx, `c.sprint_id`, db.List(tx, ids), map[int64]*Finance{projectID: f})); err != nil {
		return f, err
	}
	for i, s := range f.Sprints {
		f.Sprints[i].Committed = f.committed[s.ID]
	}
	for c, err := range db.Each(ctx, tx, sprintCounts(tx, projectID, ids), scanCount) {
		if err != nil {
			return f, err
		}
		f.addMerged(&c, c.open, c.done, 0)
	}
	return f, nil
}

func lastSprints(projectID int64, today domain.Date, limit int) db.Query {
	return db.NewQuery(`
SELECT id, status, start_date, end_date
FROM sprints
WHERE project_id = $1 AND start_date <= $2 AND end_date >= start_date AND (status = 'completed' OR end_date < $2)
ORDER BY end_date DESC, start_date DESC, id DESC
LIMIT $3`, projectID, today, limit)
}

// sprintCounts selects the merged tickets of some sprints.
func sprintCounts(tx *db.Tx, projectID int64, sprintIDs []int64) db.Query {
	q := db.NewQuery(`SELECT sprint_id, points, open_tickets, done_tickets FROM ticket_counts WHERE project_id = $1`, projectID)
	q.In(tx, ` AND sprint_id`, db.List(tx, sprintIDs))
	return q
}

func scanCount(rows db.Rows) (c ticketCount, err error) {
	err = rows.Scan(&c.sprintID, &c.points, &c.open, &c.done)
	return c, err
}
