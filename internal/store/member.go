package store

import (
	"context"

	"earnest/internal/domain"
)

// InsertMember adds a user to a project's team and gives the member's id.
func (tx *Tx) InsertMember(ctx context.Context, m domain.Member) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO members (uuid, project_id, user_id, role, scrum_role, status, service, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
		m.UUID,
		m.ProjectID,
		m.UserID,
		m.Role,
		m.ScrumRole,
		m.Status,
		m.Service,
		micros(m.CreatedAt),
		micros(m.UpdatedAt),
	)
}
