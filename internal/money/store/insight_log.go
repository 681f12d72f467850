package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// TicketChanges returns from the log, in order, the changes to the tickets with these uuids that a replay needs, and the rows that StatusChanges
// returns, if their keys are given too.
func TicketChanges(ctx context.Context, tx *db.Tx, projectID int64, of []string) iter.Seq2[domain.Change, error] {
	return db.Each(ctx, tx, ticketChanges(tx, projectID, of), scanTicketChange)
}

// ticketChanges hides noun and project from the planner, which would otherwise read the log of every ticket of the instance or of the project.
func ticketChanges(tx *db.Tx, projectID int64, of []string) db.Query {
	text := `
SELECT at, noun = 'ticket', noun_uuid, what, COALESCE(to_value, '')
FROM changes
WHERE project_id + 0 = $1
  AND (noun || '' = 'status' AND what IN ('created', 'deleted', 'is_done')
    OR noun || '' = 'ticket' AND what IN ('created', 'deleted', 'restored', 'status', 'story_points', 'epic', 'sprint'))
  AND noun_uuid` + db.Text(tx.In(2)) + `
ORDER BY id`
	return db.NewQuery(text, projectID, db.List(tx, of))
}

// BoardTicket is a ticket with what a flow shows of it.
type BoardTicket struct {
	UUID, Status string
	Points       float64
}

// BoardTickets returns the tickets of a project.
func BoardTickets(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[BoardTicket, error] {
	q := db.NewQuery(`SELECT uuid, status, story_points FROM tickets WHERE project_id = $1 AND deleted_at IS NULL`, projectID)
	return db.Each(ctx, tx, q, func(rows db.Rows) (BoardTicket, error) {
		var t BoardTicket
		err := rows.Scan(&t.UUID, &t.Status, &t.Points)
		return t, err
	})
}

// BoardChange is a row of the log about the status or the points of a ticket.
type BoardChange struct {
	At         time.Time
	TicketUUID string
	What       string
	From       string // the value before; empty if the ticket was created or restored
}

// BoardChanges returns the changes since a moment to the status and points of a project's tickets, the newest first.
func BoardChanges(ctx context.Context, tx *db.Tx, projectID int64, since time.Time) iter.Seq2[BoardChange, error] {
	return db.Each(ctx, tx, boardChanges(projectID, since), func(rows db.Rows) (BoardChange, error) {
		var c BoardChange
		err := rows.Scan(db.Moment{To: &c.At}, &c.TicketUUID, &c.What, &c.From)
		return c, err
	})
}

// boardChanges finds the rows in an index and then reads them in the order of their ids. Imported rows are stored ticket by ticket, so that reading
// them in the order of time would visit most pages of the log many times. It hides the noun from the planner, which would otherwise read the log of
// every ticket of the instance.
func boardChanges(projectID int64, since time.Time) db.Query {
	return db.NewQuery(`
SELECT at, noun_uuid, what, COALESCE(from_value, '')
FROM changes
WHERE id IN (SELECT c.id FROM changes c WHERE c.project_id = $1 AND c.at >= $2)
  AND noun || '' = 'ticket' AND what IN ('created', 'deleted', 'restored', 'status', 'story_points')
ORDER BY id DESC`, projectID, db.Micros(since))
}

// leaving selects the log rows of a project ($1) about what left a sprint or an epic or was deleted. They have an index of their own.
const leaving = `SELECT noun_uuid FROM changes WHERE project_id = $1 AND what IN ('sprint', 'epic', 'deleted') AND noun || '' = 'ticket' AND what = `

// SprintTickets returns the uuids of the tickets that were ever in a sprint, and possibly others: those that are in it now, those that were moved out
// of it, and those that were deleted, whose last facts name it.
func SprintTickets(ctx context.Context, tx *db.Tx, projectID int64, sprint string) ([]string, error) {
	return tx.Texts(ctx, sprintTickets(projectID, sprint))
}

func sprintTickets(projectID int64, sprint string) db.Query {
	return db.NewQuery(`
SELECT t.uuid FROM tickets t WHERE t.sprint_id = (SELECT s.id FROM sprints s WHERE s.uuid = $2)
UNION
`+leaving+`'sprint' AND substr(from_value, 1, 38) = '"' || $2 || '"'
UNION
`+leaving+`'deleted' AND from_value LIKE '%' || $2 || '%'`, projectID, sprint)
}

// NodeEpics returns the ids of the epic with that uuid, or of the epics in the super-epic with that uuid.
func NodeEpics(ctx context.Context, tx *db.Tx, projectID int64, uuid string) ([]int64, error) {
	const text = `
SELECT e.id
FROM epics e
LEFT JOIN super_epics s ON s.id = e.super_epic_id
WHERE e.project_id = $1 AND (e.uuid = $2 OR s.uuid = $3)
ORDER BY e.id`
	return tx.IDs(ctx, db.NewQuery(text, projectID, uuid, uuid))
}

// EpicTickets is like SprintTickets, but for several epics.
func EpicTickets(ctx context.Context, tx *db.Tx, projectID int64, epics []int64) ([]string, error) {
	return tx.Texts(ctx, epicTickets(tx, projectID, epics))
}

func epicTickets(tx *db.Tx, projectID int64, epics []int64) db.Query {
	these := db.Text(tx.In(2))
	return db.NewQuery(`
SELECT t.uuid FROM tickets t WHERE t.epic_id`+these+`
UNION
`+leaving+`'epic' AND substr(from_value, 1, 38) IN (SELECT '"' || e.uuid || '"' FROM epics e WHERE e.id`+these+`)
UNION
`+leaving+`'deleted' AND EXISTS (SELECT 1 FROM epics e WHERE e.id`+these+` AND from_value LIKE '%' || e.uuid || '%')`, projectID, db.List(tx, epics))
}

func scanTicketChange(rows db.Rows) (domain.Change, error) {
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

// SprintSteps returns the moments at which a sprint last left planning and was last completed, or was created so. They are nil if the log does
// not show them.
func SprintSteps(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (started, closed *time.Time, err error) {
	q := sprintSteps(projectID, uuid)
	err = tx.One(ctx, string(q.Text), q.Args, db.MomentOrNull{To: &started}, db.MomentOrNull{To: &closed})
	return started, closed, err
}

// sprintSteps hides the noun from the planner, which would otherwise read the log of every sprint of the instance.
func sprintSteps(projectID int64, uuid string) db.Query {
	return db.NewQuery(`
SELECT
  MAX(CASE WHEN what = 'status' AND from_value = '"planning"' OR to_value LIKE '%"status":"active"%' OR to_value LIKE '%"status":"completed"%' THEN at END),
  MAX(CASE WHEN to_value = '"completed"' OR to_value LIKE '%"status":"completed"%' THEN at END)
FROM changes
WHERE noun_uuid = $1 AND project_id + 0 = $2 AND noun || '' = 'sprint' AND what IN ('created', 'status')`, uuid, projectID)
}

// StatusChanges returns, in order, the log rows of a project that determine which of its statuses mean done.
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
