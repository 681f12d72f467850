package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const accessByMember db.Text = accessColumns + `members x` + accessProject + `WHERE x.uuid = $1`

// MemberAccess returns what a user may do in the member's project.
func MemberAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "member", accessByMember, uuid, userID)
}

// Member returns the member with that uuid, with their current daily rate.
func Member(ctx context.Context, tx *db.Tx, uuid string, today domain.Date) (domain.Member, error) {
	return db.One(ctx, tx, "member", db.NewQuery(memberColumns+`WHERE m.uuid = $1`, uuid, today), scanMember)
}

// OwnerOf returns the owner of a project. The result contains the owner's first daily rate, not the current one.
func OwnerOf(ctx context.Context, tx *db.Tx, projectID int64) (domain.Member, error) {
	const text = memberColumns + `WHERE m.project_id = $1 AND m.role = 'owner'`
	return db.One(ctx, tx, "owner", db.NewQuery(text, projectID, domain.FirstDay), scanMember)
}

// UpdateMember stores a changed member.
func UpdateMember(ctx context.Context, tx *db.Tx, m domain.Member) error {
	return tx.Run(ctx, `UPDATE members SET role = $2, scrum_role = $3, status = $4, service = $5, updated_at = $6 WHERE id = $1`,
		m.ID,
		m.Role,
		m.ScrumRole,
		m.Status,
		m.Service,
		db.Micros(m.UpdatedAt),
	)
}

// DeleteMember removes a member from a project's team. Their work and their rates stay.
func DeleteMember(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM members WHERE id = $1`, id)
}
