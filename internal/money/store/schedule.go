package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// Schedule is the data about a project's roadmap that its schedule needs, apart from epics, sprints and tickets.
type Schedule struct {
	Workdays []int64
	Holidays []domain.Date
	Links    []domain.Link
	Begun    map[int64]time.Time // by epic: when one of its tickets was first in a status other than backlog and todo
}

// ReadSchedule reads the schedule's data of a project. The number of statements is constant.
func ReadSchedule(ctx context.Context, tx *db.Tx, projectID int64) (s Schedule, err error) {
	const calendar = `SELECT workdays, holidays FROM projects WHERE id = $1`
	err = tx.One(ctx, calendar, []any{projectID}, db.JSONList[int64]{To: &s.Workdays}, db.JSONList[domain.Date]{To: &s.Holidays})
	if err != nil {
		return s, err
	}
	if s.Links, err = db.Collect(workstore.Links(ctx, tx, projectID)); err != nil {
		return s, err
	}
	s.Begun, err = begun(ctx, tx, projectID)
	return s, err
}

// begun finds when work on the tickets of each epic began.
func begun(ctx context.Context, tx *db.Tx, projectID int64) (map[int64]time.Time, error) {
	const text = `
SELECT e.id, (SELECT MIN(t.began_at) FROM tickets t WHERE t.epic_id = e.id)
FROM epics e
WHERE e.project_id = $1`
	found := map[int64]time.Time{}
	err := tx.ForEach(ctx, text, projectID, func(rows db.Rows) error {
		var epic int64
		var at *time.Time
		err := rows.Scan(&epic, db.MomentOrNull{To: &at})
		if at != nil {
			found[epic] = *at
		}
		return err
	})
	return found, err
}

// Booked finds the first day with time on each epic, for a reader who does not read all time anyway. It groups by sprint first, which is the order of the
// primary key: SQLite would have to sort all rows by epic.
func Booked(ctx context.Context, tx *db.Tx, projectID int64) (map[int64]domain.Date, error) {
	const text = `
SELECT epic_id, MIN(day)
FROM effort_days
WHERE project_id = $1 AND epic_id > 0 AND minutes > 0
GROUP BY sprint_id, epic_id`
	found := map[int64]domain.Date{}
	err := tx.ForEach(ctx, text, projectID, func(rows db.Rows) error {
		var epic int64
		var day domain.Date
		err := rows.Scan(&epic, &day)
		if first, ok := found[epic]; !ok || day < first {
			found[epic] = day
		}
		return err
	})
	return found, err
}
