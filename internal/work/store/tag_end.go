package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// TagEnd is a tag that was deleted or merged but is on more items than one transaction may change. Lists and lookups no longer find it, but
// its name stays reserved, and items that have not been processed yet still show it.
type TagEnd struct {
	TagID int64
	Into  int64 // the id of the replacement, or 0 if there is none
	By    domain.Caller
}

// SQL conditions on a tag t.
const (
	ended    db.Text = ` EXISTS (SELECT 1 FROM tag_ends z WHERE z.tag_id = t.id)`
	notEnded         = ` AND NOT` + ended
)

// AddTagEnd records that a tag is being removed from its project.
func AddTagEnd(ctx context.Context, tx *db.Tx, projectID int64, e TagEnd) error {
	return tx.Run(ctx, `
INSERT INTO tag_ends (tag_id, project_id, into_id, user_id, key_id)
VALUES ($1, $2, NULLIF(CAST($3 AS BIGINT), 0), $4, NULLIF(CAST($5 AS BIGINT), 0))`, e.TagID, projectID, e.Into, e.By.UserID, e.By.KeyID)
}

// NextTagEnd returns a project that still has a tag to remove; ok is false if there is none.
func NextTagEnd(ctx context.Context, tx *db.Tx) (projectID int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT project_id FROM tag_ends ORDER BY tag_id LIMIT 1`)
}

// ReadTagEnd returns the oldest tag that is being removed from a project.
func ReadTagEnd(ctx context.Context, tx *db.Tx, projectID int64) (TagEnd, error) {
	const text = `SELECT tag_id, COALESCE(into_id, 0), user_id, COALESCE(key_id, 0) FROM tag_ends WHERE project_id = $1 ORDER BY tag_id LIMIT 1`
	return db.One(ctx, tx, "ending tag", db.NewQuery(text, projectID), func(rows db.Rows) (TagEnd, error) {
		var e TagEnd
		err := rows.Scan(&e.TagID, &e.Into, &e.By.UserID, &e.By.KeyID)
		return e, err
	})
}

// IsMergedInto reports whether another tag is still being merged into this one.
func IsMergedInto(ctx context.Context, tx *db.Tx, tagID int64) (bool, error) {
	n, err := tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM tag_ends WHERE into_id = $1`, tagID))
	return n > 0, err
}

// Untag removes a tag from at most the given number of items, adds its replacement if there is one, logs the items' tags before and after,
// and marks the items as modified. It reports whether more items have the tag. row supplies the time and the author.
func Untag(ctx context.Context, tx *db.Tx, e TagEnd, most int, row domain.Change) (more bool, err error) {
	for _, k := range taggedKinds() {
		text := `SELECT ` + k.column + ` FROM ` + k.links + ` WHERE tag_id = $1 ORDER BY ` + k.column + ` LIMIT $2`
		ids, err := tx.IDs(ctx, db.NewQuery(text, e.TagID, most+1))
		if err != nil {
			return false, err
		}
		if len(ids) > most {
			ids, more = ids[:most], true
		}
		if most -= len(ids); len(ids) == 0 {
			continue
		}
		if err := retag(ctx, tx, k, e, ids, row); err != nil {
			return false, err
		}
	}
	return more, nil
}

func retag(ctx context.Context, tx *db.Tx, k tagged, e TagEnd, ids []int64, row domain.Change) error {
	list, in := db.List(tx, ids), db.Text(tx.In(2))
	if err := logRetagged(ctx, tx, k, e, list, row); err != nil {
		return err
	}
	if err := tx.Run(ctx, `UPDATE `+k.table+` SET updated_at = $1 WHERE id`+in, db.Micros(row.At), list); err != nil {
		return err
	}
	if e.Into != 0 { // an item that already has the replacement does not get it twice
		err := tx.Run(ctx, `
INSERT INTO `+k.links+` (`+k.column+`, tag_id, project_id)
SELECT l.`+k.column+`, $3, l.project_id FROM `+k.links+` l WHERE l.tag_id = $1 AND l.`+k.column+in+`
ON CONFLICT DO NOTHING`, e.TagID, list, e.Into)
		if err != nil {
			return err
		}
	}
	return tx.Run(ctx, `DELETE FROM `+k.links+` WHERE tag_id = $1 AND `+k.column+in, e.TagID, list)
}

// logRetagged logs the tags of each item before and after. It looks up each tag by id, because PostgreSQL would scan all tags for a join.
func logRetagged(ctx context.Context, tx *db.Tx, k tagged, e TagEnd, ids any, row domain.Change) error {
	return tx.Run(ctx, `
INSERT INTO changes (project_id, revision, at, user_id, key_id, noun, noun_uuid, what, from_value, to_value)
SELECT t.project_id, $3, $4, $5, $6, '`+k.noun+`', t.uuid, 'tags',
  '[' || (SELECT string_agg('"' || (SELECT x.uuid FROM tags x WHERE x.id = l.tag_id) || '"', ',' ORDER BY l.tag_id)
          FROM `+k.links+` l WHERE l.`+k.column+` = t.id) || ']',
  '[' || COALESCE((SELECT string_agg('"' || (SELECT x.uuid FROM tags x WHERE x.id = n.id) || '"', ',' ORDER BY n.id)
          FROM (SELECT l.tag_id AS id FROM `+k.links+` l WHERE l.`+k.column+` = t.id AND l.tag_id <> $1 UNION SELECT CAST($2 AS BIGINT)) n
          WHERE n.id <> 0), '') || ']'
FROM `+k.table+` t
WHERE t.id`+db.Text(tx.In(7))+`
ORDER BY t.id`,
		e.TagID,
		e.Into,
		row.Revision,
		db.Micros(row.At),
		row.UserID,
		row.KeyID,
		ids,
	)
}
