package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	workstore "earnest/internal/work/store"
)

// EntryLine is one time entry as an explanation shows it. Scope is where its ticket is now; a deleted ticket has none.
type EntryLine struct {
	EffortDay

	TicketID int64 // 0 if it is the time of a day
}

const entryColumns = `
SELECT CASE WHEN t.deleted_at IS NULL THEN COALESCE(t.sprint_id, 0) ELSE 0 END,
       CASE WHEN t.deleted_at IS NULL THEN COALESCE(t.epic_id, 0) ELSE 0 END,
       e.user_id,
       e.logged_at,
       e.duration_minutes,
       e.ticket_id
FROM time_entries e
JOIN tickets t ON t.id = e.ticket_id
WHERE e.project_id = $1`

func scanEntryLine(rows db.Rows) (EntryLine, error) {
	var l EntryLine
	err := rows.Scan(&l.SprintID, &l.EpicID, &l.UserID, &l.Day, &l.Minutes, &l.TicketID)
	return l, err
}

// EntryLines returns the time entries of a project by day, up to limit.
func EntryLines(ctx context.Context, tx *db.Tx, projectID int64, limit int) iter.Seq2[EntryLine, error] {
	return db.Each(ctx, tx, db.NewQuery(entryColumns+` ORDER BY e.logged_at, e.id LIMIT $2`, projectID, limit), scanEntryLine)
}

// HasMoreEntries reports whether a project has more than the given number of time entries.
func HasMoreEntries(ctx context.Context, tx *db.Tx, projectID int64, than int) (bool, error) {
	const text = `SELECT COUNT(*) FROM (SELECT 1 FROM time_entries WHERE project_id = $1 LIMIT $2) entries`
	n, err := tx.Count(ctx, db.NewQuery(text, projectID, than+1))
	return n > than, err
}

// MemberEntries returns the time entries of one member in the order of an explanation.
func MemberEntries(ctx context.Context, tx *db.Tx, projectID, userID int64) iter.Seq2[EntryLine, error] {
	const text = entryColumns + ` AND e.user_id = $2 ORDER BY e.logged_at, 1, 2, e.ticket_id, e.duration_minutes`
	return db.Each(ctx, tx, db.NewQuery(text, projectID, userID), scanEntryLine)
}

// MemberDays returns the minutes of one member by day in the order of an explanation.
func MemberDays(ctx context.Context, tx *db.Tx, projectID, userID int64) iter.Seq2[EntryLine, error] {
	const text = `
SELECT sprint_id, epic_id, user_id, day, minutes, 0
FROM effort_days
WHERE project_id = $1 AND user_id = $2
ORDER BY day, sprint_id, epic_id`
	return db.Each(ctx, tx, db.NewQuery(text, projectID, userID), scanEntryLine)
}

// TicketList selects tickets of a project.
type TicketList struct {
	ProjectID int64
	SprintID  int64 // 0 means all
	Done      bool  // only done ones
	DoneBy    *time.Time
	Offset    int
	Limit     int // 0 means all
}

// ListTickets returns the points of tickets in creation order.
func ListTickets(ctx context.Context, tx *db.Tx, l TicketList) ([]FinanceCommitment, error) {
	q := db.NewQuery(`SELECT t.id, t.story_points FROM tickets t WHERE t.project_id = $1 AND t.deleted_at IS NULL`, l.ProjectID)
	if l.SprintID != 0 {
		q.And(` AND t.sprint_id = `, l.SprintID)
	}
	if l.Done {
		q.Text += ` AND t.done_at IS NOT NULL`
	}
	if l.DoneBy != nil {
		q.And(` AND t.done_at < `, db.Micros(*l.DoneBy))
	}
	q.Text += ` ORDER BY t.id`
	if l.Limit > 0 {
		q.And(` LIMIT `, l.Limit)
		q.And(` OFFSET `, l.Offset)
	}
	return db.Collect(db.Each(ctx, tx, q, scanPoints))
}

// Snapshot returns the commitment of a sprint in the creation order of the tickets.
func Snapshot(ctx context.Context, tx *db.Tx, sprintID int64) ([]FinanceCommitment, error) {
	const text = `SELECT ticket_id, points FROM commitments WHERE sprint_id = $1 ORDER BY ticket_id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, sprintID), scanPoints))
}

func scanPoints(rows db.Rows) (c FinanceCommitment, err error) {
	err = rows.Scan(&c.TicketID, &c.Points)
	return c, err
}

// TicketNames returns the tickets with these ids, deleted ones included.
func TicketNames(ctx context.Context, tx *db.Tx, ids []int64) ([]workstore.Named, error) {
	q := db.NewQuery(`SELECT t.id, t.uuid, t.title FROM tickets t WHERE`)
	q.In(tx, ` t.id`, db.List(tx, ids))
	return db.Collect(db.Each(ctx, tx, q, scanNamed))
}
