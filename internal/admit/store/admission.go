// Package store holds the SQL for admission: keys, quotas and the snapshots of the targets that requests read. It deals with
// rows, not with permissions.
package store

import (
	"context"
	"encoding/json"

	"earnest/internal/db"
)

// KeyFacts is everything that decides what a key permits, as stored: the key's owner, scopes, addresses, expiry and revocation,
// and the owner's account. Two KeyFacts are equal only if all of these are. The zero KeyFacts is empty.
type KeyFacts struct {
	stored [9]any // integers, strings, booleans and nil, in the order of keyHolds
}

// Facts returns the facts that decide what a key permits.
func (k KeyOwner) Facts() KeyFacts {
	allow, _ := json.Marshal(k.Key.AllowIPs) //nolint:errchkjson // marshalling networks cannot fail
	facts := KeyFacts{[9]any{
		k.Key.ID,
		k.Key.UserID,
		int64(k.Key.Scopes), //nolint:gosec // there are far fewer than 63 scopes
		string(allow),
		nil,
		nil,
		string(k.Account.Plan),
		k.Account.Active,
		db.Micros(k.Account.SubscribedAt),
	}}
	if k.Key.ExpiresAt != nil {
		facts.stored[4] = db.Micros(*k.Key.ExpiresAt)
	}
	if k.Key.RevokedAt != nil {
		facts.stored[5] = db.Micros(*k.Key.RevokedAt)
	}
	return facts
}

// Any reports whether the facts are not empty.
func (f KeyFacts) Any() bool { return f != KeyFacts{} }

// Confirm reports whether the facts about a key hold and, unless target is nil, takes a snapshot of the target in the same
// statement. If holds is false, nothing else is set; it is also false if the target was not found, even if the facts hold.
// Confirm is for SQLite, where quotas are counted in memory, and must be called through db.DB.Once. TakeQuota does the same on
// PostgreSQL.
func Confirm(ctx context.Context, tx *db.Tx, facts KeyFacts, target *Target) (holds bool, snapshot Snapshot, err error) {
	if !facts.Any() {
		err = take(ctx, tx, &snapshot, target)
		return true, snapshot, err
	}
	s := db.Statement{SQL: ofNothing + keyIsAsKnown, Args: append([]any{"", facts.stored[1]}, facts.stored[:]...), Row: func(db.Rows) error {
		holds = true
		return nil
	}}
	if target != nil {
		q, ok := target.query(keyIsAsKnown, facts.stored[:]...)
		if !ok {
			return false, snapshot, nil
		}
		s = db.Statement{SQL: q.Text, Args: q.Args, Row: snapshot.add}
	}
	err = tx.Together(ctx, s)
	return holds || snapshot.Found, snapshot, err
}

func take(ctx context.Context, tx *db.Tx, to *Snapshot, target *Target) error {
	if target == nil {
		return nil
	}
	s, ok := to.statement(*target)
	if !ok {
		return nil
	}
	return tx.Together(ctx, s)
}

// ofNothing takes the parameters of a snapshot but reads no project.
const ofNothing = `SELECT 1 FROM users x WHERE $1 = '' AND x.id = $2`

// keyIsAsKnown is the condition that a key still matches its KeyFacts; its parameters come after those of a snapshot. keyHolds
// is the same condition for a statement that counts requests.
const keyIsAsKnown = `
	AND EXISTS (
		SELECT 1
		FROM api_keys k
		JOIN users u ON u.id = k.user_id
		JOIN accounts a ON a.id = u.account_id
		WHERE k.id = $3
		AND k.user_id = $4
		AND k.scopes = $5
		AND k.allow_ips = $6
		AND k.expires_at IS NOT DISTINCT FROM $7
		AND k.revoked_at IS NOT DISTINCT FROM $8
		AND a.plan = $9
		AND a.active = $10
		AND a.subscribed_at = $11
	)`

const keyHolds = `
	WHERE EXISTS (
		SELECT
		FROM api_keys k
		JOIN users u ON u.id = k.user_id
		JOIN accounts a ON a.id = u.account_id
		WHERE k.id = $7
		AND k.user_id = $8
		AND k.scopes = $9
		AND k.allow_ips = $10
		AND k.expires_at IS NOT DISTINCT FROM $11
		AND k.revoked_at IS NOT DISTINCT FROM $12
		AND a.plan = $13
		AND a.active = $14
		AND a.subscribed_at = $15
	)`

// QuotaRequest asks for several requests to be counted together against one bucket.
type QuotaRequest struct {
	Bucket     string
	Window     QuotaWindow // by the requesting node's clock
	Requests   int64
	HourLimit  int64
	MonthLimit int64
	Facts      KeyFacts // nothing is counted unless these hold; empty facts always do
	Targets    []Target // the targets to take snapshots of
	GiveBack   QuotaUse // requests to be uncounted first, in the windows in which they were counted
}

