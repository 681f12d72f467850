package store

import (
	"context"
	"encoding/json"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// IndicatorDay holds the figures that were reported for a project at the end of a day.
type IndicatorDay struct {
	ProjectID  int64
	Day        domain.Date
	Indicators string // a JSON object
	ReportedAt time.Time
	CaughtUp   bool // computed later, so nobody saw these figures on that day
}

const indicatorDayColumns = `SELECT d.project_id, d.day, d.indicators, d.reported_at, d.caught_up FROM indicator_days d `

func scanIndicatorDay(rows db.Rows) (IndicatorDay, error) {
	var d IndicatorDay
	err := rows.Scan(&d.ProjectID, &d.Day, &d.Indicators, db.Moment{To: &d.ReportedAt}, &d.CaughtUp)
	return d, err
}

// IndicatorDays returns the figures reported for a project from one day to another, both included.
func IndicatorDays(ctx context.Context, tx *db.Tx, projectID int64, from, to domain.Date) iter.Seq2[IndicatorDay, error] {
	const text = indicatorDayColumns + `WHERE d.project_id = $1 AND d.day >= $2 AND d.day <= $3 ORDER BY d.day`
	return db.Each(ctx, tx, db.NewQuery(text, projectID, from, to), scanIndicatorDay)
}

// CountIndicatorDays counts the rows that IndicatorDays returns.
func CountIndicatorDays(ctx context.Context, tx *db.Tx, projectID int64, from, to domain.Date) (int, error) {
	const text = `SELECT COUNT(*) FROM indicator_days WHERE project_id = $1 AND day >= $2 AND day <= $3`
	return tx.Count(ctx, db.NewQuery(text, projectID, from, to))
}

// AddIndicatorDays stores rows for several projects in one statement and returns how many were new. An existing row stays as it was
// reported; rows for deleted projects are skipped.
func AddIndicatorDays(ctx context.Context, tx *db.Tx, rows []IndicatorDay) (int64, error) {
	unfold := `json_each($1)` // PostgreSQL has another name for it
	if tx.Engine() == db.Postgres {
		unfold = `json_array_elements(CAST(CAST($1 AS TEXT) AS JSON))`
	}
	return tx.Exec(ctx, `
INSERT INTO indicator_days (project_id, day, indicators, reported_at, caught_up)
SELECT p.id, j.value ->> 1, j.value ->> 2, CAST(j.value ->> 3 AS BIGINT), CAST(j.value ->> 4 AS BIGINT) = 1
FROM `+unfold+` j
JOIN projects p ON p.id = CAST(j.value ->> 0 AS BIGINT) AND p.deleted_at IS NULL
WHERE TRUE
ON CONFLICT (project_id, day) DO NOTHING`, packDays(rows))
}

// packDays encodes rows as a single JSON array, so that one statement can store them all.
func packDays(rows []IndicatorDay) string {
	list := make([][]any, 0, len(rows))
	for _, r := range rows {
		caughtUp := 0
		if r.CaughtUp {
			caughtUp = 1
		}
		list = append(list, []any{r.ProjectID, r.Day, r.Indicators, db.Micros(r.ReportedAt), caughtUp})
	}
	text, _ := json.Marshal(list) //nolint:errchkjson // marshalling integers and strings cannot fail
	return string(text)
}

// CopyIndicatorDays stores the daily rows of an imported project.
func CopyIndicatorDays(ctx context.Context, tx *db.Tx, projectID int64, rows []IndicatorDay) error {
	return db.CopyInto(ctx, tx, db.Columns[IndicatorDay]{
		Name: "indicator_days", Columns: "project_id day indicators reported_at caught_up",
		Values: func(d IndicatorDay) []any {
			return []any{projectID, string(d.Day), d.Indicators, db.Micros(d.ReportedAt), d.CaughtUp}
		},
	}, rows)
}

// Behind is a project that has no row for a day.
type Behind struct {
	ProjectID int64
	CreatedAt time.Time
	Last      domain.Date // the last day it has a row for; empty if it has none
}

// ProjectsBehind returns up to limit projects that were created before a moment and have no row for a day, ordered by id and starting after
// the given one.
func ProjectsBehind(ctx context.Context, tx *db.Tx, day domain.Date, before time.Time, after int64, limit int) ([]Behind, error) {
	const text = `
SELECT p.id, p.created_at, COALESCE((SELECT MAX(d.day) FROM indicator_days d WHERE d.project_id = p.id), '')
FROM projects p
WHERE p.id > $1
  AND p.deleted_at IS NULL
  AND p.created_at < $2
  AND NOT EXISTS (SELECT 1 FROM indicator_days d WHERE d.project_id = p.id AND d.day = $3)
ORDER BY p.id
LIMIT $4`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, after, db.Micros(before), day, limit), func(rows db.Rows) (Behind, error) {
		var b Behind
		err := rows.Scan(&b.ProjectID, db.Moment{To: &b.CreatedAt}, &b.Last)
		return b, err
	}))
}
