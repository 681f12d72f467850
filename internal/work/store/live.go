package store

import (
	"context"
	"encoding/json"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// LiveRevisions returns the revisions of projects by id; deleted projects are left out.
func LiveRevisions(ctx context.Context, tx *db.Tx, projectIDs []int64) (map[int64]int64, error) {
	revisions := make(map[int64]int64, len(projectIDs))
	text := `SELECT id, revision FROM projects WHERE deleted_at IS NULL AND id` + tx.In(1)
	err := tx.ForEach(ctx, text, db.List(tx, projectIDs), func(rows db.Rows) error {
		var id, revision int64
		err := rows.Scan(&id, &revision)
		revisions[id] = revision
		return err
	})
	return revisions, err
}

// LiveSessions reports which of the given sessions still exist.
func LiveSessions(ctx context.Context, tx *db.Tx, ids []int64) (map[int64]bool, error) {
	there := make(map[int64]bool, len(ids))
	text := `SELECT id FROM sessions WHERE id` + tx.In(1)
	err := tx.ForEach(ctx, text, db.List(tx, ids), func(rows db.Rows) error {
		var id int64
		err := rows.Scan(&id)
		there[id] = true
		return err
	})
	return there, err
}

// LastChangeAt returns the id of a project's last log row at or before a revision. It reads at most the given number of rows; ok is false
// if the row is older than all of those. Within a project, ids increase with revisions, since every write holds the project's lock.
func LastChangeAt(ctx context.Context, tx *db.Tx, projectID, revision int64, most int) (id int64, ok bool, err error) {
	const text = `SELECT id, revision FROM changes WHERE project_id = $1 ORDER BY id DESC LIMIT $2`
	seen := 0
	for row, err := range db.Each(ctx, tx, db.NewQuery(text, projectID, most), scanIDs) {
		if err != nil {
			return 0, false, err
		}
		if row[1] <= revision {
			return row[0], true, nil
		}
		seen++
	}
	return 0, seen < most, nil // if the whole log was read, it begins after the revision
}

func scanIDs(rows db.Rows) (pair [2]int64, err error) {
	err = rows.Scan(&pair[0], &pair[1])
	return pair, err
}

// LiveChange is a log row as seen by a client that follows the project.
type LiveChange struct {
	ID       int64
	Noun     string
	NounUUID string
	What     string
	UserID   *int64
	Ticket   string // the uuid of the ticket that changed, or to which the subtask, comment, time entry or file belongs; empty for anything else
}

// ChangesAfter returns up to limit rows of a project's log that follow the row with the given id.
func ChangesAfter(ctx context.Context, tx *db.Tx, projectID, id int64, limit int) ([]LiveChange, error) {
	const text = `
SELECT c.id, c.noun, c.noun_uuid, c.what, c.user_id, COALESCE(t.uuid, ''),
       CASE WHEN c.noun IN ('subtask', 'comment', 'time_entry', 'attachment') AND c.what IN ('created', 'deleted')
            THEN COALESCE(c.to_value, c.from_value, '') ELSE '' END
FROM changes c
LEFT JOIN subtasks b ON c.noun = 'subtask' AND b.uuid = c.noun_uuid
LEFT JOIN comments m ON c.noun = 'comment' AND m.uuid = c.noun_uuid
LEFT JOIN tickets t ON t.id = COALESCE(b.ticket_id, m.ticket_id)
WHERE c.project_id = $1 AND c.id > $2
ORDER BY c.id
LIMIT $3`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID, id, limit), scanLiveChange))
}

func scanLiveChange(rows db.Rows) (LiveChange, error) {
	var c LiveChange
	var facts string
	err := rows.Scan(&c.ID, &c.Noun, &c.NounUUID, &c.What, &c.UserID, &c.Ticket, &facts)
	if c.Noun == "ticket" {
		c.Ticket = c.NounUUID
	}
	if c.Ticket == "" && facts != "" {
		c.Ticket = ticketIn(facts)
	}
	return c, err
}

// ticketIn returns the uuid of the ticket named in the facts of a log row.
func ticketIn(facts string) string {
	var of struct {
		Ticket string `json:"ticket"`
	}
	_ = json.Unmarshal([]byte(facts), &of) // an imported log may contain anything
	uuid, _ := domain.ParseUUID(of.Ticket)
	return uuid
}
