package store

import (
	"context"
	"time"

	"earnest/internal/store/db"
)

// BucketUse is a bucket and what is stored of it.
type BucketUse struct {
	Bucket string
	QuotaUse
}

const bucketUses = `
SELECT bucket, hour, hour_n, month, month_n
FROM quotas
WHERE bucket LIKE $1 || '%' AND (hour >= $2 AND hour_n > 0 OR month >= $3 AND month_n > 0)
ORDER BY `

const (
	useOfHour  = `CASE WHEN hour >= $2 THEN hour_n ELSE 0 END DESC`
	useOfMonth = `CASE WHEN month >= $3 THEN month_n ELSE 0 END DESC`
)

// MostUsed gives the buckets whose names begin so and that are used most in the present windows, by hour or by month,
// at most limit.
func (tx *Tx) MostUsed(ctx context.Context, prefix string, w QuotaWindow, byMonth bool, limit int) ([]BucketUse, error) {
	order := sqlText(useOfHour + `, ` + useOfMonth)
	if byMonth {
		order = useOfMonth + `, ` + useOfHour
	}
	q := query{bucketUses + order + `, bucket LIMIT $4`, []any{prefix, w.Hour, w.Month, limit}}
	return Collect(each(ctx, tx, q, func(rows db.Rows) (BucketUse, error) {
		var b BucketUse
		err := rows.Scan(&b.Bucket, &b.Hour, &b.HourN, &b.Month, &b.MonthN)
		return b, err
	}))
}

// KeysByID gives keys by their numbers.
func (tx *Tx) KeysByID(ctx context.Context, ids []int64) (map[int64]KeyOwner, error) {
	q := query{text: keyColumns + `WHERE k.id`}
	q.in(tx, ``, db.List(tx.Tx, ids))
	keys := map[int64]KeyOwner{}
	for k, err := range each(ctx, tx, q, scanKey) {
		if err != nil {
			return nil, err
		}
		keys[k.Key.ID] = k
	}
	return keys, nil
}

// FailedTries is where sign-ins failed.
type FailedTries struct {
	Bucket string
	Tries
}

// MostTries gives the buckets whose names begin so with the most failed sign-ins in a window that began after since, at
// most limit.
func (tx *Tx) MostTries(ctx context.Context, prefix string, since time.Time, limit int) ([]FailedTries, error) {
	const text = `SELECT bucket, n, window_start FROM tries WHERE bucket LIKE $1 || '%' AND window_start > $2 AND n > 0 ORDER BY n DESC, bucket LIMIT $3`
	return Collect(each(ctx, tx, query{text, []any{prefix, micros(since), limit}}, func(rows db.Rows) (FailedTries, error) {
		var f FailedTries
		err := rows.Scan(&f.Bucket, &f.N, moment{&f.Began})
		return f, err
	}))
}

// CountTries counts the buckets whose names begin so with at least that many failed sign-ins.
func (tx *Tx) CountTries(ctx context.Context, prefix string, since time.Time, least int64) (int, error) {
	const text = `SELECT COUNT(*) FROM tries WHERE bucket LIKE $1 || '%' AND window_start > $2 AND n >= $3`
	return tx.count(ctx, query{text, []any{prefix, micros(since), least}})
}
