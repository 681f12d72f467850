package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// MarkInvited records who invited a new member, and whether the inviter knew only the email address.
func MarkInvited(ctx context.Context, tx *db.Tx, memberID, by int64, byEmail bool) error {
	return tx.Run(ctx, `UPDATE members SET invited_by = $2, by_email = $3 WHERE id = $1`, memberID, by, byEmail)
}

// CountWaiting counts the open invitations of a user: project invitations and ownership offers. except is the id of a project to
// leave out.
func CountWaiting(ctx context.Context, tx *db.Tx, userID, except int64, now time.Time) (int, error) {
	return tx.Count(ctx, db.NewQuery(`
SELECT (SELECT COUNT(*) FROM members WHERE user_id = $1 AND status = 'invited' AND project_id <> $2)
     + (SELECT COUNT(*) FROM ownership_offers o JOIN members m ON m.id = o.member_id
        WHERE m.user_id = $1 AND o.project_id <> $2 AND o.expires_at > $3)`, userID, except, db.Micros(now)))
}

// WaitingInvitations returns the open project invitations of a user, oldest first.
func WaitingInvitations(ctx context.Context, tx *db.Tx, userID int64, most int) ([]domain.WaitingInvitation, error) {
	const text = `
SELECT m.uuid, p.name, m.role, m.invited_by, COALESCE(i.firstname, ''), COALESCE(i.lastname, ''), COALESCE(i.email, ''), m.created_at
FROM members m
JOIN projects p ON p.id = m.project_id
LEFT JOIN users i ON i.id = m.invited_by
WHERE m.user_id = $1 AND m.status = 'invited'
ORDER BY m.id
LIMIT $2`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, userID, most), func(rows db.Rows) (domain.WaitingInvitation, error) {
		var w domain.WaitingInvitation
		var by domain.Person
		var byID *int64
		err := rows.Scan(&w.UUID, &w.Project, &w.Role, &byID, &by.Firstname, &by.Lastname, &by.Email, db.Moment{To: &w.At})
		if byID != nil {
			w.By = &by
		}
		return w, err
	}))
}

// CouldSignIn reports whether a user has ever been able to sign in, with a password or through a provider.
func CouldSignIn(ctx context.Context, tx *db.Tx, userID int64) (bool, error) {
	n, err := tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM users u WHERE u.id = $1 AND `+hasCredential, userID))
	return n > 0, err
}

// InvitedAccounts returns the unused links of new users, including expired ones that have not been purged yet, newest first.
func InvitedAccounts(ctx context.Context, tx *db.Tx, most int) ([]domain.InvitedAccount, error) {
	const text = `
SELECT u.id, u.firstname, u.lastname, u.email, i.created_at, i.expires_at
FROM invitations i
JOIN users u ON u.id = i.user_id
WHERE i.used_at IS NULL AND i.purpose = 'invitation'
ORDER BY i.id DESC
LIMIT $1`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, most), func(rows db.Rows) (domain.InvitedAccount, error) {
		var a domain.InvitedAccount
		err := rows.Scan(&a.UserID, &a.Person.Firstname, &a.Person.Lastname, &a.Person.Email, db.Moment{To: &a.CreatedAt}, db.Moment{To: &a.ExpiresAt})
		return a, err
	}))
}

// InvitedMembers returns the memberships that have not been accepted, newest first.
func InvitedMembers(ctx context.Context, tx *db.Tx, most int) ([]domain.InvitedMember, error) {
	return db.Collect(db.Each(ctx, tx, db.NewQuery(invitedMembers, most), func(rows db.Rows) (domain.InvitedMember, error) {
		var m domain.InvitedMember
		err := rows.Scan(
			&m.UUID, &m.Project, &m.UserID, &m.Person.Firstname, &m.Person.Lastname, &m.Person.Email, &m.CouldSignIn, &m.By, db.Moment{To: &m.At},
		)
		return m, err
	}))
}

const invitedMembers = `
SELECT m.uuid, p.name, u.id, u.firstname, u.lastname, u.email, ` + hasCredential + `, COALESCE(b.email, ''), m.created_at
FROM members m
JOIN projects p ON p.id = m.project_id
JOIN users u ON u.id = m.user_id
LEFT JOIN users b ON b.id = m.invited_by
WHERE m.status = 'invited'
ORDER BY m.id DESC
LIMIT $1`

// EndInvitationsFor ends the unused invitation links of a user. It returns false if the user has no such link.
func EndInvitationsFor(ctx context.Context, tx *db.Tx, userID int64, at time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE invitations SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL AND purpose = 'invitation'`,
		userID, db.Micros(at))
	return n > 0, err
}
