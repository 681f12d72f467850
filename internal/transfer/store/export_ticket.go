package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// TicketPage is a range of a project's tickets by id, either of the live or of the deleted ones.
type TicketPage struct {
	ProjectID int64
	Deleted   bool
	After     int64 // the last id of the previous page
	Limit     int
}

// state separates live from deleted tickets, so that each group is found by its own index.
func (p TicketPage) state() db.Text {
	if p.Deleted {
		return ` AND t.deleted_at IS NOT NULL`
	}
	return ` AND t.deleted_at IS NULL`
}

const ticketRowColumns = `
SELECT t.id,
       t.uuid,
       t.number,
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
       t.start_date,
       t.due_date,
       t.acceptance_criteria,
       ` + db.PackRefs + `ticket_dependencies d ON d.depends_on_id = x.id WHERE d.ticket_id = t.id` + db.RefsPacked + `,
       ` + db.PackTags + `ticket_tags g ON g.tag_id = x.id WHERE g.ticket_id = t.id` + db.TagsPacked + `,
       t.rank,
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
		&t.Number,
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
		&t.StartDate,
		&t.DueDate,
		db.JSONList[string]{To: &t.AcceptanceCriteria},
		&refs,
		&tags,
		&t.Rank,
		db.MomentOrNull{To: &t.DoneAt},
		db.Moment{To: &t.RenamedAt},
		db.MomentOrNull{To: &t.DeletedAt},
		db.Moment{To: &t.CreatedAt},
		db.Moment{To: &t.UpdatedAt},
	)
	if err != nil {
		return t, err
	}
	if t.Dependencies, err = db.UnpackRefs(refs); err != nil {
		return t, err
	}
	t.Tags, err = db.UnpackTags(tags)
	return t, err
}

// TicketRows returns a page of tickets by id.
func TicketRows(ctx context.Context, tx *db.Tx, p TicketPage) ([]TicketRow, error) {
	q := db.NewQuery(ticketRowColumns+p.state()+` ORDER BY t.id LIMIT $3`, p.ProjectID, p.After, p.Limit)
	return db.Collect(db.Each(ctx, tx, q, scanTicketRow))
}

// ofPage returns the condition for rows that are attached to the tickets of a page, up to the last id. It uses the parameters $1,
// $2 and $3.
func (p TicketPage) ofPage(column db.Text, last int64) db.Query {
	return db.NewQuery(
		` WHERE `+column+` IN (SELECT t.id FROM tickets t WHERE t.project_id = $1 AND t.id > $2 AND t.id <= $3`+p.state()+`)`,
		p.ProjectID, p.After, last)
}

// PageSubtasks returns the subtasks of a page of tickets, grouped by ticket and in order of creation.
func PageSubtasks(ctx context.Context, tx *db.Tx, p TicketPage, last int64) (map[int64][]domain.Subtask, error) {
	q := p.ofPage(`b.ticket_id`, last)
	q.Text = workstore.SubtaskColumns + q.Text + ` ORDER BY b.ticket_id, b.id`
	return db.Grouped(ctx, tx, q, workstore.ScanSubtask, func(s domain.Subtask) int64 { return s.TicketID })
}

// PageComments returns the comments of a page of tickets, grouped by ticket and in order of creation.
func PageComments(ctx context.Context, tx *db.Tx, p TicketPage, last int64) (map[int64][]domain.Comment, error) {
	q := p.ofPage(`c.ticket_id`, last)
	q.Text = workstore.CommentColumns + q.Text + ` ORDER BY c.ticket_id, c.id`
	return db.Grouped(ctx, tx, q, workstore.ScanComment, func(c domain.Comment) int64 { return c.TicketID })
}

// PageEntries returns the time entries of a page of tickets, grouped by ticket and in order of creation.
func PageEntries(ctx context.Context, tx *db.Tx, p TicketPage, last int64) (map[int64][]domain.TimeEntry, error) {
	q := p.ofPage(`e.ticket_id`, last)
	q.Text = workstore.TimeEntryColumns + q.Text + ` ORDER BY e.ticket_id, e.created_at, e.id`
	return db.Grouped(ctx, tx, q, workstore.ScanTimeEntry, func(e domain.TimeEntry) int64 { return e.TicketID })
}
