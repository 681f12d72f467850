package store

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// TimeRange is the days over which a reader has time added up, in one project (nil: in all of theirs).
type TimeRange struct {
	Reader    int64
	From, To  domain.Date
	ProjectID *int64
}

// TimeTotals adds up the time by project and person: of everybody where the reader manages the project, else their own.
// It reads the roll-up by day, never the time entries.
func (tx *Tx) TimeTotals(ctx context.Context, r TimeRange) ([]domain.TimeTotal, error) {
	q := r.days(`SELECT d.user_id, d.project_id, CAST(SUM(d.minutes) AS BIGINT) FROM (`)
	q.text += `) d GROUP BY d.project_id, d.user_id ORDER BY d.project_id, d.user_id`
	return Collect(each(ctx, tx, q, func(rows db.Rows) (domain.TimeTotal, error) {
		var t domain.TimeTotal
		err := rows.Scan(&t.UserID, &t.ProjectID, &t.Minutes)
		return t, err
	}))
}

// DaysWorked counts on how many days each person logged time, among what TimeTotals adds up.
func (tx *Tx) DaysWorked(ctx context.Context, r TimeRange) (map[int64]int, error) {
	q := r.days(`SELECT d.user_id, COUNT(DISTINCT d.day) FROM (`)
	q.text += `) d GROUP BY d.user_id`
	days := map[int64]int{}
	for row, err := range each(ctx, tx, q, scanIDs) {
		if err != nil {
			return nil, err
		}
		days[row[0]] = int(row[1])
	}
	return days, nil
}

// days is the rows of the roll-up that a reader sees.
func (r TimeRange) days(head sqlText) query {
	q := query{head + `
SELECT d.project_id, d.user_id, d.day, d.minutes
FROM members c
JOIN effort_days d ON d.project_id = c.project_id
WHERE c.user_id = $1 AND c.status = 'active' AND (c.role` + manages + ` OR d.user_id = $1) AND d.day >= $2 AND d.day <= $3`,
		[]any{r.Reader, r.From, r.To}}
	if r.ProjectID != nil {
		q.and(` AND c.project_id = `, *r.ProjectID)
	}
	return q
}
