package store

import (
	"context"

	"earnest/internal/db"
)

// The log keeps every version of the texts of tickets and comments: a row whose field is a text holds it before and after the change.
const (
	// LongFields are those whose values can be long in the rows about tickets and what belongs to them.
	LongFields db.Text = `'created', 'deleted', 'restored', 'description', 'content'`

	// Forgotten is the condition on a row of changes c that it loses its values with its project.
	Forgotten db.Text = `c.noun IN ('ticket', 'comment') AND c.what IN ('title', 'acceptance_criteria', ` + LongFields + `)`
)

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
WHERE ` + Forgotten + ` AND c.noun_uuid`}
	q.In(tx, ``, db.List(tx, uuids))
	return tx.Run(ctx, q.Text, q.Args...)
}
