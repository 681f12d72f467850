package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// EntryLine is one time entry as an explanation shows it. Scope is where its ticket is now; a deleted ticket has none.
type EntryLine struct {
	EffortDay

	TicketID int64 // 0 if it is the time of a day
}

const entryColumns = `
SELECT CASE WHEN t.deleted_at IS NULL THEN COALESCE(t.sprint_id, 0) ELSE 0 END AS sprint_id,
       CASE WHEN t.deleted_at IS NULL THEN COALESCE(t.epic_id, 0) ELSE 0 END AS epic_id,
       e.user_id,
       e.logged_at AS day,
       e.duration_minutes AS minutes,
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

// EntryCount returns the number of time entries of a project.
func EntryCount(ctx context.Context, tx *db.Tx, projectID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT entry_count FROM projects WHERE id = $1`, projectID))
}

// The scopes of lines l of time.
const (
	InSprints      db.Text = `l.sprint_id <> 0`
	OutsideSprints db.Text = `l.sprint_id = 0`

	// With EXISTS, SQLite would compute the periods of all rates for each line.
	OnOpenEpics db.Text = `l.epic_id IN (SELECT o.id FROM epics o WHERE o.project_id = $1 AND o.status <> 'done')`
)

// LineList selects lines of time that have a rate.
type LineList struct {
	ProjectID int64
	Scope     db.Text      // InSprints, OutsideSprints or OnOpenEpics
	MemberID  int64        // 0 means all
	Last      *domain.Date // the last day that counts; nil means all
	ByDay     bool         // a line is a member's time on one day instead of a time entry
}

const (
	dayColumns = `
SELECT d.sprint_id, d.epic_id, d.user_id, d.day, d.minutes, 0 AS ticket_id
FROM effort_days d
WHERE d.project_id = $1`

	// ratePeriods selects the days on which each rate applies. Like domain.RateOn, it applies the first rate to all days before it.
	ratePeriods = `
SELECT r.user_id,
       r.tjm,
       CASE WHEN ROW_NUMBER() OVER mine = 1 THEN '' ELSE r.from_day END AS since,
       LEAD(r.from_day) OVER mine AS until
FROM rates r
WHERE r.project_id = $1
WINDOW mine AS (PARTITION BY r.user_id ORDER BY r.from_day)`
)

// query selects columns of the lines l and of the periods p of their rates.
func (l LineList) query(columns db.Text) db.Query {
	var lines db.Text = entryColumns
	if l.ByDay {
		lines = dayColumns
	}
	q := db.NewQuery(`
SELECT `+columns+`
FROM (`+ratePeriods+`
) p
JOIN (`+lines+`
) l ON l.user_id = p.user_id AND l.day >= p.since AND (p.until IS NULL OR l.day < p.until)
WHERE `+l.Scope, l.ProjectID)
	if l.MemberID != 0 {
		q.And(` AND p.user_id = `, l.MemberID)
	}
	if l.Last != nil {
		q.And(` AND l.day <= `, *l.Last)
	}
	return q
}

// LineCount is the number of lines of one member at one rate.
type LineCount struct {
	UserID int64
	Rate   float64
	Lines  int
}

// CountLines counts the lines of each member at each rate.
func CountLines(ctx context.Context, tx *db.Tx, l LineList) ([]LineCount, error) {
	return db.Collect(db.Each(ctx, tx, l.counted(), func(rows db.Rows) (c LineCount, err error) {
		err = rows.Scan(&c.UserID, &c.Rate, &c.Lines)
		return c, err
	}))
}

func (l LineList) counted() db.Query {
	q := l.query(`p.user_id, p.tjm, COUNT(*)`)
	q.Text += ` GROUP BY p.user_id, p.tjm`
	return q
}

// LinesAt returns the lines at one rate in the order of an explanation, up to limit and starting at offset.
func LinesAt(ctx context.Context, tx *db.Tx, l LineList, rate float64, offset, limit int) ([]EntryLine, error) {
	q := l.query(`l.sprint_id, l.epic_id, l.user_id, l.day, l.minutes, l.ticket_id`)
	q.And(` AND p.tjm = `, rate)
	q.And(` ORDER BY l.day, l.sprint_id, l.epic_id, l.ticket_id, l.minutes LIMIT `, limit)
	q.And(` OFFSET `, offset)
	return db.Collect(db.Each(ctx, tx, q, scanEntryLine))
}

