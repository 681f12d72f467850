package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const TimeEntryColumns = `
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

func ScanTimeEntry(rows db.Rows) (domain.TimeEntry, error) {
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
		db.Moment{To: &e.CreatedAt},
		db.Moment{To: &e.UpdatedAt},
	)
	e.UserName = domain.FullName(first, last)
	return e, err
}

// TimeEntry returns the time entry with that uuid.
func TimeEntry(ctx context.Context, tx *db.Tx, uuid string) (domain.TimeEntry, error) {
	return db.One(ctx, tx, "time entry", db.NewQuery(TimeEntryColumns+`WHERE e.uuid = $1`, uuid), ScanTimeEntry)
}

// TimeEntries returns the time entries of a project that match the filter, by day and then in creation order, including those of deleted
// tickets.
func TimeEntries(ctx context.Context, tx *db.Tx, f domain.TimeFilter) iter.Seq2[domain.TimeEntry, error] {
	return db.Each(ctx, tx, timeEntryList(f), ScanTimeEntry)
}

func timeEntryList(f domain.TimeFilter) db.Query {
	q := timeFilter("", f)
	where := q.Text
	q.Text = TimeEntryColumns + where
	q.Page(f.Page, `e.logged_at, e.id`, `SELECT e.logged_at, e.id FROM time_entries e `+where)
	return q
}

// CountTimeEntries counts the entries that match the filter, ignoring its page.
func CountTimeEntries(ctx context.Context, tx *db.Tx, f domain.TimeFilter) (int, error) {
	if f.UpdatedSince == nil && f.TicketID == nil {
		return tx.Count(ctx, db.NewQuery(`SELECT entry_count FROM projects WHERE id = $1`, f.ProjectID))
	}
	return tx.Count(ctx, timeFilter(`SELECT COUNT(*) FROM time_entries e `, f))
}

// timeFilter offers the planner a single index for each kind of list (changed entries, the entries of a ticket, the entries of a project),
// so that neither engine can choose a worse index. The filter's ticket must be in its project.
func timeFilter(text db.Text, f domain.TimeFilter) db.Query {
	q := db.Query{Text: text}
	switch {
	case f.UpdatedSince != nil:
		q.Args = []any{f.ProjectID, db.Micros(*f.UpdatedSince)}
		q.Text += `WHERE e.id IN (` + changedEntries + `)`
		if f.TicketID != nil {
			q.And(` AND e.ticket_id = `, *f.TicketID)
		}
	case f.TicketID != nil:
		q.And(`WHERE e.ticket_id = `, *f.TicketID)
	default:
		q.And(`WHERE e.project_id = `, f.ProjectID)
	}
	return q
}

// changedEntries selects the time entries of a project ($1) that have changed since a given time ($2), or whose ticket's title, which they
// show, has changed since then.
const changedEntries = `
SELECT id FROM time_entries WHERE project_id = $1 AND updated_at >= $2
UNION
SELECT r.id FROM tickets x JOIN time_entries r ON r.ticket_id = x.id WHERE x.project_id = $1 AND x.renamed_at >= $2`

// LoggedTicketID returns the id of a project's ticket, even a deleted one, since its time entries remain; ok is false if the project has
// never had such a ticket.
func LoggedTicketID(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (id int64, ok bool, err error) {
	return reference(ctx, tx, `SELECT id FROM tickets WHERE project_id = $1 AND uuid = $2`, projectID, uuid)
}

// Loggable is a ticket on which a user logs time, with the names that the time entry shows, the scope in which its minutes count, and the
// user's rates in the project.
type Loggable struct {
	ID       int64
	Title    string
	UserName string
	Scope    Scope
	Rates    []domain.Rate
}

// Lookups returns the statements that fill in l for a user who logs time on the ticket with that uuid. The id stays 0 if there is no such ticket.
func (l *Loggable) Lookups(projectID int64, ticket string, userID int64) []db.Statement {
	return []db.Statement{
		{
			SQL: `
SELECT t.id, t.title, COALESCE(t.sprint_id, 0), COALESCE(t.epic_id, 0), u.firstname, u.lastname
FROM tickets t JOIN users u ON u.id = $2
WHERE t.uuid = $1 AND t.deleted_at IS NULL`,
			Args: []any{ticket, userID},
			Row: func(rows db.Rows) error {
				var first, last string
				err := rows.Scan(&l.ID, &l.Title, &l.Scope.SprintID, &l.Scope.EpicID, &first, &last)
				l.UserName = domain.FullName(first, last)
				return err
			},
		},
		{SQL: ratesText, Args: []any{projectID, userID}, Row: func(rows db.Rows) error {
			r, err := scanRate(rows)
			l.Rates = append(l.Rates, r)
			return err
		}},
	}
}

// InsertTimeEntry stores a new time entry; ProjectLock counts it, and AddEffort updates the roll-ups.
func InsertTimeEntry(ctx context.Context, tx *db.Tx, e domain.TimeEntry) error {
	return tx.Add(ctx, db.Insert{
		Table:   `time_entries`,
		Columns: `uuid, project_id, ticket_id, user_id, duration_minutes, comment, logged_at, created_at, updated_at`,
		Types:   `text,bigint,bigint,bigint,bigint,text,text,bigint,bigint`,
	},
		e.UUID,
		e.ProjectID,
		e.TicketID,
		e.UserID,
		e.Minutes,
		e.Comment,
		e.LoggedAt,
		db.Micros(e.CreatedAt),
		db.Micros(e.UpdatedAt),
	)
}

// AddToEntryCount changes the number of a project's time entries.
func AddToEntryCount(ctx context.Context, tx *db.Tx, projectID int64, n int) error {
	return tx.Run(ctx, `UPDATE projects SET entry_count = entry_count + $2 WHERE id = $1`, projectID, n)
}
