package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// EntryLine is one time entry as an explanation shows it. Place is where its ticket is now; a deleted
// ticket is nowhere.
type EntryLine struct {
	EffortDay

	TicketID int64
}

// EntryLines returns the time entries of a project by day, up to limit.
func EntryLines(ctx context.Context, tx *db.Tx, projectID int64, limit int) iter.Seq2[EntryLine, error] {
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
	return db.Each(ctx, tx, db.NewQuery(text, projectID, limit), func(rows db.Rows) (EntryLine, error) {
		var l EntryLine
		err := rows.Scan(&l.SprintID, &l.EpicID, &l.UserID, &l.Day, &l.Minutes, &l.TicketID)
		return l, err
	})
}

// LifeFacts is what a replay of the log needs to know of tickets.
type LifeFacts int

// Each has what those before it have.
const (
	LifeStatus LifeFacts = iota // creation, deletion and return, and the status
	LifePoints
	LifeEpics
	LifeAll // and the sprint
)

// lifeOfTickets and its ends are the rows of the log that tell of the life of tickets, and the rows of StatusChanges.
const (
	lifeOfTickets = `SELECT at, noun = 'ticket', noun_uuid, what, COALESCE(to_value, '') FROM changes`
	lifeOf        = `
  AND (noun = 'status' AND what IN ('created', 'deleted', 'is_done')
    OR noun = 'ticket' AND what IN ('created', 'deleted', 'restored', 'status'`
	andStatus = lifeOf + `))`
	andPoints = lifeOf + `, 'story_points'))`
	andEpics  = lifeOf + `, 'story_points', 'epic'))`
	andAll    = lifeOf + `, 'story_points', 'epic', 'sprint'))`
)

func (f LifeFacts) rows() db.Text { return []db.Text{andStatus, andPoints, andEpics, andAll}[f] }

// TicketChanges returns what the log of a project tells of its tickets' life, in its order. Among them are the rows of StatusChanges.
func TicketChanges(ctx context.Context, tx *db.Tx, projectID int64, facts LifeFacts) iter.Seq2[domain.Change, error] {
	return db.Each(ctx, tx, db.NewQuery(lifeOfTickets+` WHERE project_id = $1`+facts.rows()+` ORDER BY id`, projectID), scanLife)
}

// TicketChangesOf is all TicketChanges of the tickets and statuses of these uuids and keys.
func TicketChangesOf(ctx context.Context, tx *db.Tx, projectID int64, of []string) iter.Seq2[domain.Change, error] {
	text := lifeOfTickets + ` WHERE project_id + 0 = $1` + LifeAll.rows() + ` AND noun_uuid` + db.Text(tx.In(2)) + ` ORDER BY id`
	return db.Each(ctx, tx, db.NewQuery(text, projectID, db.List(tx, of)), scanLife)
}

// SprintTickets returns the uuids of the tickets that were ever in a sprint; others may be among them. Whatever puts a ticket into a
// sprint names the sprint in its new value.
func SprintTickets(ctx context.Context, tx *db.Tx, projectID int64, sprint string) ([]string, error) {
	const text = `
SELECT DISTINCT noun_uuid
FROM changes
WHERE project_id = $1 AND noun = 'ticket' AND what IN ('created', 'restored', 'sprint') AND to_value LIKE $2`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID, "%"+sprint+"%"), func(rows db.Rows) (uuid string, err error) {
		err = rows.Scan(&uuid)
		return uuid, err
	}))
}

func scanLife(rows db.Rows) (domain.Change, error) {
	var at int64
	var ticket bool
	c := domain.Change{Noun: "status"}
	err := rows.Scan(&at, &ticket, &c.NounUUID, &c.What, &c.To)
	c.At = time.UnixMicro(at).UTC()
	if ticket {
		c.Noun = "ticket"
	}
	return c, err
}

// SprintClosed returns the moment at which a sprint was last completed, as the log tells it; nil: it does not.
func SprintClosed(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (*time.Time, error) {
	const text = `
SELECT MAX(at)
FROM changes
WHERE noun_uuid = $1 AND project_id + 0 = $2 AND noun = 'sprint' AND what = 'status' AND to_value = '"completed"'`
	var at *time.Time
	err := tx.One(ctx, text, []any{uuid, projectID}, db.MomentOrNull{To: &at})
	return at, err
}

// StatusChanges returns what the log of a project tells of which of its statuses meant done, in its order.
func StatusChanges(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.Change, error) {
	const text = `
SELECT noun_uuid, what, COALESCE(from_value, ''), COALESCE(to_value, '')
FROM changes
WHERE project_id = $1 AND noun = 'status' AND what IN ('created', 'deleted', 'is_done')
ORDER BY id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (domain.Change, error) {
		var c domain.Change
		err := rows.Scan(&c.NounUUID, &c.What, &c.From, &c.To)
		return c, err
	}))
}
