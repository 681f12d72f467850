package store

import (
	"context"

	"earnest/internal/domain"
)

const accessByMember sqlText = accessColumns + `members x` + accessProject + `WHERE x.uuid = $1`

// MemberAccess tells what a user may do in the project of the member.
func (tx *Tx) MemberAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "member", accessByMember, uuid, userID)
}

// Member gives the member of that uuid with the daily rate in force today.
func (tx *Tx) Member(ctx context.Context, uuid string, today domain.Date) (domain.Member, error) {
	return one(ctx, tx, "member", query{memberColumns + `WHERE m.uuid = $1`, []any{uuid, today}}, scanMember)
}

// OwnerOf gives the owner of a project, without a rate.
func (tx *Tx) OwnerOf(ctx context.Context, projectID int64) (domain.Member, error) {
	const text = memberColumns + `WHERE m.project_id = $1 AND m.role = 'owner'`
	return one(ctx, tx, "owner", query{text, []any{projectID, domain.FirstDay}}, scanMember)
}

// UpdateMember stores a changed member.
func (tx *Tx) UpdateMember(ctx context.Context, m domain.Member) error {
	return tx.run(ctx, `UPDATE members SET role = $2, scrum_role = $3, status = $4, service = $5, updated_at = $6 WHERE id = $1`,
		m.ID,
		m.Role,
		m.ScrumRole,
		m.Status,
		m.Service,
		micros(m.UpdatedAt),
	)
}

// DeleteMember takes somebody out of a project's team. What they did there and their rates stay.
func (tx *Tx) DeleteMember(ctx context.Context, id int64) error {
	return tx.run(ctx, `DELETE FROM members WHERE id = $1`, id)
}
