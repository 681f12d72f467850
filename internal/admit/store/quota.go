package store

import (
	"context"
	"errors"

	"earnest/internal/db"
)

// QuotaWindow identifies a clock hour (hours since 1970, UTC) and a calendar month (year × 12 + month − 1).
type QuotaWindow struct {
	Hour  int64
	Month int64
}

// QuotaUse is the number of requests a bucket made in an hour and in a month.
type QuotaUse struct {
	Hour   int64
	HourN  int64
	Month  int64
	MonthN int64
}

// skewHours and skewMonths are how far a stored window may be ahead of a node's clock and still count as current, since nodes'
// clocks differ. A window further ahead was written by a node whose clock was wrong, and would otherwise block its bucket until
// that time. quotaHourKept and quotaMonthKept express the same rule in SQL.
const (
	skewHours  = 24
	skewMonths = 1

	quotaHourKept  = `q.hour BETWEEN excluded.hour AND excluded.hour + 24`
	quotaMonthKept = `q.month BETWEEN excluded.month AND excluded.month + 1`
)

// Window returns the windows in which the requests were counted.
func (u QuotaUse) Window() QuotaWindow { return QuotaWindow{Hour: u.Hour, Month: u.Month} }

// In returns the counts as of w, the current windows by a node's clock: a window that has passed starts again at 0, and a window
// that is slightly ahead of the clock is kept.
func (u QuotaUse) In(w QuotaWindow) QuotaUse {
	if u.Hour < w.Hour || u.Hour > w.Hour+skewHours {
		u.Hour, u.HourN = w.Hour, 0
	}
	if u.Month < w.Month || u.Month > w.Month+skewMonths {
		u.Month, u.MonthN = w.Month, 0
	}
	return u
}

// QuotaIsShared reports whether several nodes may count requests in this database, in which case each node must query it for
// every count.
func QuotaIsShared(s *db.DB) bool { return s.Engine() == db.Postgres }

// ReadQuotaUse returns the stored usage of a bucket, which is zero for an unused bucket.
func ReadQuotaUse(ctx context.Context, tx *db.Tx, bucket string) (QuotaUse, error) {
	var u QuotaUse
	err := tx.One(ctx, `
		SELECT hour, hour_n, month, month_n
		FROM quotas
		WHERE bucket = $1`,
		[]any{bucket}, &u.Hour, &u.HourN, &u.Month, &u.MonthN)
	if errors.Is(err, db.ErrNoRows) {
		return QuotaUse{}, nil
	}
	return u, err
}

// AddQuotaUse adds counts made in memory to the stored ones, window by window.
func AddQuotaUse(ctx context.Context, tx *db.Tx, bucket string, u QuotaUse) error {
	return tx.Run(ctx, `
		INSERT INTO quotas AS q (bucket, hour, hour_n, month, month_n, granted)
		VALUES ($1, $2, $3, $4, $5, 0)
		ON CONFLICT (bucket) DO UPDATE SET
			hour    = CASE WHEN `+quotaHourKept+` THEN q.hour ELSE excluded.hour END,
			hour_n  = CASE WHEN `+quotaHourKept+` THEN q.hour_n + excluded.hour_n ELSE excluded.hour_n END,
			month   = CASE WHEN `+quotaMonthKept+` THEN q.month ELSE excluded.month END,
			month_n = CASE WHEN `+quotaMonthKept+` THEN q.month_n + excluded.month_n ELSE excluded.month_n END`,
		bucket, u.Hour, u.HourN, u.Month, u.MonthN)
}

// GiveBackQuota uncounts requests in the windows in which they were counted, as far as these are still the stored ones.
func GiveBackQuota(ctx context.Context, tx *db.Tx, bucket string, u QuotaUse) error {
	return tx.Run(ctx, giveBackQuota, u.Hour, u.HourN, u.Month, u.MonthN, bucket)
}

const giveBackQuota = `
	UPDATE quotas SET
		hour_n  = CASE WHEN hour <> $1 THEN hour_n WHEN hour_n > $2 THEN hour_n - $2 ELSE 0 END,
		month_n = CASE WHEN month <> $3 THEN month_n WHEN month_n > $4 THEN month_n - $4 ELSE 0 END
	WHERE bucket = $5`

// PurgeQuotas deletes up to limit buckets whose month is before the given one, and returns how many it deleted. The condition
// appears twice because PostgreSQL rechecks only the outer one on a row that another node has moved to a new month in the
// meantime.
func PurgeQuotas(ctx context.Context, tx *db.Tx, month, limit int64) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM quotas
		WHERE month < $1
		AND bucket IN (SELECT bucket FROM quotas WHERE month < $1 ORDER BY bucket LIMIT $2)`,
		month, limit)
}
