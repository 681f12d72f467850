package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const (
	accessByLink      db.Text = accessColumns + `links x` + accessProject + `WHERE x.uuid = $1`
	accessByMilestone db.Text = accessColumns + `milestones x` + accessProject + `WHERE x.uuid = $1`
)

// LinkAccess returns what a user may do in the roadmap link's project.
func LinkAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "link", accessByLink, uuid, userID)
}

// MilestoneAccess returns what a user may do in the milestone's project.
func MilestoneAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "milestone", accessByMilestone, uuid, userID)
}

// Link returns the roadmap link with that uuid.
func Link(ctx context.Context, tx *db.Tx, uuid string) (domain.Link, error) {
	return db.One(ctx, tx, "link", db.NewQuery(linkColumns+`WHERE uuid = $1`, uuid), scanLink)
}

// UpdateLink stores the changed type and lag of a roadmap link.
func UpdateLink(ctx context.Context, tx *db.Tx, l domain.Link) error {
	return tx.Run(ctx, `UPDATE links SET type = $2, lag_days = $3, updated_at = $4 WHERE id = $1`, l.ID, l.Type, l.LagDays, db.Micros(l.UpdatedAt))
}

// DeleteLink removes a roadmap link.
func DeleteLink(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM links WHERE id = $1`, id)
}

// Milestone returns the milestone with that uuid.
func Milestone(ctx context.Context, tx *db.Tx, uuid string) (domain.Milestone, error) {
	return db.One(ctx, tx, "milestone", db.NewQuery(milestoneColumns+`WHERE uuid = $1`, uuid), scanMilestone)
}

// UpdateMilestone stores a changed milestone.
func UpdateMilestone(ctx context.Context, tx *db.Tx, m domain.Milestone) error {
	return tx.Run(ctx, `UPDATE milestones SET name = $2, date = $3, color = $4, updated_at = $5 WHERE id = $1`,
		m.ID, m.Name, m.Date, m.Color, db.Micros(m.UpdatedAt))
}

// DeleteMilestone removes a milestone.
func DeleteMilestone(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM milestones WHERE id = $1`, id)
}
