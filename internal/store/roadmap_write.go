package store

import (
	"context"

	"earnest/internal/domain"
)

const (
	accessByLink      sqlText = accessColumns + `links x` + accessProject + `WHERE x.uuid = $1`
	accessByMilestone sqlText = accessColumns + `milestones x` + accessProject + `WHERE x.uuid = $1`
)

// LinkAccess tells what a user may do in the project of the roadmap link.
func (tx *Tx) LinkAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "link", accessByLink, uuid, userID)
}

// MilestoneAccess tells what a user may do in the project of the milestone.
func (tx *Tx) MilestoneAccess(ctx context.Context, uuid string, userID int64) (domain.Access, error) {
	return tx.access(ctx, "milestone", accessByMilestone, uuid, userID)
}

// Link gives the roadmap link of that uuid.
func (tx *Tx) Link(ctx context.Context, uuid string) (domain.Link, error) {
	return one(ctx, tx, "link", query{linkColumns + `WHERE uuid = $1`, []any{uuid}}, scanLink)
}

// DeleteLink removes a roadmap link.
func (tx *Tx) DeleteLink(ctx context.Context, id int64) error {
	return tx.run(ctx, `DELETE FROM links WHERE id = $1`, id)
}

// Milestone gives the milestone of that uuid.
func (tx *Tx) Milestone(ctx context.Context, uuid string) (domain.Milestone, error) {
	return one(ctx, tx, "milestone", query{milestoneColumns + `WHERE uuid = $1`, []any{uuid}}, scanMilestone)
}

// UpdateMilestone stores a changed milestone.
func (tx *Tx) UpdateMilestone(ctx context.Context, m domain.Milestone) error {
	return tx.run(ctx, `UPDATE milestones SET name = $2, date = $3, color = $4, updated_at = $5 WHERE id = $1`,
		m.ID, m.Name, m.Date, m.Color, micros(m.UpdatedAt))
}

// DeleteMilestone removes a milestone.
func (tx *Tx) DeleteMilestone(ctx context.Context, id int64) error {
	return tx.run(ctx, `DELETE FROM milestones WHERE id = $1`, id)
}
