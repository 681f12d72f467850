package store

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// TagsByUUID gives those of a project's tags that are named and not ending, in the order of their creation.
func (tx *Tx) TagsByUUID(ctx context.Context, projectID int64, uuids []string) ([]domain.Tag, error) {
	found, err := tx.Resolve(ctx, projectID, Names{Tags: uuids})
	return found.Tags, err
}

func scanTag(rows db.Rows) (domain.Tag, error) {
	var t domain.Tag
	err := rows.Scan(&t.ID, &t.UUID, &t.Name)
	return t, err
}

// SetTicketTags stores the tags that a ticket has now.
func (tx *Tx) SetTicketTags(ctx context.Context, t domain.Ticket) error {
	return tx.setTags(ctx, t.ProjectID, t.ID, t.Tags, `DELETE FROM ticket_tags WHERE ticket_id = $1`, addTicketTag)
}

const addTicketTag = `INSERT INTO ticket_tags (ticket_id, tag_id, project_id) VALUES ($1, $2, $3)`

// SetEpicTags replaces the tags of an epic.
func (tx *Tx) SetEpicTags(ctx context.Context, projectID, epicID int64, tags []domain.Tag) error {
	return tx.setTags(ctx, projectID, epicID, tags,
		`DELETE FROM epic_tags WHERE epic_id = $1`,
		`INSERT INTO epic_tags (epic_id, tag_id, project_id) VALUES ($1, $2, $3)`)
}

// SetSuperEpicTags replaces the tags of a super-epic.
func (tx *Tx) SetSuperEpicTags(ctx context.Context, projectID, superEpicID int64, tags []domain.Tag) error {
	return tx.setTags(ctx, projectID, superEpicID, tags,
		`DELETE FROM super_epic_tags WHERE super_epic_id = $1`,
		`INSERT INTO super_epic_tags (super_epic_id, tag_id, project_id) VALUES ($1, $2, $3)`)
}

func (tx *Tx) setTags(ctx context.Context, projectID, id int64, tags []domain.Tag, remove, add sqlText) error {
	if err := tx.run(ctx, remove, id); err != nil {
		return err
	}
	return tx.addTags(ctx, projectID, id, tags, add)
}

func (tx *Tx) addTags(ctx context.Context, projectID, id int64, tags []domain.Tag, add sqlText) error {
	for _, t := range tags {
		if err := tx.run(ctx, add, id, t.ID, projectID); err != nil {
			return err
		}
	}
	return nil
}
