package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// OtherMinutes returns the minutes that the author of a time entry logged on its day in other entries, whatever their project.
func OtherMinutes(ctx context.Context, tx *db.Tx, e domain.TimeEntry) (minutes int64, err error) {
	q := otherMinutes(e)
	err = tx.One(ctx, string(q.Text), q.Args, &minutes)
	return minutes, err
}

func otherMinutes(e domain.TimeEntry) db.Query {
	return db.NewQuery(`
SELECT CAST(COALESCE(SUM(duration_minutes), 0) AS BIGINT)
FROM time_entries
WHERE user_id = $1 AND logged_at = $2 AND uuid <> $3 AND project_id NOT IN `+DeletedProjects, e.UserID, e.LoggedAt, e.UUID)
}

// FirstSprintStart returns the first day of a project's first dated sprint; nil if no sprint is dated.
func FirstSprintStart(ctx context.Context, tx *db.Tx, project int64) (first *domain.Date, err error) {
	err = tx.One(ctx, "SELECT MIN(start_date) FROM sprints WHERE project_id = $1 AND end_date >= start_date", []any{project}, &first)
	return first, err
}
