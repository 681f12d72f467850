package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
)

// MilestoneMove is a change of a milestone's date in the log.
type MilestoneMove struct {
	UUID string
	At   time.Time
	From string // the date before, as JSON
}

// MilestoneMoves returns every change of the dates of a project's milestones, in order.
func MilestoneMoves(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[MilestoneMove, error] {
	return db.Each(ctx, tx, milestoneMoves(projectID), func(rows db.Rows) (m MilestoneMove, err error) {
		err = rows.Scan(&m.UUID, db.Moment{To: &m.At}, &m.From)
		return m, err
	})
}

// milestoneMoves hides noun and project from the planner, which would otherwise read the whole log of the project or of every milestone.
func milestoneMoves(projectID int64) db.Query {
	return db.NewQuery(`
SELECT c.noun_uuid, c.at, COALESCE(c.from_value, '')
FROM milestones m
JOIN changes c ON c.noun_uuid = m.uuid
WHERE m.project_id = $1 AND c.project_id + 0 = m.project_id AND c.noun || '' = 'milestone' AND c.what = 'date'
ORDER BY c.id`, projectID)
}
