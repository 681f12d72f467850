package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const ticketColumns = `
SELECT t.id,
       t.uuid,
       t.project_id,
       p.uuid,
       p.key,
       t.number,
       t.epic_id,
       e.uuid,
       t.sprint_id,
       s.uuid,
       t.assignee_id,
       u.firstname,
       u.lastname,
       y.id,
       y.uuid,
       y.name,
       t.title,
       t.description,
       t.priority,
       t.status,
       t.story_points,
       t.start_date,
       t.due_date,
       t.acceptance_criteria,
       ` + db.PackRefs + `ticket_dependencies d ON d.depends_on_id = x.id WHERE d.ticket_id = t.id` + db.RefsPacked + `,
       ` + db.PackTags + `ticket_tags g ON g.tag_id = x.id WHERE g.ticket_id = t.id` + db.TagsPacked + `,
       t.rank,
       t.done_at,
       t.renamed_at,
       t.created_at,
       t.updated_at
FROM tickets t
JOIN projects p ON p.id = t.project_id
LEFT JOIN epics e ON e.id = t.epic_id
LEFT JOIN sprints s ON s.id = t.sprint_id
LEFT JOIN users u ON u.id = t.assignee_id
LEFT JOIN ticket_types y ON y.id = t.type_id
WHERE t.deleted_at IS NULL`

func scanTicket(rows db.Rows) (domain.Ticket, error) {
	var t domain.Ticket
	var assignee db.FullName
	var refs, tags *string
	err := rows.Scan(
		&t.ID,
		&t.UUID,
		&t.ProjectID,
		&t.ProjectUUID,
		&t.ProjectKey,
		&t.Number,
		&t.EpicID,
		&t.EpicUUID,
		&t.SprintID,
		&t.SprintUUID,
		&t.AssigneeID,
		&assignee.First,
		&assignee.Last,
		&t.TypeID,
		&t.TypeUUID,
		&t.TypeName,
		&t.Title,
		&t.Description,
		&t.Priority,
		&t.Status,
		&t.StoryPoints,
		&t.StartDate,
		&t.DueDate,
		db.JSONList[string]{To: &t.AcceptanceCriteria},
		&refs,
		&tags,
		&t.Rank,
		db.MomentOrNull{To: &t.DoneAt},
		db.Moment{To: &t.RenamedAt},
		db.Moment{To: &t.CreatedAt},
		db.Moment{To: &t.UpdatedAt},
	)
	if err != nil {
		return t, err
	}
	t.AssigneeName = assignee.Value()
	if t.Dependencies, err = db.UnpackRefs(refs); err != nil {
		return t, err
	}
	t.Tags, err = db.UnpackTags(tags)
	return t, err
}

// Ticket returns the ticket with that uuid.
func Ticket(ctx context.Context, tx *db.Tx, uuid string) (domain.Ticket, error) {
	return db.One(ctx, tx, "ticket", db.NewQuery(ticketColumns+` AND t.uuid = $1`, uuid), scanTicket)
}

// TicketLookup returns the statement that reads the ticket with that uuid into t.
func TicketLookup(uuid string, t *domain.Ticket) db.Statement {
	return db.Statement{SQL: ticketColumns + ` AND t.uuid = $1`, Args: []any{uuid}, Row: func(rows db.Rows) (err error) {
		*t, err = scanTicket(rows)
		return err
	}}
}

// WholeTickets returns the tickets in a project that have the given uuids, keyed by uuid.
func WholeTickets(ctx context.Context, tx *db.Tx, projectID int64, uuids []string) (map[string]domain.Ticket, error) {
	text := ticketColumns + ` AND t.project_id + 0 = $1 AND t.uuid` + db.Text(tx.In(2))
	found := map[string]domain.Ticket{}
	for t, err := range db.Each(ctx, tx, db.NewQuery(text, projectID, db.List(tx, uuids)), scanTicket) {
		if err != nil {
			return nil, err
		}
		found[t.UUID] = t
	}
	return found, nil
}

// Tickets returns the tickets of a project that match the filter.
func Tickets(ctx context.Context, tx *db.Tx, f domain.TicketFilter) iter.Seq2[domain.Ticket, error] {
	return db.Each(ctx, tx, ticketList(tx, f), scanTicket)
}

// CountTickets counts the tickets that match the filter, ignoring its page.
func CountTickets(ctx context.Context, tx *db.Tx, f domain.TicketFilter) (int, error) {
	return tx.Count(ctx, ticketCount(tx, f))
}

func ticketList(tx *db.Tx, f domain.TicketFilter) db.Query {
	q := ticketFilter(tx, "", f)
	where, by := q.Text, ticketOrder(f.Sort)
	q.Text = ticketColumns + where
	q.Page(f.Page, by, `SELECT `+by+` FROM tickets t WHERE t.deleted_at IS NULL`+where)
	return q
}

