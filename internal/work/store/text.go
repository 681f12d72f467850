package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// The log keeps every version of the texts of tickets and comments: a row whose field is a text holds it before and after the change.
const (
	// longFields are those whose values can be long in the rows about tickets and what belongs to them.
	longFields db.Text = `'created', 'deleted', 'restored', 'description', 'content'`

	// isLong is the condition on a row of changes c that its values can be long. Those of a file are its name and what is known about it.
	isLong db.Text = `c.noun <> 'attachment' AND c.what IN (` + longFields + `)`

	// hasText is the condition on a row of changes c that it holds two versions of a text. The log of a deleted comment holds none.
	hasText db.Text = `(c.noun = 'ticket' AND c.what IN ('title', 'description', 'acceptance_criteria')
        OR c.noun = 'comment' AND c.what = 'content' AND c.to_value IS NOT NULL)`

	// forgotten is the condition on a row of changes c that it loses its values with its project.
	forgotten db.Text = `c.noun IN ('ticket', 'comment') AND c.what IN ('title', 'acceptance_criteria', ` + longFields + `)`
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

// ForgetComment removes every version of a comment's text from the log. What remains says to which ticket the comment belonged.
func ForgetComment(ctx context.Context, tx *db.Tx, uuid, facts string) error {
	return tx.Run(ctx, `
UPDATE changes SET from_value = NULL, to_value = CASE WHEN what = 'created' THEN $1 END
WHERE noun_uuid = $2 AND what IN ('created', 'content')`, facts, uuid)
}

// forgetTexts removes every version of the texts of items from the log. Which of them were created, changed and deleted remains.
func forgetTexts(ctx context.Context, tx *db.Tx, uuids []string) error {
	q := db.Query{Text: `
UPDATE changes AS c SET from_value = NULL, to_value = NULL
WHERE ` + forgotten + ` AND c.noun_uuid`}
	q.In(tx, ``, db.List(tx, uuids))
	return tx.Run(ctx, q.Text, q.Args...)
}
