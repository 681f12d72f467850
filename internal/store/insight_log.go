package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// EntryLine is one time entry as an explanation shows it. Place is where its ticket is now; a deleted
// ticket is nowhere.
type EntryLine struct {
	EffortDay

	TicketID int64
}

// EntryLines gives the time entries of a project by day, at most limit of them.
func (tx *Tx) EntryLines(ctx context.Context, projectID int64, limit int) iter.Seq2[EntryLine, error] {
	const text = `
SELECT CASE WHEN t.deleted_at IS NULL THEN COALESCE(t.sprint_id, 0) ELSE 0 END,
       CASE WHEN t.deleted_at IS NULL THEN COALESCE(t.epic_id, 0) ELSE 0 END,
       e.user_id,
       e.logged_at,
       e.duration_minutes,
       e.ticket_id
FROM time_entries e
JOIN tickets t ON t.id = e.ticket_id
WHERE e.project_id = $1
ORDER BY e.logged_at, e.id
LIMIT $2`
	return each(ctx, tx, query{text, []any{projectID, limit}}, func(rows db.Rows) (EntryLine, error) {
		var l EntryLine
		err := rows.Scan(&l.SprintID, &l.EpicID, &l.UserID, &l.Day, &l.Minutes, &l.TicketID)
		return l, err
	})
}

// TicketChanges gives what the log of a project tells of its tickets' life, in its order: creation and
// deletion, status, sprint and points.
func (tx *Tx) TicketChanges(ctx context.Context, projectID int64) iter.Seq2[domain.Change, error] {
	const text = `
SELECT at, noun_uuid, what, COALESCE(to_value, '')
FROM changes
WHERE project_id = $1
  AND noun = 'ticket'
  AND what IN ('created', 'deleted', 'status', 'sprint', 'story_points')
ORDER BY id`
	return each(ctx, tx, query{text, []any{projectID}}, func(rows db.Rows) (domain.Change, error) {
		var c domain.Change
		err := rows.Scan(moment{&c.At}, &c.NounUUID, &c.What, &c.To)
		return c, err
	})
}