// QuotaAnswer holds the number of requests counted, the bucket's usage including them, and the snapshots of the targets, in
// order.
type QuotaAnswer struct {
	Holds     bool // whether the facts hold; if not, nothing else is set
	Granted   int64
	Use       QuotaUse
	Snapshots []Snapshot
}

// TakeQuota counts as many of the requests as both windows have room for. Several nodes may call it concurrently, since the row
// lock serialises them. The snapshots are taken first, so that the lock is not held while they are read.
//
// It is for PostgreSQL only. It must be called through db.DB.Once, and takes one round trip. Its transaction commits without
// waiting for the disk, since losing a second of counts in a crash is acceptable. Nothing more important may therefore share the
// transaction.
func TakeQuota(ctx context.Context, tx *db.Tx, ask QuotaRequest) (QuotaAnswer, error) {
	answer := QuotaAnswer{Snapshots: make([]Snapshot, len(ask.Targets))}
	all := make([]db.Statement, 0, len(ask.Targets)+2)
	for i, t := range ask.Targets {
		if s, ok := answer.Snapshots[i].statement(t); ok {
			all = append(all, s)
		}
	}
	if u := ask.GiveBack; u != (QuotaUse{}) {
		all = append(all, db.Statement{SQL: giveBackQuota, Args: []any{u.Hour, u.HourN, u.Month, u.MonthN, ask.Bucket}})
	}
	err := tx.Together(ctx, append(all, ask.statement(&answer))...)
	return answer, err
}

// TakeMoreQuota counts further requests on top of one that was counted in the given windows. If there is no room for all of them, it uncounts that one
// instead, and ok is false. It ignores the facts and the targets.
func TakeMoreQuota(ctx context.Context, tx *db.Tx, ask QuotaRequest, counted QuotaWindow) (use QuotaUse, ok bool, err error) {
	const text db.Text = `
	UPDATE quotas q SET (hour, hour_n, month, month_n, granted) = (
		SELECT
			hour,
			greatest(0, hour_n + CASE WHEN g > 0 THEN g WHEN hour = $7 THEN -1 ELSE 0 END),
			month,
			greatest(0, month_n + CASE WHEN g > 0 THEN g WHEN month = $8 THEN -1 ELSE 0 END),
			g
		FROM (
			SELECT used.*, CASE WHEN hour_n + $4 <= $5 AND month_n + $4 <= $6 THEN $4::bigint ELSE 0 END AS g
			FROM (
				SELECT
					CASE WHEN ` + quotaHourKept + ` THEN q.hour ELSE excluded.hour END AS hour,
					CASE WHEN ` + quotaHourKept + ` THEN q.hour_n ELSE 0 END AS hour_n,
					CASE WHEN ` + quotaMonthKept + ` THEN q.month ELSE excluded.month END AS month,
					CASE WHEN ` + quotaMonthKept + ` THEN q.month_n ELSE 0 END AS month_n
				FROM (SELECT $2::bigint AS hour, $3::bigint AS month) AS excluded
			) AS used
		) AS room
	)
	WHERE bucket = $1
	RETURNING granted, hour, hour_n, month, month_n, set_config('synchronous_commit', 'off', true)`
	var granted int64
	var commit string
	err = tx.One(ctx, string(text), []any{ask.Bucket, ask.Window.Hour, ask.Window.Month, ask.Requests, ask.HourLimit, ask.MonthLimit, counted.Hour, counted.Month},
		&granted, &use.Hour, &use.HourN, &use.Month, &use.MonthN, &commit)
	return use, granted > 0, err
}

// statement returns the statement that counts the requests; it yields no row if the facts do not hold.
func (a QuotaRequest) statement(to *QuotaAnswer) db.Statement {
	s := db.Statement{
		SQL:  takeQuota + roomTaken,
		Args: []any{a.Bucket, a.Window.Hour, a.Window.Month, a.Requests, a.HourLimit, a.MonthLimit},
	}
	if a.Facts.Any() {
		s.SQL = takeQuota + keyHolds + roomTaken
		s.Args = append(s.Args, a.Facts.stored[:]...)
	}
	s.Row = func(rows db.Rows) error {
		var commit string
		to.Holds = true
		return rows.Scan(&to.Granted, &to.Use.Hour, &to.Use.HourN, &to.Use.Month, &to.Use.MonthN, &commit)
	}
	return s
}

const takeQuota = `
	INSERT INTO quotas AS q (bucket, hour, hour_n, month, month_n, granted)
	SELECT $1, $2, g, $3, g, g
	FROM (SELECT GREATEST(0, LEAST($4::bigint, $5::bigint, $6::bigint)) AS g) AS fresh`

const roomTaken = `
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
