package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

const (
	// isLong is the condition on a row of changes c that its values can be long. Those of a file are its name and what is known about it.
	isLong db.Text = `c.noun <> 'attachment' AND c.what IN (` + store.LongFields + `)`

	// hasText is the condition on a row of changes c that it holds two versions of a text. The log of a deleted comment holds none.
	hasText db.Text = `(c.noun = 'ticket' AND c.what IN ('title', 'description', 'acceptance_criteria')
        OR c.noun = 'comment' AND c.what = 'content' AND c.to_value IS NOT NULL)`
)

// TextChange returns a row of a project's log that holds two versions of a text, if it is about a ticket or one of its comments. The log holds no text
// of deleted comments.
func TextChange(ctx context.Context, tx *db.Tx, projectID, ticketID int64, uuid string, id int64) (domain.Change, error) {
	c := domain.Change{ID: id}
	q := db.NewQuery(`
SELECT c.noun, c.noun_uuid, c.what, COALESCE(c.from_value, ''), COALESCE(c.to_value, '')
FROM changes c
WHERE c.id = $1 AND c.project_id = $2 AND `+hasText+`
  AND (c.noun_uuid = $3 OR EXISTS (SELECT 1 FROM comments m WHERE m.uuid = c.noun_uuid AND m.ticket_id = $4))`, id, projectID, uuid, ticketID)
	err := tx.One(ctx, string(q.Text), q.Args, &c.Noun, &c.NounUUID, &c.What, &c.From, &c.To)
	return c, db.Found(err, "version")
}
