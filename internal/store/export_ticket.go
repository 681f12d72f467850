package store

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// TicketPage is a stretch of a project's tickets by id, either of the live or of the deleted ones.
type TicketPage struct {
	ProjectID int64
	Deleted   bool
	After     int64 // the last id of the page before
	Limit     int
}

// state keeps the live and the deleted tickets apart, so that each is found by its own index.
func (p TicketPage) state() sqlText {
	if p.Deleted {
		return ` AND t.deleted_at IS NOT NULL`
	}
	return ` AND t.deleted_at IS NULL`
}

const ticketRowColumns = `
SELECT t.id,
       t.uuid,
       y.name,
       t.epic_id,
       e.uuid,
       t.sprint_id,
       s.uuid,
       t.assignee_id,
       t.title,
       t.description,
       t.priority,
       t.status,
       t.story_points,
       t.acceptance_criteria,
       ` + packRefs + `ticket_dependencies d ON d.depends_on_id = x.id WHERE d.ticket_id = t.id),
       ` + packTags + `ticket_tags g ON g.tag_id = x.id WHERE g.ticket_id = t.id),
       t.done_at,
       t.renamed_at,
       t.deleted_at,
       t.created_at,
       t.updated_at
FROM tickets t
LEFT JOIN ticket_types y ON y.id = t.type_id
LEFT JOIN epics e ON e.id = t.epic_id
LEFT JOIN sprints s ON s.id = t.sprint_id
WHERE t.project_id = $1 AND t.id > $2`

func scanTicketRow(rows db.Rows) (TicketRow, error) {
	var t TicketRow
	var refs, tags *string
	err := rows.Scan(
		&t.ID,
		&t.UUID,
		&t.TypeName,
		&t.EpicID,
		&t.EpicUUID,
		&t.SprintID,
		&t.SprintUUID,
		&t.AssigneeID,
		&t.Title,
		&t.Description,
		&t.Priority,
		&t.Status,
		&t.StoryPoints,
		jsonList[string]{&t.AcceptanceCriteria},
		&refs,
		&tags,
		momentOrNull{&t.DoneAt},
		moment{&t.RenamedAt},
		momentOrNull{&t.DeletedAt},
		moment{&t.CreatedAt},
		moment{&t.UpdatedAt},
	)
	if err != nil {
		return t, err
	}
	if t.Dependencies, err = unpackRefs(refs); err != nil {
		return t, err
	}
	t.Tags, err = unpackTags(tags)
	return t, err
}

// TicketRows gives a page of tickets by id.
func (tx *Tx) TicketRows(ctx context.Context, p TicketPage) ([]TicketRow, error) {
	q := query{ticketRowColumns + p.state() + ` ORDER BY t.id LIMIT $3`, []any{p.ProjectID, p.After, p.Limit}}
	return Collect(each(ctx, tx, q, scanTicketRow))
}

// ofPage chooses what hangs on the tickets of a page up to an id: they are $1, $2 and $3.
func (p TicketPage) ofPage(column sqlText, last int64) query {
	return query{
		` WHERE ` + column + ` IN (SELECT t.id FROM tickets t WHERE t.project_id = $1 AND t.id > $2 AND t.id <= $3` + p.state() + `)`,
		[]any{p.ProjectID, p.After, last},
	}
}

// PageSubtasks gives the subtasks of a page of tickets by ticket, each in the order of creation.
func (tx *Tx) PageSubtasks(ctx context.Context, p TicketPage, last int64) (map[int64][]domain.Subtask, error) {
	q := p.ofPage(`b.ticket_id`, last)
	q.text = subtaskColumns + q.text + ` ORDER BY b.ticket_id, b.id`
	return grouped(ctx, tx, q, scanSubtask, func(s domain.Subtask) int64 { return s.TicketID })
}

// PageComments gives the comments of a page of tickets by ticket, each in the order of creation.
func (tx *Tx) PageComments(ctx context.Context, p TicketPage, last int64) (map[int64][]domain.Comment, error) {
	q := p.ofPage(`c.ticket_id`, last)
	q.text = commentColumns + q.text + ` ORDER BY c.ticket_id, c.id`
	return grouped(ctx, tx, q, scanComment, func(c domain.Comment) int64 { return c.TicketID })
}

// PageEntries gives the time entries of a page of tickets by ticket, each in the order of creation.
func (tx *Tx) PageEntries(ctx context.Context, p TicketPage, last int64) (map[int64][]domain.TimeEntry, error) {
	q := p.ofPage(`e.ticket_id`, last)
	q.text = timeEntryColumns + q.text + ` ORDER BY e.ticket_id, e.created_at, e.id`
	return grouped(ctx, tx, q, scanTimeEntry, func(e domain.TimeEntry) int64 { return e.TicketID })
}
