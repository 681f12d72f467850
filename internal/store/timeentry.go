package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

const timeEntryColumns = `
SELECT e.id,
       e.uuid,
       e.project_id,
       e.ticket_id,
       t.uuid,
       t.title,
       e.user_id,
       u.firstname,
       u.lastname,
       e.duration_minutes,
       e.comment,
       e.logged_at,
       e.created_at,
       e.updated_at
FROM time_entries e
JOIN tickets t ON t.id = e.ticket_id
JOIN users u ON u.id = e.user_id `

func scanTimeEntry(rows db.Rows) (domain.TimeEntry, error) {
	var e domain.TimeEntry
	var first, last string
	err := rows.Scan(
		&e.ID,
		&e.UUID,
		&e.ProjectID,
		&e.TicketID,
		&e.TicketUUID,
		&e.TicketTitle,
		&e.UserID,
		&first,
		&last,
		&e.Minutes,
		&e.Comment,
		&e.LoggedAt,
		moment{&e.CreatedAt},
		moment{&e.UpdatedAt},
	)
	e.UserName = domain.FullName(first, last)
	return e, err
}

// TimeEntry gives the time entry of that uuid.
func (tx *Tx) TimeEntry(ctx context.Context, uuid string) (domain.TimeEntry, error) {
	return one(ctx, tx, "time entry", query{timeEntryColumns + `WHERE e.uuid = $1`, []any{uuid}}, scanTimeEntry)
}

// TimeEntries gives the time entries of a project that pass the filter, by day and then in the order of
// their creation. Those of deleted tickets are among them.
func (tx *Tx) TimeEntries(ctx context.Context, f domain.TimeFilter) iter.Seq2[domain.TimeEntry, error] {
	return each(ctx, tx, timeEntryList(f), scanTimeEntry)
}

func timeEntryList(f domain.TimeFilter) query {
	q := timeFilter(timeEntryColumns, f)
	q.text += ` ORDER BY e.logged_at, e.id`
	q.page(f.Page)
	return q
}

// CountTimeEntries counts what passes the filter, whatever its page.
func (tx *Tx) CountTimeEntries(ctx context.Context, f domain.TimeFilter) (int, error) {
	return tx.count(ctx, timeFilter(`SELECT COUNT(*) FROM time_entries e `, f))
}

// timeFilter names a single way into the table for each shape of the list (the changed entries, the
// ticket, the project), so that neither engine can choose a worse one. A filter's ticket is of its project.
func timeFilter(text sqlText, f domain.TimeFilter) query {
	q := query{text: text}
	switch {
	case f.UpdatedSince != nil:
		q.args = []any{f.ProjectID, micros(*f.UpdatedSince)}
		q.text += `WHERE e.id IN (` + changedEntries + `)`
		if f.TicketID != nil {
			q.and(` AND e.ticket_id = `, *f.TicketID)
		}
	case f.TicketID != nil:
		q.and(`WHERE e.ticket_id = `, *f.TicketID)
	default:
		q.and(`WHERE e.project_id = `, f.ProjectID)
	}
	return q
}

// changedEntries is the time entries of a project ($1) that changed since a moment ($2): they
// themselves, or the title of their ticket, which they show.
const changedEntries = `
SELECT id FROM time_entries WHERE project_id = $1 AND updated_at >= $2
UNION
SELECT r.id FROM tickets x JOIN time_entries r ON r.ticket_id = x.id WHERE x.project_id = $1 AND x.renamed_at >= $2`

// LoggedTicketID gives the id of a project's ticket, also of a deleted one: its time entries remain. ok
// is false when the project never had such a ticket.
func (tx *Tx) LoggedTicketID(ctx context.Context, projectID int64, uuid string) (id int64, ok bool, err error) {
	return tx.reference(ctx, `SELECT id FROM tickets WHERE project_id = $1 AND uuid = $2`, projectID, uuid)
}

// Loggable is a ticket on which somebody logs time: what an entry shows of both, and where its minutes count.
type Loggable struct {
	ID       int64
	Title    string
	UserName string
	Place    Place
}

// Loggable gives the ticket of a uuid to a user.
func (tx *Tx) Loggable(ctx context.Context, ticket string, userID int64) (l Loggable, err error) {
	const text = `
SELECT t.id, t.title, COALESCE(t.sprint_id, 0), COALESCE(t.epic_id, 0), u.firstname, u.lastname
FROM tickets t JOIN users u ON u.id = $2
WHERE t.uuid = $1 AND t.deleted_at IS NULL`
	var first, last string
	err = tx.One(ctx, text, []any{ticket, userID}, &l.ID, &l.Title, &l.Place.SprintID, &l.Place.EpicID, &first, &last)
	l.UserName = domain.FullName(first, last)
	return l, found(err, "ticket")
}

// InsertTimeEntry stores a new time entry and gives its id; the roll-ups are kept apart, by AddEffort.
func (tx *Tx) InsertTimeEntry(ctx context.Context, e domain.TimeEntry) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO time_entries (uuid, project_id, ticket_id, user_id, duration_minutes, comment, logged_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		e.UUID,
		e.ProjectID,
		e.TicketID,
		e.UserID,
		e.Minutes,
		e.Comment,
		e.LoggedAt,
		micros(e.CreatedAt),
		micros(e.UpdatedAt),
	)
}
