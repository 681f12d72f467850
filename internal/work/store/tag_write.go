package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const accessByTag db.Text = accessColumns + `tags x` + accessProject + `WHERE x.uuid = $1`

// TagAccess returns what a user may do in the tag's project.
func TagAccess(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
	return accessOf(ctx, tx, "tag", accessByTag, uuid, userID)
}

// UsedTags returns the tags of a project in creation order, with the number of items that have each tag.
func UsedTags(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.UsedTag, error) {
	return db.Collect(db.Each(ctx, tx, usedTags(projectID), func(rows db.Rows) (domain.UsedTag, error) {
		var t domain.UsedTag
		err := rows.Scan(&t.ID, &t.UUID, &t.Name, &t.Tickets, &t.Epics, &t.SuperEpics)
		return t, err
	}))
}

func usedTags(projectID int64) db.Query {
	return db.NewQuery(`
SELECT t.id,
       t.uuid,
       t.name,
       COALESCE(ticket.uses, 0),
       COALESCE(epic.uses, 0),
       COALESCE(super_epic.uses, 0)
FROM tags t
LEFT JOIN (
  SELECT x.tag_id, COUNT(*) AS uses
  FROM ticket_tags x JOIN tickets y ON y.id = x.ticket_id AND y.project_id = x.project_id
  WHERE x.project_id = $1 AND y.deleted_at IS NULL
  GROUP BY x.tag_id
) ticket ON ticket.tag_id = t.id
LEFT JOIN (SELECT tag_id, COUNT(*) AS uses FROM epic_tags WHERE project_id = $1 GROUP BY tag_id) epic ON epic.tag_id = t.id
LEFT JOIN (SELECT tag_id, COUNT(*) AS uses FROM super_epic_tags WHERE project_id = $1 GROUP BY tag_id) super_epic ON super_epic.tag_id = t.id
WHERE t.project_id = $1`+notEnded+`
ORDER BY t.id`, projectID)
}

// CountTags counts the tags of a project.
func CountTags(ctx context.Context, tx *db.Tx, projectID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM tags t WHERE t.project_id = $1`+notEnded, projectID))
}

// TagByName returns a project's tag with that name, ignoring case, even if the tag is being removed.
func TagByName(ctx context.Context, tx *db.Tx, projectID int64, name string) (domain.Tag, error) {
	const text = `SELECT id, uuid, name FROM tags WHERE project_id = $1 AND name_folded = $2`
	return db.One(ctx, tx, "tag", db.NewQuery(text, projectID, domain.FoldTag(name)), scanTag)
}

// InsertTag adds a tag to a project and returns its id. Names that differ only in case count as the same, so inserting the second one
// violates a unique constraint (see db.IsUnique).
func InsertTag(ctx context.Context, tx *db.Tx, projectID int64, t domain.Tag, created, updated time.Time) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO tags (uuid, project_id, name, name_folded, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6)`,
		t.UUID,
		projectID,
		t.Name,
		domain.FoldTag(t.Name),
		db.Micros(created),
		db.Micros(updated),
	)
}

// RenameTag renames a tag.
func RenameTag(ctx context.Context, tx *db.Tx, id int64, name string, at time.Time) error {
	return tx.Run(ctx, `UPDATE tags SET name = $2, name_folded = $3, updated_at = $4 WHERE id = $1`,
		id, name, domain.FoldTag(name), db.Micros(at))
}

// MarkTaggedModified marks every item that has a tag as modified, since it shows the tag's name.
func MarkTaggedModified(ctx context.Context, tx *db.Tx, tagID int64, at time.Time) error {
	for _, text := range []db.Text{
		`UPDATE tickets SET updated_at = $2 WHERE deleted_at IS NULL AND id IN (SELECT ticket_id FROM ticket_tags WHERE tag_id = $1)`,
		`UPDATE epics SET updated_at = $2 WHERE id IN (SELECT epic_id FROM epic_tags WHERE tag_id = $1)`,
		`UPDATE super_epics SET updated_at = $2 WHERE id IN (SELECT super_epic_id FROM super_epic_tags WHERE tag_id = $1)`,
	} {
		if err := tx.Run(ctx, text, tagID, db.Micros(at)); err != nil {
			return err
		}
	}
	return nil
}

// tagged is a kind of item that has tags: its noun in the log, its table, the table that links it to tags, and the column there that refers
// to it.
type tagged struct{ noun, table, links, column db.Text }

func taggedKinds() []tagged {
	return []tagged{
		{"ticket", "tickets", "ticket_tags", "ticket_id"},
		{"epic", "epics", "epic_tags", "epic_id"},
		{"super-epic", "super_epics", "super_epic_tags", "super_epic_id"},
	}
}

// DeleteTag deletes a tag and removes it from every item.
func DeleteTag(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM tags WHERE id = $1`, id)
}
