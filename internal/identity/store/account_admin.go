package store

import (
	"context"
	"strings"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// UserRow is a user as administrators see them, without the password hash.
type UserRow struct {
	domain.User

	LastSeenAt *time.Time
	SignsIn    bool // the account is active and has a password or an identity from a provider
	HasFactor  bool // a second factor is active
	Keys       int  // number of active keys
}

// signsIn selects the users who can sign in. An unused invitation does not count.
const signsIn = `(a.active AND ` + hasCredential + `)`

// hasCredential selects users u with a password or an identity from a provider. It counts identities, because PostgreSQL might read
// all of them to see whether any exists.
const hasCredential = `(u.password_hash IS NOT NULL OR (SELECT COUNT(*) FROM identities c WHERE c.user_id = u.id) > 0)`

const userRowColumns = `
SELECT ` + userFieldsBeforeHash + `CASE WHEN u.password_hash IS NOT NULL THEN '' END,` + userFieldsAfterHash + `,
       u.last_seen_at,
       ` + signsIn + `,
       COALESCE((SELECT f.confirmed FROM second_factors f WHERE f.user_id = u.id), FALSE),
       (SELECT COUNT(*) FROM api_keys k WHERE k.user_id = u.id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1))` + userTables

func scanUserRow(rows db.Rows) (UserRow, error) {
	var u UserRow
	err := rows.Scan(append(userTargets(&u.User), db.MomentOrNull{To: &u.LastSeenAt}, &u.SignsIn, &u.HasFactor, &u.Keys)...)
	return u, err
}

// UserRows returns the page of users that a filter selects, sorted by name, with the number of keys active now. The grid tells whose
// access depends on their start date.
func UserRows(ctx context.Context, tx *db.Tx, f domain.UserFilter, grid domain.PlanGrid, now time.Time) ([]UserRow, error) {
	return db.Collect(db.Each(ctx, tx, userRows(tx, f, grid, now), scanUserRow))
}

func userRows(tx *db.Tx, f domain.UserFilter, grid domain.PlanGrid, now time.Time) db.Query {
	q := db.NewQuery(userRowColumns, db.Micros(now))
	matching(tx, &q, f, grid)
	q.And(` ORDER BY u.lastname_folded, u.firstname_folded, u.id LIMIT `, f.Limit)
	q.And(` OFFSET `, f.Offset)
	return q
}

// CountUsers counts all users.
func CountUsers(ctx context.Context, tx *db.Tx) (int, error) {
	return tx.Count(ctx, db.Query{Text: `SELECT COUNT(*) FROM users`})
}

// CountMatches counts the users that a filter selects.
func CountMatches(ctx context.Context, tx *db.Tx, f domain.UserFilter, grid domain.PlanGrid) (int, error) {
	q := db.Query{Text: `SELECT COUNT(*)` + userTables}
	matching(tx, &q, f, grid)
	return tx.Count(ctx, q)
}

// matching adds the conditions of a filter.
func matching(tx *db.Tx, q *db.Query, f domain.UserFilter, grid domain.PlanGrid) {
	q.Text += `WHERE TRUE`
	if text := domain.Fold(f.Text); text != "" {
		text = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
		q.And(` AND u.search_text LIKE `, "%"+text+"%")
		q.Text += ` ESCAPE '\'`
	}
	if f.Plan != "" {
		q.And(` AND a.plan = `, f.Plan)
	}
	switch f.State {
	case domain.ActiveUser:
		q.Text += ` AND a.active`
	case domain.InactiveUser:
		q.Text += ` AND NOT a.active`
	case domain.InvitedUser:
		q.Text += ` AND u.password_hash IS NULL`
	case domain.AdminUser:
		q.Text += ` AND u.is_admin`
	case domain.KeptUser:
		q.And(` AND a.subscribed_at < `, db.Micros(grid.Since))
		q.In(tx, ` AND NOT a.plan`, db.List(tx, including(grid)))
	}
}

// including returns the plans that include the API.
func including(grid domain.PlanGrid) []string {
	var plans []string
	for _, p := range domain.Plans() {
		if grid.Includes(p) {
			plans = append(plans, string(p))
		}
	}
	return plans
}

// ReadUserRow returns one user in the same form.
func ReadUserRow(ctx context.Context, tx *db.Tx, userID int64, now time.Time) (UserRow, error) {
	return db.One(ctx, tx, "user", db.NewQuery(userRowColumns+`WHERE u.id = $2`, db.Micros(now), userID), scanUserRow)
}

// LockAdministrators keeps other transactions from changing who administers the instance until this one ends.
func LockAdministrators(ctx context.Context, tx *db.Tx) error {
	_, err := db.Collect(db.Each(ctx, tx, db.Query{Text: `SELECT id FROM users WHERE is_admin ORDER BY id` + db.Text(tx.ForUpdate())},
		func(rows db.Rows) (id int64, err error) {
			err = rows.Scan(&id)
			return id, err
		}))
	return err
}

// CountAdministrators counts the administrators who can sign in.
func CountAdministrators(ctx context.Context, tx *db.Tx) (int, error) {
	return tx.Count(ctx, db.Query{Text: countAdministrators})
}

const countAdministrators = `SELECT COUNT(*)` + userTables + `WHERE u.is_admin AND ` + signsIn

// SetAdministrator sets whether a user is an administrator of the instance.
func SetAdministrator(ctx context.Context, tx *db.Tx, userID int64, is bool, at time.Time) error {
	return tx.Run(ctx, `UPDATE users SET is_admin = $2, updated_at = $3 WHERE id = $1`, userID, is, db.Micros(at))
}
