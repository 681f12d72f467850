package store

import (
	"context"
	"errors"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// LastReport returns the day of the last report before the given day, and when its figures were stored. Figures are stored every day; a
// report is what people read: those of the end of a month, and of days with a commentary. The day is empty if there is none.
func LastReport(ctx context.Context, tx *db.Tx, projectID int64, before domain.Date) (day domain.Date, at time.Time, err error) {
	const text = `
SELECT d.day, d.reported_at
FROM indicator_days d
WHERE d.project_id = $1 AND d.day < $2
  AND (d.day < $3 OR EXISTS (SELECT 1 FROM commentaries c WHERE c.project_id = $1 AND c.day = d.day))
ORDER BY d.day DESC
LIMIT 1`
	err = tx.One(ctx, text, []any{projectID, before, before[:len("2026-01")] + "-01"}, &day, db.Moment{To: &at})
	if errors.Is(err, db.ErrNoRows) {
		return "", at, nil
	}
	return day, at, err
}

// Edit is a log row about something that can raise an index without any work: a ticket left a sprint, got other points or was deleted, or the
// commitment or the dates of a sprint, or the budget, changed.
type Edit struct {
	At     time.Time
	UserID int64  // 0 if no user made it
	Noun   string // ticket, sprint or project
	UUID   string
	What   string
	From   string // the value before, as JSON; empty if there was none
}

// Edits returns up to limit edits of a project after one moment and before another, the newest first.
func Edits(ctx context.Context, tx *db.Tx, projectID int64, after, before time.Time, limit int) iter.Seq2[Edit, error] {
	return db.Each(ctx, tx, edits(projectID, after, before, limit), func(rows db.Rows) (Edit, error) {
		var e Edit
		err := rows.Scan(db.Moment{To: &e.At}, &e.UserID, &e.Noun, &e.UUID, &e.What, &e.From)
		return e, err
	})
}

// edits has the same condition as the index changes_edits, so that other rows of the log are not read.
func edits(projectID int64, after, before time.Time, limit int) db.Query {
	return db.NewQuery(`
SELECT at, COALESCE(user_id, 0), noun, noun_uuid, what, COALESCE(from_value, '')
FROM changes
WHERE project_id = $1 AND at > $2 AND at < $3
  AND (noun = 'ticket' AND what IN ('story_points', 'deleted')
    OR noun = 'ticket' AND what = 'sprint' AND from_value <> 'null'
    OR noun = 'sprint' AND what IN ('commitment', 'start_date', 'end_date')
    OR noun = 'project' AND what IN ('budget', 'budget_from'))
ORDER BY at DESC, id DESC
LIMIT $4`, projectID, db.Micros(after), db.Micros(before), limit)
}

// TicketEffort returns the minutes on tickets by ticket, member and day, in no particular order and without their scope.
func TicketEffort(ctx context.Context, tx *db.Tx, tickets []int64) iter.Seq2[EntryLine, error] {
	q := db.NewQuery(`SELECT 0, 0, user_id, logged_at, CAST(SUM(duration_minutes) AS BIGINT), ticket_id FROM time_entries WHERE`)
	q.In(tx, ` ticket_id`, db.List(tx, tickets))
	q.Text += ` GROUP BY ticket_id, user_id, logged_at`
	return db.Each(ctx, tx, q, scanEntryLine)
}