// ticketOrder returns the columns that a list is sorted by; see domain.TicketSort.Position.
func ticketOrder(s domain.TicketSort) db.Text {
	switch s {
	case domain.TicketsByCreated:
		return `t.created_at, t.id`
	case domain.TicketsByUpdated:
		return `t.updated_at, t.id`
	case domain.TicketsByRank:
		return cardRank
	case domain.TicketsByPoints:
		return `t.story_points, t.id`
	case domain.TicketsByID:
	}
	return `t.id`
}

func ticketCount(tx *db.Tx, f domain.TicketFilter) db.Query {
	if whole := (domain.TicketFilter{ProjectID: f.ProjectID, Sort: f.Sort, Page: f.Page}); f == whole {
		return db.NewQuery(`
SELECT COALESCE(CAST(SUM(c.open_tickets + c.done_tickets) AS BIGINT), 0) FROM ticket_counts c WHERE c.project_id = $1`, f.ProjectID)
	}
	return ticketFilter(tx, `SELECT COUNT(*) FROM tickets t WHERE t.deleted_at IS NULL`, f)
}

// ticketFilter gives the planner a single id column to search by (sprint, epic or project) and hides the others from it. The filter's
// sprint, epic, type and tag must be in its project.
func ticketFilter(tx *db.Tx, text db.Text, f domain.TicketFilter) db.Query {
	q := db.Query{Text: text}
	switch {
	case f.SprintID != nil:
		q.And(` AND t.sprint_id = `, *f.SprintID)
		if f.EpicID != nil {
			q.And(` AND t.epic_id + 0 = `, *f.EpicID)
		}
	case f.EpicID != nil:
		q.And(` AND t.epic_id = `, *f.EpicID)
	default:
		q.And(` AND t.project_id = `, f.ProjectID)
	}
	if f.UpdatedSince != nil {
		q.And(` AND t.updated_at >= `, db.Micros(*f.UpdatedSince))
	}
	if f.Status != nil {
		q.And(` AND t.status = `, *f.Status)
	}
	if f.AssigneeID != nil {
		q.And(` AND t.assignee_id + 0 = `, *f.AssigneeID)
	}
	if f.TypeID != nil {
		q.And(` AND t.type_id + 0 = `, *f.TypeID)
	}
	if f.TagID != nil {
		q.And(` AND EXISTS (SELECT 1 FROM ticket_tags g WHERE g.ticket_id = t.id AND g.tag_id = `, *f.TagID)
		q.Text += `)`
	}
	if f.Text != "" {
		andFound(tx, &q, f)
	}
	return q
}

// andFound adds the condition that a ticket matches a text; see TicketsByText. PostgreSQL would join the search with the tickets,
// and could run it again for each of them; an array is made only once, and has the tickets looked up by their ids.
func andFound(tx *db.Tx, q *db.Query, f domain.TicketFilter) {
	if len(domain.SearchWords(f.Text)) == 0 {
		q.Text += ` AND FALSE`
		return
	}
	found := textSearch(tx, q, f.ProjectID, f.Text)
	if tx.Engine() == db.Postgres {
		q.Text += ` AND t.id = ANY(ARRAY(` + found + `))`
	} else {
		q.Text += ` AND t.id IN (` + found + `)`
	}
}

// InsertTicket stores a new ticket with its tags and dependencies. The ticket's rows find its id by its uuid, so that PostgreSQL does not have to
// return the id first.
func InsertTicket(ctx context.Context, tx *db.Tx, t domain.Ticket) error {
	if err := insertTicket(ctx, tx, t); err != nil {
		return err
	}
	tagRow := db.Insert{Table: `ticket_tags`, Columns: `ticket_id, tag_id, project_id`, Row: rowOfTicket, Types: `text,bigint,bigint`}
	for _, g := range t.Tags {
		if err := tx.Add(ctx, tagRow, t.UUID, g.ID, t.ProjectID); err != nil {
			return err
		}
	}
	dependencyRow := tagRow
	dependencyRow.Table, dependencyRow.Columns = `ticket_dependencies`, `ticket_id, depends_on_id, project_id`
	for _, d := range t.Dependencies {
		if err := tx.Add(ctx, dependencyRow, t.UUID, d.ID, t.ProjectID); err != nil {
			return err
		}
	}
	return nil
}

// rowOfTicket is a row with the id of the ticket whose uuid is the first parameter.
const rowOfTicket = `(SELECT t.id FROM tickets t WHERE t.uuid = $1), $2, $3`

func insertTicket(ctx context.Context, tx *db.Tx, t domain.Ticket) error {
	var began *time.Time
	if domain.Begun(t.Status) {
		began = &t.CreatedAt
	}
	return tx.Add(ctx, db.Insert{
		Table: `tickets`,
		Columns: `uuid, project_id, epic_id, sprint_id, assignee_id, title, description, priority, status, story_points,
  acceptance_criteria, rank, done_at, renamed_at, created_at, updated_at, number, type_id, start_date, due_date, began_at`,
		Types: `text,bigint,bigint,bigint,bigint,text,text,text,text,float8,text,text,bigint,bigint,bigint,bigint,bigint,bigint,text,text,bigint`,
	},
		t.UUID,
		t.ProjectID,
		t.EpicID,
		t.SprintID,
		t.AssigneeID,
		t.Title,
		t.Description,
		t.Priority,
		t.Status,
		t.StoryPoints,
		db.AsJSON(t.AcceptanceCriteria),
		t.Rank,
		db.MicrosOrNull(t.DoneAt),
		db.Micros(t.RenamedAt),
		db.Micros(t.CreatedAt),
		db.Micros(t.UpdatedAt),
		t.Number,
		t.TypeID,
		t.StartDate,
		t.DueDate,
		db.MicrosOrNull(began),
	)
}

