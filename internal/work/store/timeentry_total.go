package store

import (
	"cmp"
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// TimeRange is a range of days over which time is added up for a reader, in one project (nil means all of the reader's projects).
type TimeRange struct {
	Reader    int64
	From, To  domain.Date
	ProjectID *int64
}

// TimeTotals adds up the time by project and person: everyone's if the reader manages the project, otherwise only the reader's own. It
// reads the daily roll-up, never the time entries.
func TimeTotals(ctx context.Context, tx *db.Tx, r TimeRange) ([]domain.TimeTotal, error) {
	list := []domain.TimeTotal{}
	for total, err := range db.Each(ctx, tx, r.totals(), scanTotal) {
		if err != nil {
			return nil, err
		}
		if total.Days > 0 {
			list = append(list, total)
		}
	}
	slices.SortFunc(list, func(a, b domain.TimeTotal) int {
		return cmp.Or(cmp.Compare(a.ProjectID, b.ProjectID), cmp.Compare(a.UserID, b.UserID))
	})
	return list, nil
}

func (r TimeRange) totals() db.Query {
	q := r.worked()
	q.Text += `
SELECT w.user_id,
       w.project_id,
       (SELECT CAST(SUM(d.minutes) AS BIGINT) FROM effort_days d WHERE ` + itsDays + `),
       (SELECT COUNT(DISTINCT d.day) FROM effort_days d WHERE ` + itsDays + `)
FROM worked w
WHERE w.user_id IS NOT NULL`
	return q
}

func scanTotal(rows db.Rows) (t domain.TimeTotal, err error) {
	var minutes *int64 // nil if there is no time on these days
	if err = rows.Scan(&t.UserID, &t.ProjectID, &minutes, &t.Days); minutes != nil {
		t.Minutes = *minutes
	}
	return t, err
}

// DaysWorked counts the days on which each person logged time in any project that TimeTotals covers.
func DaysWorked(ctx context.Context, tx *db.Tx, r TimeRange, people []int64) (map[int64]int, error) {
	q := r.worked()
	q.Text += `
SELECT w.user_id, COUNT(DISTINCT d.day)
FROM worked w
JOIN effort_days d ON ` + itsDays + `
WHERE w.user_id`
	q.In(tx, ``, db.List(tx, people))
	q.Text += `
GROUP BY w.user_id`
	days := map[int64]int{}
	for row, err := range db.Each(ctx, tx, q, scanIDs) {
		if err != nil {
			return nil, err
		}
		days[row[0]] = int(row[1])
	}
	return days, nil
}

// itsDays selects the roll-up rows of a person in a project within the range.
const itsDays = `d.project_id = w.project_id AND d.user_id = w.user_id AND d.day >= $2 AND d.day <= $3`

// worked begins a statement with the people whose time the reader may see, by project. It steps through the index from one person to the
// next, since grouping all rows by person would mean sorting them.
func (r TimeRange) worked() db.Query {
	q := db.NewQuery(`
WITH RECURSIVE worked (project_id, user_id, everybody) AS (
  SELECT c.project_id,
         CASE WHEN c.role`+manages+` THEN (SELECT MIN(d.user_id) FROM effort_days d WHERE d.project_id = c.project_id) ELSE c.user_id END,
         c.role`+manages+`
  FROM members c
  WHERE c.user_id = $1 AND c.status = 'active'`, r.Reader, r.From, r.To)
	if r.ProjectID != nil {
		q.And(` AND c.project_id = `, *r.ProjectID)
	}
	q.Text += `
  UNION ALL
  SELECT w.project_id, (SELECT MIN(d.user_id) FROM effort_days d WHERE d.project_id = w.project_id AND d.user_id > w.user_id), w.everybody
  FROM worked w
  WHERE w.everybody AND w.user_id IS NOT NULL
)`
	return q
}
