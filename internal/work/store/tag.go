package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// TagsByUUID returns the tags in a project that have the given uuids and are not being removed, in creation order.
func TagsByUUID(ctx context.Context, tx *db.Tx, projectID int64, uuids []string) ([]domain.Tag, error) {
	found, err := Resolve(ctx, tx, projectID, Names{Tags: uuids})
	return found.Tags, err
}

func scanTag(rows db.Rows) (domain.Tag, error) {
	var t domain.Tag
	err := rows.Scan(&t.ID, &t.UUID, &t.Name)
	return t, err
}

// SetTicketTags replaces the tags of a ticket.
func SetTicketTags(ctx context.Context, tx *db.Tx, t domain.Ticket) error {
	return setTags(ctx, tx, t.ProjectID, t.ID, t.Tags,
		`DELETE FROM ticket_tags WHERE ticket_id = $1`,
		`INSERT INTO ticket_tags (ticket_id, tag_id, project_id) VALUES ($1, $2, $3)`)
}

// SetEpicTags replaces the tags of an epic.
func SetEpicTags(ctx context.Context, tx *db.Tx, projectID, epicID int64, tags []domain.Tag) error {
	return setTags(ctx, tx, projectID, epicID, tags,
		`DELETE FROM epic_tags WHERE epic_id = $1`,
		`INSERT INTO epic_tags (epic_id, tag_id, project_id) VALUES ($1, $2, $3)`)
}

// SetSuperEpicTags replaces the tags of a super-epic.
func SetSuperEpicTags(ctx context.Context, tx *db.Tx, projectID, superEpicID int64, tags []domain.Tag) error {
	return setTags(ctx, tx, projectID, superEpicID, tags,
		`DELETE FROM super_epic_tags WHERE super_epic_id = $1`,
		`INSERT INTO super_epic_tags (super_epic_id, tag_id, project_id) VALUES ($1, $2, $3)`)
}

func setTags(ctx context.Context, tx *db.Tx, projectID, id int64, tags []domain.Tag, remove, add db.Text) error {
	if err := tx.Run(ctx, remove, id); err != nil {
		return err
	}
	for _, t := range tags {
		if err := tx.Run(ctx, add, id, t.ID, projectID); err != nil {
			return err
		}
	}
	return nil
}