// UpdateTicket stores a changed ticket, and when work on it began; tags and dependencies are stored separately.
func UpdateTicket(ctx context.Context, tx *db.Tx, t domain.Ticket) error {
	return tx.Run(ctx, `
UPDATE tickets
SET epic_id = $2, sprint_id = $3, assignee_id = $4, title = $5, description = $6, priority = $7, status = $8,
    story_points = $9, acceptance_criteria = $10, rank = $11, done_at = $12, renamed_at = $13, updated_at = $14,
    type_id = $15, start_date = $16, due_date = $17, began_at = CASE WHEN began_at IS NULL AND $18 THEN $14 ELSE began_at END
WHERE id = $1`,
		t.ID,
		t.EpicID,
		t.SprintID,
		t.AssigneeID,
		t.Title,
		t.Description,
		t.Priority,
		t.Status,
		t.StoryPoints,
		db.AsJSON(t.AcceptanceCriteria),
		t.Rank,
		db.MicrosOrNull(t.DoneAt),
		db.Micros(t.RenamedAt),
		db.Micros(t.UpdatedAt),
		t.TypeID,
		t.StartDate,
		t.DueDate,
		domain.Begun(t.Status),
	)
}

// DeleteTicket removes a ticket, along with its tags and dependencies, from the project. Its row is kept for its time entries and history;
// its subtasks and comments are kept but hidden, in case it is restored.
func DeleteTicket(ctx context.Context, tx *db.Tx, id int64, at time.Time) error {
	for _, text := range []db.Text{
		`DELETE FROM ticket_dependencies WHERE ticket_id = $1 OR depends_on_id = $1`,
		`DELETE FROM ticket_tags WHERE ticket_id = $1`,
	} {
		if err := tx.Run(ctx, text, id); err != nil {
			return err
		}
	}
	return tx.Run(ctx, `UPDATE tickets SET deleted_at = $2, updated_at = $2, sprint_id = NULL, epic_id = NULL WHERE id = $1`, id, db.Micros(at))
}

// MarkTicketModified marks a ticket as modified, because something that its details include has changed.
func MarkTicketModified(ctx context.Context, tx *db.Tx, id int64, at time.Time) error {
	return tx.Run(ctx, `UPDATE tickets SET updated_at = $2 WHERE id = $1`, id, db.Micros(at))
}

// MarkDependentsModified marks the tickets that depend on a ticket as modified, since they show its title.
func MarkDependentsModified(ctx context.Context, tx *db.Tx, id int64, at time.Time) error {
	return tx.Run(ctx, `
UPDATE tickets SET updated_at = $2
WHERE deleted_at IS NULL AND id IN (SELECT ticket_id FROM ticket_dependencies WHERE depends_on_id = $1)`, id, db.Micros(at))
}

// LogDependents logs, for every ticket that depends on a ticket about to be deleted, its dependencies before and after the deletion; row
// supplies the time and the author.
func LogDependents(ctx context.Context, tx *db.Tx, id int64, row domain.Change) error {
	const list = `SELECT string_agg('"' || x.uuid || '"', ',' ORDER BY x.id)
FROM ticket_dependencies d JOIN tickets x ON x.id = d.depends_on_id
WHERE d.ticket_id = t.id`
	return tx.Run(ctx, `
INSERT INTO changes (project_id, revision, at, user_id, key_id, noun, noun_uuid, what, from_value, to_value)
SELECT t.project_id, $2, $3, $4, $5, 'ticket', t.uuid, 'dependencies',
  '[' || (`+list+`) || ']',
  '[' || COALESCE((`+list+` AND x.id <> $1), '') || ']'
FROM tickets t
WHERE t.deleted_at IS NULL AND t.id IN (SELECT o.ticket_id FROM ticket_dependencies o WHERE o.depends_on_id = $1)
ORDER BY t.id`,
		id,
		row.Revision,
		db.Micros(row.At),
		row.UserID,
		row.KeyID,
	)
}

// SetDependencies replaces the dependencies of a ticket.
func SetDependencies(ctx context.Context, tx *db.Tx, t domain.Ticket) error {
	if err := tx.Run(ctx, `DELETE FROM ticket_dependencies WHERE ticket_id = $1`, t.ID); err != nil {
		return err
	}
	for _, d := range t.Dependencies {
		err := tx.Run(ctx, `INSERT INTO ticket_dependencies (ticket_id, depends_on_id, project_id) VALUES ($1, $2, $3)`, t.ID, d.ID, t.ProjectID)
		if err != nil {
			return err
		}
	}
	return nil
}
