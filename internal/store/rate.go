package store

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// Rates gives a user's daily rates in a project in the order of their days.
func (tx *Tx) Rates(ctx context.Context, projectID, userID int64) ([]domain.Rate, error) {
	const text = `SELECT from_day, tjm FROM rates WHERE project_id = $1 AND user_id = $2 ORDER BY from_day`
	return Collect(each(ctx, tx, query{text, []any{projectID, userID}}, func(rows db.Rows) (domain.Rate, error) {
		var r domain.Rate
		err := rows.Scan(&r.From, &r.TJM)
		return r, err
	}))
}
