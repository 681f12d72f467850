package store

import (
	"context"
	"time"

	admitstore "earnest/internal/admit/store"
	"earnest/internal/db"
	identitystore "earnest/internal/identity/store"
)

// BucketUse is a bucket and its stored usage.
type BucketUse struct {
	Bucket string
	admitstore.QuotaUse
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

// MostUsed returns up to limit buckets with the given prefix: those used most in the current hour or, if byMonth is set, in the
// current month.
func MostUsed(ctx context.Context, tx *db.Tx, prefix string, w admitstore.QuotaWindow, byMonth bool, limit int) ([]BucketUse, error) {
	order := db.Text(useOfHour + `, ` + useOfMonth)
	if byMonth {
		order = useOfMonth + `, ` + useOfHour
	}
	q := db.NewQuery(bucketUses+order+`, bucket LIMIT $4`, prefix, w.Hour, w.Month, limit)
	return db.Collect(db.Each(ctx, tx, q, func(rows db.Rows) (BucketUse, error) {
		var b BucketUse
		err := rows.Scan(&b.Bucket, &b.Hour, &b.HourN, &b.Month, &b.MonthN)
		return b, err
	}))
}

// FailedTries is a bucket with failed sign-ins.
type FailedTries struct {
	Bucket string
	identitystore.Tries
}

// MostTries returns up to limit buckets with the given prefix: those with the most failed sign-ins in a window that began after
// since.
func MostTries(ctx context.Context, tx *db.Tx, prefix string, since time.Time, limit int) ([]FailedTries, error) {
	const text = `SELECT bucket, n, window_start FROM tries WHERE bucket LIKE $1 || '%' AND window_start > $2 AND n > 0 ORDER BY n DESC, bucket LIMIT $3`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, prefix, db.Micros(since), limit), func(rows db.Rows) (FailedTries, error) {
		var f FailedTries
		err := rows.Scan(&f.Bucket, &f.N, db.Moment{To: &f.Began})
		return f, err
	}))
}

// CountTries counts the buckets with the given prefix that have at least that many failed sign-ins in a window that began after
// since.
func CountTries(ctx context.Context, tx *db.Tx, prefix string, since time.Time, least int64) (int, error) {
	const text = `SELECT COUNT(*) FROM tries WHERE bucket LIKE $1 || '%' AND window_start > $2 AND n >= $3`
	return tx.Count(ctx, db.NewQuery(text, prefix, db.Micros(since), least))
}
