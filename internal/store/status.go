package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// DoneByKey tells of two statuses of a project whether they mean done; one that the project does not have is missing.
func (tx *Tx) DoneByKey(ctx context.Context, projectID int64, one, other string) (map[string]bool, error) {
	const text = `
SELECT key, is_done FROM statuses WHERE project_id = $1 AND key = $2
UNION ALL
SELECT key, is_done FROM statuses WHERE project_id = $1 AND key = $3` // for a list SQLite would build a table first
	rows, err := tx.Query(ctx, text, projectID, one, other)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	done := map[string]bool{}
	for rows.Next() {
		var key string
		var isDone bool
		if err := rows.Scan(&key, &isDone); err != nil {
			return nil, err
		}
		done[key] = isDone
	}
	return done, rows.Err()
}

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
