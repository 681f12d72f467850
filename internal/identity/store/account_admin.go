package store

import (
	"context"
	"iter"
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

// hasCredential selects users u with a password or an identity from a provider.
const hasCredential = `(u.password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM identities c WHERE c.user_id = u.id))`

const userRowColumns = `
SELECT ` + userFieldsBeforeHash + `CASE WHEN u.password_hash IS NOT NULL THEN '' END,` + userFieldsAfterHash + `,
       u.last_seen_at` + userTables

func scanUserRow(rows db.Rows) (UserRow, error) {
	var u UserRow
	err := rows.Scan(append(userTargets(&u.User), db.MomentOrNull{To: &u.LastSeenAt})...)
	u.SignsIn = u.Account.Active && u.PasswordHash != nil
	return u, err
}

// UserRows returns the page of users that a filter selects, sorted by name, with the number of keys active now. The grid tells whose
// access depends on their start date.
func UserRows(ctx context.Context, tx *db.Tx, f domain.UserFilter, grid domain.PlanGrid, now time.Time) ([]UserRow, error) {
	users, err := db.Collect(db.Each(ctx, tx, userRows(tx, f, grid), scanUserRow))
	if err != nil {
		return nil, err
	}
	return users, addCredentials(ctx, tx, users, now)
}

// AllUsers returns every user, in order of creation, without what their keys, second factors and identities tell about them.
func AllUsers(ctx context.Context, tx *db.Tx) iter.Seq2[UserRow, error] {
	return db.Each(ctx, tx, db.Query{Text: userRowColumns + `ORDER BY u.id`}, scanUserRow)
}

func userRows(tx *db.Tx, f domain.UserFilter, grid domain.PlanGrid) db.Query {
	q := db.Query{Text: userRowColumns}
	matching(tx, &q, f, grid)
	q.And(` ORDER BY u.lastname_folded, u.firstname_folded, u.id LIMIT `, f.Limit)
	q.And(` OFFSET `, f.Offset)
	return q
}

// UserCounts holds the numbers above a list of users.
type UserCounts struct {
	Everybody int
	Admins    int // administrators who can sign in
	Matches   int // users that the filter selects
}

// CountUsers counts users for a list.
func CountUsers(ctx context.Context, tx *db.Tx, f domain.UserFilter, grid domain.PlanGrid) (UserCounts, error) {
	q := db.Query{Text: `SELECT (SELECT COUNT(*) FROM users), (` + countAdministrators + `), (SELECT COUNT(*)`}
	if f.Everyone() {
		q.Text += ` FROM users` // without reading accounts
	} else {
		q.Text += userTables
		matching(tx, &q, f, grid)
	}
	q.Text += `)`
	var c UserCounts
	err := tx.One(ctx, string(q.Text), q.Args, &c.Everybody, &c.Admins, &c.Matches)
	return c, err
}

// matching adds the conditions of a filter.
func matching(tx *db.Tx, q *db.Query, f domain.UserFilter, grid domain.PlanGrid) {
	q.Text += `WHERE TRUE`
	q.AndContains(`u.search_text`, f.Text)
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

// credentialCount counts what a user has in one of the tables.
type credentialCount struct {
	userID                    int64
	keys, factors, identities int
}

// addCredentials fills in what the keys, second factors and identities of users tell about them.
func addCredentials(ctx context.Context, tx *db.Tx, users []UserRow, now time.Time) error {
	places, ids := map[int64]*UserRow{}, make([]int64, 0, len(users))
	for i, u := range users {
		places[u.ID] = &users[i]
		ids = append(ids, u.ID)
	}
	for c, err := range db.Each(ctx, tx, credentials(tx, ids, now), scanCredentials) {
		if err != nil {
			return err
		}
		u := places[c.userID]
		u.Keys += c.keys
		u.HasFactor = u.HasFactor || c.factors > 0
		u.SignsIn = u.SignsIn || u.Account.Active && c.identities > 0
	}
	return nil
}

func credentials(tx *db.Tx, userIDs []int64, now time.Time) db.Query {
	in := db.Text(tx.In(1))
	return db.NewQuery(`
SELECT user_id, COUNT(*), 0, 0
FROM api_keys
WHERE user_id`+in+` AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
GROUP BY user_id
UNION ALL SELECT user_id, 0, COUNT(*), 0 FROM second_factors WHERE user_id`+in+` AND confirmed GROUP BY user_id
UNION ALL SELECT user_id, 0, 0, COUNT(*) FROM identities WHERE user_id`+in+` GROUP BY user_id`, db.List(tx, userIDs), db.Micros(now))
}

func scanCredentials(rows db.Rows) (c credentialCount, err error) {
	err = rows.Scan(&c.userID, &c.keys, &c.factors, &c.identities)
	return c, err
}

// ReadUserRow returns one user in the same form.
func ReadUserRow(ctx context.Context, tx *db.Tx, userID int64, now time.Time) (UserRow, error) {
	user, err := db.One(ctx, tx, "user", db.NewQuery(userRowColumns+`WHERE u.id = $1`, userID), scanUserRow)
	if err != nil {
		return user, err
	}
	one := []UserRow{user}
	err = addCredentials(ctx, tx, one, now)
	return one[0], err
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
