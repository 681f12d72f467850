package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Statuses returns the statuses of a project in order.
func Statuses(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[domain.Status, error] {
	const text = `
SELECT key, label, color, bg_color, sort_order, is_done, is_default
FROM statuses
WHERE project_id = $1
ORDER BY sort_order, id`
	return db.Each(ctx, tx, db.NewQuery(text, projectID), ScanStatus)
}

func ScanStatus(rows db.Rows) (domain.Status, error) {
	var s domain.Status
	err := rows.Scan(&s.Key, &s.Label, &s.Color, &s.BgColor, &s.SortOrder, &s.IsDone, &s.IsDefault)
	return s, err
}

// InsertStatus adds a status to a project.
func InsertStatus(ctx context.Context, tx *db.Tx, projectID int64, s domain.Status) error {
	return tx.Run(ctx, `
INSERT INTO statuses (project_id, key, label, color, bg_color, sort_order, is_done, is_default)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		projectID, s.Key, s.Label, s.Color, s.BgColor, s.SortOrder, s.IsDone, s.IsDefault)
}
