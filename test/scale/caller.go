package scale

import (
	"context"
	"encoding/binary"
	"strconv"
	"time"

	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/work"
)

// Caller is a user's key for the API and cookie for the dashboard.
type Caller struct{ Key, Cookie string }

// Admit gives each user a key with every scope and a session.
func Admit(ctx context.Context, a *app.App, d *db.DB, users []int64) (map[int64]Caller, error) {
	scopes, err := domain.ParseScopes("all")
	if err != nil {
		return nil, err
	}
	callers := map[int64]Caller{}
	for _, id := range users {
		if _, known := callers[id]; known {
			continue
		}
		key, err := a.Keys.CreateKey(ctx, identity.NewKey{UserEmail: Email(id), Name: "scale", Scopes: scopes})
		if err != nil {
			return nil, err
		}
		cookie, err := SignIn(ctx, d, Email(id), a.Now())
		if err != nil {
			return nil, err
		}
		callers[id] = Caller{Key: key.Reveal(), Cookie: cookie}
	}
	return callers, nil
}

// SignIn stores a session of a user, who needs no password for that, and returns the cookie.
func SignIn(ctx context.Context, d *db.DB, email string, now time.Time) (string, error) {
	token := auth.NewToken("ses_")
	hash := token.Hash()
	row := identitystore.SessionRow{Address: "192.0.2.1", CreatedAt: now, LastSeenAt: now, ExpiresAt: now.AddDate(0, 0, 30)}
	err := d.Write(ctx, func(tx *db.Tx) error {
		if err := tx.One(ctx, `SELECT id FROM users WHERE email = $1`, []any{email}, &row.User.ID); err != nil {
			return err
		}
		_, err := identitystore.InsertSession(ctx, tx, row, hash[:])
		return err
	})
	return "earnest=" + token.Reveal(), err
}

// Expire stores a session that has expired, and a sign-in too old to be kept, for each user.
func Expire(ctx context.Context, d *db.DB) error {
	return d.Write(ctx, func(tx *db.Tx) error {
		users, err := tx.IDs(ctx, db.NewQuery(`SELECT id FROM users`))
		if err != nil {
			return err
		}
		err = db.CopyInto(ctx, tx, db.Columns[int64]{
			Name: "sessions", Columns: "user_id token_hash address agent created_at last_seen_at expires_at",
			Values: func(id int64) []any {
				return []any{id, binary.BigEndian.AppendUint64(nil, uint64(id)), "192.0.2.1", "", 0, 0, 0}
			},
		}, users)
		if err != nil {
			return err
		}
		return db.CopyInto(ctx, tx, db.Columns[int64]{
			Name: "changes", Columns: "project_id revision at user_id noun noun_uuid what",
			Values: func(id int64) []any {
				return []any{work.InstanceLog, 0, 0, id, work.SessionNoun, strconv.FormatInt(id, 10), domain.Created}
			},
		}, users)
	})
}
