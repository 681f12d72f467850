package store

import (
	"context"
	"encoding/json"
	"errors"
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

// behind selects the projects that were created before $1, have no row for the day $2 and have at least the id $3.
const behind = `
FROM projects p
WHERE p.deleted_at IS NULL
  AND p.created_at < $1
  AND NOT EXISTS (SELECT 1 FROM indicator_days d WHERE d.project_id = p.id AND d.day = $2)
  AND p.id >= $3`

// NextBehind returns the first project, by id and starting with the given one, that was created before a moment and has no row for a day. It reports
// false if every project has one.
func NextBehind(ctx context.Context, tx *db.Tx, day domain.Date, before time.Time, from int64) (id int64, found bool, err error) {
	err = tx.One(ctx, `SELECT p.id`+behind+` ORDER BY p.id LIMIT 1`, []any{db.Micros(before), day, from}, &id)
	if errors.Is(err, db.ErrNoRows) {
		return 0, false, nil
	}
	return id, err == nil, err
}

// ProjectsBehind returns the projects with ids of at least from and less than to that were created before a moment and have no row for a day.
func ProjectsBehind(ctx context.Context, tx *db.Tx, day domain.Date, before time.Time, from, to int64) ([]Behind, error) {
	const text = `SELECT p.id, p.created_at, COALESCE((SELECT MAX(d.day) FROM indicator_days d WHERE d.project_id = p.id), '')` +
		behind + ` AND p.id < $4 ORDER BY p.id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, db.Micros(before), day, from, to), func(rows db.Rows) (Behind, error) {
		var b Behind
		err := rows.Scan(&b.ProjectID, db.Moment{To: &b.CreatedAt}, &b.Last)
		return b, err
	}))
}
