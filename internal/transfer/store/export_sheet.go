package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// SheetTicket is a ticket as shown in a spreadsheet, with names in place of references.
type SheetTicket struct {
	UUID, Key    string
	Title        string
	Description  *string
	Type         *string
	Status       string
	StatusLabel  *string
	Priority     string
	StoryPoints  float64
	StartDate    *string
	DueDate      *string
	Assignee     *string
	Epic, Sprint *string
	Tags         []domain.Tag
	Dependencies []domain.TicketRef
	Criteria     []string
	Subtasks     int64
	SubtasksDone int64
	Minutes      int64
	DoneAt       *time.Time
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

const sheetTickets = `
SELECT t.uuid,
       p.key || '-' || t.number,
       t.title,
       t.description,
       y.name,
       t.status,
       z.label,
       t.priority,
       t.story_points,
       t.start_date,
       t.due_date,
       u.firstname,
       u.lastname,
       e.title,
       s.title,
       ` + db.PackTags + `ticket_tags g ON g.tag_id = x.id WHERE g.ticket_id = t.id` + db.TagsPacked + `,
       ` + db.PackRefs + `ticket_dependencies d ON d.depends_on_id = x.id WHERE d.ticket_id = t.id` + db.RefsPacked + `,
       t.acceptance_criteria,
       (SELECT COUNT(*) FROM subtasks b WHERE b.ticket_id = t.id),
       (SELECT COUNT(*) FROM subtasks b WHERE b.ticket_id = t.id AND b.status = 'done'),
       (SELECT COALESCE(SUM(l.duration_minutes), 0) FROM time_entries l WHERE l.ticket_id = t.id),
       t.done_at,
       t.created_at,
       t.updated_at
FROM tickets t
JOIN projects p ON p.id = t.project_id
LEFT JOIN ticket_types y ON y.id = t.type_id
LEFT JOIN statuses z ON z.project_id = t.project_id AND z.key = t.status
LEFT JOIN users u ON u.id = t.assignee_id
LEFT JOIN epics e ON e.id = t.epic_id
LEFT JOIN sprints s ON s.id = t.sprint_id
WHERE t.project_id = $1 AND t.deleted_at IS NULL
ORDER BY t.id`

// SheetTickets returns the tickets of a project in order of creation.
func SheetTickets(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[SheetTicket, error] {
	return db.Each(ctx, tx, db.NewQuery(sheetTickets, projectID), scanSheetTicket)
}

func scanSheetTicket(rows db.Rows) (SheetTicket, error) {
	var t SheetTicket
	var assignee db.FullName
	var refs, tags *string
	err := rows.Scan(
		&t.UUID,
		&t.Key,
		&t.Title,
		&t.Description,
		&t.Type,
		&t.Status,
		&t.StatusLabel,
		&t.Priority,
		&t.StoryPoints,
		&t.StartDate,
		&t.DueDate,
		&assignee.First,
		&assignee.Last,
		&t.Epic,
		&t.Sprint,
		&tags,
		&refs,
		db.JSONList[string]{To: &t.Criteria},
		&t.Subtasks,
		&t.SubtasksDone,
		&t.Minutes,
		db.MomentOrNull{To: &t.DoneAt},
		db.Moment{To: &t.CreatedAt},
		db.Moment{To: &t.UpdatedAt},
	)
	if err != nil {
		return t, err
	}
	t.Assignee = assignee.Value()
	if t.Dependencies, err = db.UnpackRefs(refs); err != nil {
		return t, err
	}
	t.Tags, err = db.UnpackTags(tags)
	return t, err
}

// SheetEntry is a time entry as shown in a spreadsheet. Epic and sprint are those its ticket has now; a deleted ticket has none.
type SheetEntry struct {
	domain.TimeEntry

	TicketKey    string
	Epic, Sprint *string
}

// SheetEntries returns the time entries of a project, including those of deleted tickets, by day and then in order of creation.
func SheetEntries(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[SheetEntry, error] {
	const text = `
SELECT l.uuid,
       l.logged_at,
       l.user_id,
       u.firstname,
       u.lastname,
       t.uuid,
       p.key || '-' || t.number,
       t.title,
       e.title,
       s.title,
       l.duration_minutes,
       l.comment,
       l.created_at
FROM time_entries l
JOIN tickets t ON t.id = l.ticket_id
JOIN projects p ON p.id = t.project_id
JOIN users u ON u.id = l.user_id
LEFT JOIN epics e ON e.id = t.epic_id AND t.deleted_at IS NULL
LEFT JOIN sprints s ON s.id = t.sprint_id AND t.deleted_at IS NULL
WHERE l.project_id = $1
ORDER BY l.logged_at, l.id`
	return db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (SheetEntry, error) {
		var e SheetEntry
		var first, last string
		err := rows.Scan(&e.UUID, &e.LoggedAt, &e.UserID, &first, &last, &e.TicketUUID, &e.TicketKey, &e.TicketTitle, &e.Epic, &e.Sprint,
			&e.Minutes, &e.Comment, db.Moment{To: &e.CreatedAt})
		e.UserName = domain.FullName(first, last)
		return e, err
	})
}
