package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// TicketFacts selects the facts about tickets that a replay of the log needs.
type TicketFacts int

// The selections.
const (
	PointsFacts TicketFacts = iota // creation, deletion, restoration, status and points
	AllFacts                       // also epics and sprints
)

// ticketLog and its conditions select the log rows about tickets that a replay needs, and the rows that StatusChanges returns. The noun is hidden from
// the planner, which would otherwise read the log of every ticket of the instance.
const (
	ticketLog  = `SELECT at, noun = 'ticket', noun_uuid, what, COALESCE(to_value, '') FROM changes`
	ticketRows = `
  AND (noun || '' = 'status' AND what IN ('created', 'deleted', 'is_done')
    OR noun || '' = 'ticket' AND what IN ('created', 'deleted', 'restored', 'status'`
	andPoints = ticketRows + `, 'story_points'))`
	andAll    = ticketRows + `, 'story_points', 'epic', 'sprint'))`
)

func (f TicketFacts) rows() db.Text { return []db.Text{andPoints, andAll}[f] }

// TicketChanges returns the changes to a project's tickets from the log, in order, including the rows that StatusChanges returns.
func TicketChanges(ctx context.Context, tx *db.Tx, projectID int64, facts TicketFacts) iter.Seq2[domain.Change, error] {
	return db.Each(ctx, tx, db.NewQuery(ticketLog+` WHERE project_id = $1`+facts.rows()+` ORDER BY id`, projectID), scanTicketChange)
}

// TicketChangesOf is like TicketChanges with all facts, but only for the tickets and statuses with these uuids and keys.
func TicketChangesOf(ctx context.Context, tx *db.Tx, projectID int64, of []string) iter.Seq2[domain.Change, error] {
	return db.Each(ctx, tx, ticketChangesOf(tx, projectID, of), scanTicketChange)
}

func ticketChangesOf(tx *db.Tx, projectID int64, of []string) db.Query {
	text := ticketLog + ` WHERE project_id + 0 = $1` + AllFacts.rows() + ` AND noun_uuid` + db.Text(tx.In(2)) + ` ORDER BY id`
	return db.NewQuery(text, projectID, db.List(tx, of))
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

// SprintClosed returns the moment at which a sprint was last completed according to the log, or nil if the log does not show it.
func SprintClosed(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (*time.Time, error) {
	const text = `
SELECT MAX(at)
FROM changes
WHERE noun_uuid = $1 AND project_id + 0 = $2 AND noun = 'sprint' AND what = 'status' AND to_value = '"completed"'`
	var at *time.Time
	err := tx.One(ctx, text, []any{uuid, projectID}, db.MomentOrNull{To: &at})
	return at, err
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
