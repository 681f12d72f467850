package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// Statuses gives the statuses of a project in their order.
func (tx *Tx) Statuses(ctx context.Context, projectID int64) iter.Seq2[domain.Status, error] {
	const text = `
SELECT key, label, color, bg_color, sort_order, is_done, is_default
FROM statuses
WHERE project_id = $1
ORDER BY sort_order, id`
	return each(ctx, tx, query{text, []any{projectID}}, scanStatus)
}

func scanStatus(rows db.Rows) (domain.Status, error) {
	var s domain.Status
	err := rows.Scan(&s.Key, &s.Label, &s.Color, &s.BgColor, &s.SortOrder, &s.IsDone, &s.IsDefault)
	return s, err
}

// CountStatuses counts what Statuses gives.
func (tx *Tx) CountStatuses(ctx context.Context, projectID int64) (int, error) {
	return tx.count(ctx, query{`SELECT COUNT(*) FROM statuses WHERE project_id = $1`, []any{projectID}})
}

// InsertStatus adds a status to a project.
func (tx *Tx) InsertStatus(ctx context.Context, projectID int64, s domain.Status) error {
	return tx.run(ctx, `
INSERT INTO statuses (project_id, key, label, color, bg_color, sort_order, is_done, is_default)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		projectID, s.Key, s.Label, s.Color, s.BgColor, s.SortOrder, s.IsDone, s.IsDefault)
}
