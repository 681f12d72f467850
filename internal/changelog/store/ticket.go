package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// ticketPast selects the uuids of a ticket and of the subtasks, comments and attachments that it has or ever had; $1 is its id and $2 its uuid. The value
// logged when one of them is created begins with the ticket's uuid ({"ticket":"…"), which is indexed.
const ticketPast db.Text = `
  SELECT uuid FROM tickets WHERE id = $1
  UNION SELECT noun_uuid FROM changes WHERE what = 'created' AND noun IN ('subtask', 'comment') AND substr(to_value, 12, 36) = $2
  UNION SELECT noun_uuid FROM changes WHERE what = 'created' AND noun = 'attachment' AND substr(to_value, 12, 36) = $2
  UNION SELECT uuid FROM subtasks WHERE ticket_id = $1
  UNION SELECT uuid FROM comments WHERE ticket_id = $1
  UNION SELECT uuid FROM attachments WHERE ticket_id = $1`

// PastChange is a log row with its author.
type PastChange struct {
	domain.Change

	User    string  // empty if the change was made on the command line, or not by a user
	KeyName *string // the name of the API key that was used, or nil if there was none
	HasText bool    // whether TextChange returns the two versions of a text; set by pastChanges
}

// TicketChanges returns up to limit rows of a project's log that are about a ticket and what belongs to it and precede the row with the given id, latest
// first. Long values are left out: those of whole items, descriptions and comments.
func TicketChanges(ctx context.Context, tx *db.Tx, projectID, ticketID int64, uuid string, before int64, limit int) ([]PastChange, error) {
	return db.Collect(db.Each(ctx, tx, ticketChanges(projectID, ticketID, uuid, before, limit), scanPastChange))
}

func ticketChanges(projectID, ticketID int64, uuid string, before int64, limit int) db.Query {
	return pastChanges(projectID, db.NewQuery(`(`+ticketPast+`)`, ticketID, uuid), before, limit)
}

// CommentChanges is like TicketChanges, for a comment.
func CommentChanges(ctx context.Context, tx *db.Tx, projectID int64, uuid string, before int64, limit int) ([]PastChange, error) {
	return db.Collect(db.Each(ctx, tx, commentChanges(projectID, uuid, before, limit), scanPastChange))
}

func commentChanges(projectID int64, uuid string, before int64, limit int) db.Query {
	return pastChanges(projectID, db.NewQuery(`(SELECT CAST($1 AS TEXT) AS uuid)`, uuid), before, limit)
}

// pastChanges selects rows about the items whose uuids past selects. The planner searches by uuid: CROSS JOIN sets the order on SQLite, and the conditions
// on the project and the order of the rows are hidden.
func pastChanges(projectID int64, past db.Query, before int64, limit int) db.Query {
	q := db.Query{Args: past.Args, Text: `
SELECT c.id, c.at, c.noun, c.noun_uuid, c.what,
       CASE WHEN ` + isLong + ` THEN '' ELSE COALESCE(c.from_value, '') END,
       CASE WHEN ` + isLong + ` THEN '' ELSE COALESCE(c.to_value, '') END,
       u.firstname, u.lastname, k.name, ` + hasText + `
FROM ` + past.Text + ` past
CROSS JOIN changes c
LEFT JOIN users u ON u.id = c.user_id
LEFT JOIN api_keys k ON k.id = c.key_id
WHERE c.noun_uuid = past.uuid`}
	q.And(` AND c.project_id + 0 = `, projectID)
	q.And(` AND c.id < `, before)
	q.And(` ORDER BY c.id + 0 DESC LIMIT `, limit)
	return q
}

func scanPastChange(rows db.Rows) (PastChange, error) {
	var c PastChange
	var who db.FullName
	err := rows.Scan(
		&c.ID,
		db.Moment{To: &c.At},
		&c.Noun,
		&c.NounUUID,
		&c.What,
		&c.From,
		&c.To,
		&who.First,
		&who.Last,
		&c.KeyName,
		&c.HasText,
	)
	if name := who.Value(); name != nil {
		c.User = *name
	}
	return c, err
}

// TitlesOf returns the titles of a project's sprints, epics, ticket types, tags, tickets and subtasks by uuid.
func TitlesOf(ctx context.Context, tx *db.Tx, projectID int64, uuids []string) (map[string]string, error) {
	return pairs(ctx, tx, titlesOf(tx, projectID, uuids))
}

// titlesOf puts a ticket's key before its title. It hides the condition on the project from the planner, so that it searches by uuid.
func titlesOf(tx *db.Tx, projectID int64, uuids []string) db.Query {
	where := ` WHERE project_id + 0 = $1 AND uuid` + db.Text(tx.In(2))
	return db.NewQuery(`
SELECT uuid, title FROM sprints`+where+`
UNION ALL SELECT uuid, title FROM epics`+where+`
UNION ALL SELECT uuid, name FROM ticket_types`+where+`
UNION ALL SELECT uuid, name FROM tags`+where+`
UNION ALL SELECT uuid, (SELECT p.key FROM projects p WHERE p.id = project_id) || '-' || number || ' ' || title FROM tickets`+where+`
UNION ALL SELECT uuid, title FROM subtasks`+where, projectID, db.List(tx, uuids))
}

// LastFacts returns the facts that the log recorded when items were deleted, as JSON objects by uuid. Those that go with a deleted project
// are left out.
func LastFacts(ctx context.Context, tx *db.Tx, uuids []string) (map[string]string, error) {
	q := db.Query{Text: `
SELECT c.noun_uuid, COALESCE(c.from_value, '')
FROM changes c
LEFT JOIN projects p ON p.id = c.project_id AND p.deleted_at IS NULL
WHERE c.what = 'deleted' AND NOT (p.id IS NULL AND ` + store.Forgotten + `) AND c.noun_uuid`}
	q.In(tx, ``, db.List(tx, uuids))
	q.Text += ` ORDER BY c.id`
	return pairs(ctx, tx, q)
}

func scanTitle(rows db.Rows) (pair [2]string, err error) {
	err = rows.Scan(&pair[0], &pair[1])
	return pair, err
}
