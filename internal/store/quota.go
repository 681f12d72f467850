package store

import (
	"context"
	"errors"

	"earnest/internal/store/db"
)

// QuotaWindow names a clock hour (hours since 1970, UTC) and a calendar month (year × 12 + month − 1).
type QuotaWindow struct {
	Hour  int64
	Month int64
}

// QuotaUse is how many requests a bucket made in an hour and in a month.
type QuotaUse struct {
	Hour   int64
	HourN  int64
	Month  int64
	MonthN int64
}

// skewHours and skewMonths are how far a stored window may lie ahead of a node's clock and still be
// the present one: nodes' clocks differ. What lies further ahead was written under a broken clock and
// would otherwise hold a bucket until that time comes. quotaHourKept and quotaMonthKept say the same in SQL.
const (
	skewHours  = 24
	skewMonths = 1

	quotaHourKept  = `q.hour BETWEEN excluded.hour AND excluded.hour + 24`
	quotaMonthKept = `q.month BETWEEN excluded.month AND excluded.month + 1`
)

// Window gives the windows that the use is told for.
func (u QuotaUse) Window() QuotaWindow { return QuotaWindow{Hour: u.Hour, Month: u.Month} }

// In gives the use as it stands when a node's clock shows w: a window that has passed begins again at
// nothing; a window ahead of the clock stays.
func (u QuotaUse) In(w QuotaWindow) QuotaUse {
	if u.Hour < w.Hour || u.Hour > w.Hour+skewHours {
		u.Hour, u.HourN = w.Hour, 0
	}
	if u.Month < w.Month || u.Month > w.Month+skewMonths {
		u.Month, u.MonthN = w.Month, 0
	}
	return u
}

// QuotaIsShared tells whether several nodes may count in this database, so that each must ask it.
func (s *Store) QuotaIsShared() bool { return s.db.Engine() == db.Postgres }

// QuotaUse reads what is stored of a bucket; nothing is stored of a bucket never used.
func (tx *Tx) QuotaUse(ctx context.Context, bucket string) (QuotaUse, error) {
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

// AddQuotaUse adds what was counted elsewhere to what is stored, window by window.
func (tx *Tx) AddQuotaUse(ctx context.Context, bucket string, u QuotaUse) error {
	return tx.run(ctx, `
		INSERT INTO quotas AS q (bucket, hour, hour_n, month, month_n, granted)
		VALUES ($1, $2, $3, $4, $5, 0)
		ON CONFLICT (bucket) DO UPDATE SET
			hour    = CASE WHEN `+quotaHourKept+` THEN q.hour ELSE excluded.hour END,
			hour_n  = CASE WHEN `+quotaHourKept+` THEN q.hour_n + excluded.hour_n ELSE excluded.hour_n END,
			month   = CASE WHEN `+quotaMonthKept+` THEN q.month ELSE excluded.month END,
			month_n = CASE WHEN `+quotaMonthKept+` THEN q.month_n + excluded.month_n ELSE excluded.month_n END`,
		bucket, u.Hour, u.HourN, u.Month, u.MonthN)
}

// QuotaAsk asks for room for some requests of a bucket at once.
type QuotaAsk struct {
	Bucket     string
	Window     QuotaWindow // by the asking node's clock
	Requests   int64
	HourLimit  int64
	MonthLimit int64
}

// TakeQuota counts as many of the requests as both windows have room for, and gives how many that
// were and the use with them. Several nodes may ask at once: the row's lock puts them in order.
//
// It is for PostgreSQL only, and runs by itself (Once). The transaction it is commits without waiting for the disk, since a
// second of counting may be lost to a crash; so nothing that matters more may share it.
func (tx *Tx) TakeQuota(ctx context.Context, a QuotaAsk) (granted int64, u QuotaUse, err error) {
	var commit string
	err = tx.One(ctx, takeQuota,
		[]any{a.Bucket, a.Window.Hour, a.Window.Month, a.Requests, a.HourLimit, a.MonthLimit},
		&granted, &u.Hour, &u.HourN, &u.Month, &u.MonthN, &commit)
	return granted, u, err
}

const takeQuota = `
	INSERT INTO quotas AS q (bucket, hour, hour_n, month, month_n, granted)
	SELECT $1, $2, g, $3, g, g
	FROM (SELECT GREATEST(0, LEAST($4::bigint, $5::bigint, $6::bigint)) AS g) AS fresh
	ON CONFLICT (bucket) DO UPDATE SET (hour, hour_n, month, month_n, granted) = (
		SELECT hour, hour_n + g, month, month_n + g, g
		FROM (
			SELECT
				used.*,
				GREATEST(0, LEAST($4::bigint, $5::bigint - hour_n, $6::bigint - month_n)) AS g
			FROM (
				SELECT
					CASE WHEN ` + quotaHourKept + ` THEN q.hour ELSE excluded.hour END AS hour,
					CASE WHEN ` + quotaHourKept + ` THEN q.hour_n ELSE 0 END AS hour_n,
					CASE WHEN ` + quotaMonthKept + ` THEN q.month ELSE excluded.month END AS month,
					CASE WHEN ` + quotaMonthKept + ` THEN q.month_n ELSE 0 END AS month_n
			) AS used
		) AS room
	)
	RETURNING granted, hour, hour_n, month, month_n, set_config('synchronous_commit', 'off', true)`

// PurgeQuotas deletes up to limit buckets whose month is before the given one and tells how many. The
// condition stands twice because PostgreSQL checks only the outer one again on a row that another node
// moved to a new month in between.
func (tx *Tx) PurgeQuotas(ctx context.Context, month, limit int64) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM quotas
		WHERE month < $1
		AND bucket IN (SELECT bucket FROM quotas WHERE month < $1 ORDER BY bucket LIMIT $2)`,
		month, limit)
}