// DoubtfulDays returns the minutes of a project beyond 24 hours of one member on one day, those after today, and those before a day. They are added
// up from an index that is already in the order of members and days.
func DoubtfulDays(ctx context.Context, tx *db.Tx, projectID int64, today, early domain.Date) (overbooked, future, before int64, err error) {
	const text = `
SELECT CAST(COALESCE(SUM(CASE WHEN d.minutes > 1440 THEN d.minutes - 1440 ELSE 0 END), 0) AS BIGINT),
       CAST(COALESCE(SUM(CASE WHEN d.day > $2 THEN d.minutes ELSE 0 END), 0) AS BIGINT),
       CAST(COALESCE(SUM(CASE WHEN d.day < $3 THEN d.minutes ELSE 0 END), 0) AS BIGINT)
FROM (
  SELECT e.day, SUM(e.minutes) AS minutes
  FROM effort_days e
  WHERE e.project_id = $1
  GROUP BY e.user_id, e.day
) d`
	err = tx.One(ctx, text, []any{projectID, today, early}, &overbooked, &future, &before)
	return overbooked, future, before, err
}

// TicketList selects tickets of a project.
type TicketList struct {
	ProjectID int64
	SprintID  int64 // 0 means all
	Done      bool  // only done ones
	DoneBy    *time.Time
	Offset    int
	Limit     int
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
	q.And(` ORDER BY t.id LIMIT `, l.Limit)
	q.And(` OFFSET `, l.Offset)
	return db.Collect(db.Each(ctx, tx, q, scanPoints))
}

// planKey is an expression for PlanTicket.Key.
const planKey = `(CASE WHEN t.deleted_at IS NULL THEN COALESCE(t.sprint_id, 0) || '/' ELSE '-' END || t.committed)`

// CarriedTicket is a ticket that several sprints committed to.
type CarriedTicket struct {
	ID  int64
	Key string // see PlanTicket.Key
}

// CarriedTickets returns the tickets of a project with one of the given keys in creation order, up to limit and starting at offset.
func CarriedTickets(ctx context.Context, tx *db.Tx, projectID int64, keys []string, offset, limit int) ([]CarriedTicket, error) {
	q := db.NewQuery(`SELECT t.id, `+planKey+` FROM tickets t WHERE t.project_id = $1 AND t.committed <> '' AND `, projectID)
	q.In(tx, planKey, db.List(tx, keys))
	q.And(` ORDER BY t.id LIMIT `, limit)
	q.And(` OFFSET `, offset)
	return db.Collect(db.Each(ctx, tx, q, func(rows db.Rows) (c CarriedTicket, err error) {
		err = rows.Scan(&c.ID, &c.Key)
		return c, err
	}))
}

// CommitmentList selects commitments of sprints.
type CommitmentList struct {
	Snapshots []int64  // the sprints with a snapshot
	Others    []int64  // those without one, which are committed to their current tickets
	Except    []string // leaves out the tickets with these keys; see PlanTicket.Key
	Offset    int
	Limit     int
}

// CommittedTicket is one sprint's commitment to a ticket.
type CommittedTicket struct {
	SprintID int64
	TicketID int64
	Points   float64
}

// ListCommitments returns commitments by sprint, in the creation order of the tickets.
func ListCommitments(ctx context.Context, tx *db.Tx, l CommitmentList) (map[int64][]CommittedTicket, error) {
	except := ` AND NOT ` + planKey + db.Text(tx.In(3))
	q := db.NewQuery(`
SELECT c.sprint_id, c.ticket_id, c.points
FROM commitments c
JOIN tickets t ON t.id = c.ticket_id
WHERE c.sprint_id`+db.Text(tx.In(1))+except+`
UNION ALL
SELECT t.sprint_id, t.id, t.story_points
FROM tickets t
WHERE t.deleted_at IS NULL AND t.sprint_id`+db.Text(tx.In(2))+except+`
ORDER BY 1, 2`, db.List(tx, l.Snapshots), db.List(tx, l.Others), db.List(tx, l.Except))
	q.And(` LIMIT `, l.Limit)
	q.And(` OFFSET `, l.Offset)
	return db.Grouped(ctx, tx, q, func(rows db.Rows) (c CommittedTicket, err error) {
		err = rows.Scan(&c.SprintID, &c.TicketID, &c.Points)
		return c, err
	}, func(c CommittedTicket) int64 { return c.SprintID })
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
