package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/db"
)

// CalendarReader identifies the user and the project to which a calendar's private address belongs.
type CalendarReader struct {
	UserID      int64
	Active      bool // whether the account is active
	ProjectUUID string
}

// ReadCalendarReader returns the member to whom a private address belongs. It returns NotFound if the address is unknown.
func ReadCalendarReader(ctx context.Context, tx *db.Tx, tokenHash []byte) (CalendarReader, error) {
	const text = `
SELECT u.id, a.active, p.uuid
FROM calendars c
JOIN members m ON m.id = c.member_id
JOIN users u ON u.id = m.user_id
JOIN accounts a ON a.id = u.account_id
JOIN projects p ON p.id = m.project_id
WHERE c.token_hash = $1`
	return db.One(ctx, tx, "calendar", db.NewQuery(text, tokenHash), func(rows db.Rows) (CalendarReader, error) {
		var r CalendarReader
		err := rows.Scan(&r.UserID, &r.Active, &r.ProjectUUID)
		return r, err
	})
}

// CalendarMade returns the time at which a member created their private address, or nil if they have none.
func CalendarMade(ctx context.Context, tx *db.Tx, projectID, userID int64) (*time.Time, error) {
	var made *time.Time
	err := tx.One(ctx, `
SELECT c.created_at
FROM calendars c
JOIN members m ON m.id = c.member_id
WHERE m.project_id = $1 AND m.user_id = $2`, []any{projectID, userID}, db.MomentOrNull{To: &made})
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil //nolint:nilnil // having none is valid
	}
	return made, err
}

// SetCalendar gives a member a private address, which replaces any earlier one.
func SetCalendar(ctx context.Context, tx *db.Tx, projectID, userID int64, tokenHash []byte, at time.Time) error {
	return tx.Run(ctx, `
INSERT INTO calendars (member_id, token_hash, created_at)
SELECT m.id, $3, $4 FROM members m WHERE m.project_id = $1 AND m.user_id = $2
ON CONFLICT (member_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at`,
		projectID, userID, tokenHash, db.Micros(at))
}

// EndCalendars revokes every private address of a user.
func EndCalendars(ctx context.Context, tx *db.Tx, userID int64) error {
	return tx.Run(ctx, `DELETE FROM calendars WHERE member_id IN (SELECT m.id FROM members m WHERE m.user_id = $1)`, userID)
}

// EndCalendar revokes a member's private address, if there is one.
func EndCalendar(ctx context.Context, tx *db.Tx, projectID, userID int64) error {
	return tx.Run(ctx, `
DELETE FROM calendars
WHERE member_id IN (SELECT m.id FROM members m WHERE m.project_id = $1 AND m.user_id = $2)`, projectID, userID)
}
