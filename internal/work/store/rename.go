package store

import (
	"context"
	"errors"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Rename is a change to a user's name that is not yet reflected in one project: the tickets and time entries that show the name and were
// last updated before At must be marked as modified. TicketsFrom and EntriesFrom record the progress: everything older is already marked.
type Rename struct {
	ProjectID   int64
	UserID      int64
	At          time.Time // on the project's clock, so no two renames in a project have the same time
	TicketsFrom time.Time
	EntriesFrom time.Time
}

// LockProjects locks several projects against other writes until the transaction ends. Rows are always locked in id order, to avoid deadlocks.
func LockProjects(ctx context.Context, tx *db.Tx, ids []int64) error {
	text := db.Text(`SELECT id FROM projects WHERE id` + tx.In(1) + ` ORDER BY id` + tx.ForNoKeyUpdate())
	_, err := tx.IDs(ctx, db.NewQuery(text, db.List(tx, ids))) // unlike Run, it waits for the locks
	return err
}

// LockOwnProjects locks the projects of a user that have these uuids, or contain tickets or time entries that have them, and returns their uuids.
func LockOwnProjects(ctx context.Context, tx *db.Tx, userID int64, uuids []string) ([]string, error) {
	in := db.Text(tx.In(1))
	text := `
SELECT p.uuid
FROM projects p
WHERE p.id IN (
    SELECT id FROM projects WHERE uuid` + in + `
    UNION ALL
    SELECT project_id FROM tickets WHERE uuid` + in + `
    UNION ALL
    SELECT project_id FROM time_entries WHERE uuid` + in + `
  )
  AND EXISTS (SELECT 1 FROM members m WHERE m.project_id = p.id AND m.user_id = $2)
ORDER BY p.id` + db.Text(tx.ForNoKeyUpdate())
	return tx.Texts(ctx, db.NewQuery(text, db.List(tx, uuids), userID))
}

// RaiseProjects raises the revision of several locked projects by one and advances each project's clock to at, or to just past its last
// change if that is later.
func RaiseProjects(ctx context.Context, tx *db.Tx, ids []int64, at time.Time) error {
	text := db.Text(`
UPDATE projects SET revision = revision + 1, changed_at = CASE WHEN changed_at < $1 THEN $1 ELSE changed_at + 1 END
WHERE id` + tx.In(2))
	return tx.Run(ctx, text, db.Micros(at), db.List(tx, ids))
}

// InsertChanges adds a row to the log of each of several projects, with the project's current revision and time.
func InsertChanges(ctx context.Context, tx *db.Tx, projectIDs []int64, c domain.Change) error {
	text := db.Text(`
INSERT INTO changes (project_id, revision, at, user_id, key_id, noun, noun_uuid, what, from_value, to_value)
SELECT p.id, p.revision, p.changed_at, $1, $2, $3, $4, $5, $6, $7
FROM projects p
WHERE p.id` + tx.In(8) + `
ORDER BY p.id`)
	return tx.Run(ctx, text, c.UserID, c.KeyID, c.Noun, c.NounUUID, c.What, OrNull(c.From), OrNull(c.To), db.List(tx, projectIDs))
}

// AddRenames records for each of several projects that items showing a user's name must be marked as modified. It replaces any unfinished
// record for the same user.
func AddRenames(ctx context.Context, tx *db.Tx, projectIDs []int64, userID int64) error {
	text := db.Text(`
INSERT INTO renames (project_id, user_id, at, tickets_from, entries_from)
SELECT p.id, $1, p.changed_at, $2, $2
FROM projects p
WHERE p.id` + tx.In(3) + `
ON CONFLICT (project_id, user_id)
DO UPDATE SET at = excluded.at, tickets_from = excluded.tickets_from, entries_from = excluded.entries_from`)
	return tx.Run(ctx, text, userID, db.Micros(time.Time{}), db.List(tx, projectIDs))
}

// NextRename returns the oldest unfinished rename; ok is false if there is none.
func NextRename(ctx context.Context, tx *db.Tx) (r Rename, ok bool, err error) {
	const text = `SELECT project_id, user_id, at, tickets_from, entries_from FROM renames ORDER BY at, project_id, user_id LIMIT 1`
	err = tx.One(ctx, text, nil, &r.ProjectID, &r.UserID, db.Moment{To: &r.At}, db.Moment{To: &r.TicketsFrom}, db.Moment{To: &r.EntriesFrom})
	if errors.Is(err, db.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, err
}

// NamedRows holds the ids of rows that show a name, and the latest time at which one of them was updated.
type NamedRows struct {
	IDs  []int64
	Last time.Time
}

// NamedTickets returns tickets that a rename has yet to mark, least recently updated first: tickets assigned to the user, or with a subtask
// assigned to them.
func NamedTickets(ctx context.Context, tx *db.Tx, r Rename, most int) (NamedRows, error) {
	return named(ctx, tx, db.NewQuery(`
SELECT t.id, t.updated_at
FROM tickets t
WHERE t.project_id = $1 AND t.updated_at >= $2 AND t.updated_at < $3 AND t.deleted_at IS NULL
  AND (t.assignee_id = $4 OR t.id IN (SELECT s.ticket_id FROM subtasks s WHERE s.project_id = $1 AND s.assignee_id = $4))
ORDER BY t.updated_at
LIMIT $5`, r.ProjectID, db.Micros(r.TicketsFrom), db.Micros(r.At), r.UserID, most))
}

// NamesLookup returns the statement that reads when a person or type whose name the ticket shows was renamed, or the project got another key, if the
// tickets concerned have not all been marked as modified.
func NamesLookup(t *domain.Ticket) db.Statement {
	const text db.Text = `
SELECT r.at
FROM renames r
WHERE r.project_id = $1
  AND (r.user_id = $2 OR EXISTS (SELECT 1 FROM subtasks s WHERE s.ticket_id = $3 AND s.assignee_id = r.user_id))
UNION ALL
SELECT k.at
FROM rekeys k
WHERE k.project_id = $1 AND k.type_id IN (0, $4)
ORDER BY 1`
	return db.Statement{SQL: text, Args: []any{t.ProjectID, t.AssigneeID, t.ID, t.TypeID}, Row: func(rows db.Rows) error {
		return rows.Scan(db.Moment{To: &t.NamesAt})
	}}
}

// NamedEntries returns time entries of the user that a rename has yet to mark, least recently updated first.
func NamedEntries(ctx context.Context, tx *db.Tx, r Rename, most int) (NamedRows, error) {
	return named(ctx, tx, db.NewQuery(`
SELECT e.id, e.updated_at
FROM time_entries e
WHERE e.project_id = $1 AND e.updated_at >= $2 AND e.updated_at < $3 AND e.user_id + 0 = $4
ORDER BY e.updated_at
LIMIT $5`, r.ProjectID, db.Micros(r.EntriesFrom), db.Micros(r.At), r.UserID, most))
}

func named(ctx context.Context, tx *db.Tx, q db.Query) (n NamedRows, err error) {
	rows, err := tx.Query(ctx, string(q.Text), q.Args...)
	if err != nil {
		return n, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id, db.Moment{To: &n.Last}); err != nil {
			return n, err
		}
		n.IDs = append(n.IDs, id)
	}
	return n, rows.Err()
}

// MarkTickets marks as modified those of the given tickets that were last updated before a time, and returns how many it marked.
func MarkTickets(ctx context.Context, tx *db.Tx, before time.Time, ids []int64, at time.Time) (int64, error) {
	text := `UPDATE tickets SET updated_at = $1 WHERE deleted_at IS NULL AND updated_at < $2 AND id` + tx.In(3)
	return tx.Exec(ctx, text, db.Micros(at), db.Micros(before), db.List(tx, ids))
}

// MarkEntries marks as modified those of the given time entries that have not been updated since the rename, and returns how many it
// marked.
func MarkEntries(ctx context.Context, tx *db.Tx, r Rename, ids []int64, at time.Time) (int64, error) {
	text := `UPDATE time_entries SET updated_at = $1 WHERE updated_at < $2 AND id` + tx.In(3)
	return tx.Exec(ctx, text, db.Micros(at), db.Micros(r.At), db.List(tx, ids))
}

// MoveRename stores the progress of a rename, unless the user has been renamed again in the meantime.
func MoveRename(ctx context.Context, tx *db.Tx, r Rename) error {
	return tx.Run(ctx, `UPDATE renames SET tickets_from = $1, entries_from = $2 WHERE project_id = $3 AND user_id = $4 AND at = $5`,
		db.Micros(r.TicketsFrom), db.Micros(r.EntriesFrom), r.ProjectID, r.UserID, db.Micros(r.At))
}

// EndRename deletes a finished rename, unless the user has been renamed again in the meantime.
func EndRename(ctx context.Context, tx *db.Tx, r Rename) error {
	return tx.Run(ctx, `DELETE FROM renames WHERE project_id = $1 AND user_id = $2 AND at = $3`, r.ProjectID, r.UserID, db.Micros(r.At))
}
