package store

import (
	"context"

	"earnest/internal/db"
)

// QuotaUses returns the stored usage of several buckets in one statement; unused buckets are missing from the result.
func QuotaUses(ctx context.Context, tx *db.Tx, buckets []string) (map[string]QuotaUse, error) {
	uses := make(map[string]QuotaUse, len(buckets))
	text := `SELECT bucket, hour, hour_n, month, month_n FROM quotas WHERE bucket` + tx.In(1)
	err := tx.ForEach(ctx, text, db.List(tx, buckets), func(rows db.Rows) error {
		var bucket string
		var u QuotaUse
		if err := rows.Scan(&bucket, &u.Hour, &u.HourN, &u.Month, &u.MonthN); err != nil {
			return err
		}
		uses[bucket] = u
		return nil
	})
	return uses, err
}
