package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// copyTickets stores tickets with their links to each other, to tags and to commitments.
func copyTickets(ctx context.Context, tx *db.Tx, projectID int64, c *Content) error {
	err := db.CopyInto(ctx, tx, db.Columns[TicketRow]{
		Name: "tickets",
		Columns: "id uuid project_id type_id epic_id sprint_id assignee_id title description priority " +
			"status story_points acceptance_criteria rank done_at renamed_at deleted_at created_at updated_at number start_date due_date began_at",
		Values: func(t TicketRow) []any {
			return []any{
				t.ID, t.UUID, projectID, t.TypeID, t.EpicID, t.SprintID, t.AssigneeID, t.Title, t.Description, t.Priority,
				t.Status, t.StoryPoints, db.AsJSON(t.AcceptanceCriteria), t.Rank, db.MicrosOrNull(t.DoneAt),
				db.Micros(t.RenamedAt), db.MicrosOrNull(t.DeletedAt), db.Micros(t.CreatedAt), db.Micros(t.UpdatedAt), t.Number,
				t.StartDate, t.DueDate, db.MicrosOrNull(t.BeganAt),
			}
		},
	}, c.Tickets)
	if err != nil {
		return err
	}
	err = db.CopyInto(ctx, tx, db.Columns[CommitmentRow]{
		Name: "commitments", Columns: "sprint_id ticket_id project_id points",
		Values: func(r CommitmentRow) []any { return []any{r.SprintID, r.TicketID, projectID, r.Points} },
	}, c.Commitments)
	if err != nil {
		return err
	}
	if err := copyPairs(ctx, tx, "ticket_tags", "ticket_id", "tag_id", projectID, c.TicketTags); err != nil {
		return err
	}
	return copyPairs(ctx, tx, "ticket_dependencies", "ticket_id", "depends_on_id", projectID, c.Dependencies)
}

// copyTalk stores subtasks, comments and time entries.
func copyTalk(ctx context.Context, tx *db.Tx, projectID int64, c *Content) error {
	err := db.CopyInto(ctx, tx, db.Columns[domain.Subtask]{
		Name:    "subtasks",
		Columns: "id uuid project_id ticket_id title status sort_order assignee_id created_at updated_at",
		Values: func(s domain.Subtask) []any {
			return []any{
				s.ID, s.UUID, projectID, s.TicketID, s.Title, s.Status, s.SortOrder, s.AssigneeID,
				db.Micros(s.CreatedAt), db.Micros(s.UpdatedAt),
			}
		},
	}, c.Subtasks)
	if err != nil {
		return err
	}
	err = db.CopyInto(ctx, tx, db.Columns[domain.Comment]{
		Name: "comments", Columns: "id uuid project_id ticket_id author_id content mentions created_at updated_at",
		Values: func(m domain.Comment) []any {
			return []any{
				m.ID, m.UUID, projectID, m.TicketID, m.AuthorID, m.Content, db.AsJSON(m.Mentions),
				db.Micros(m.CreatedAt), db.Micros(m.UpdatedAt),
			}
		},
	}, c.Comments)
	if err != nil {
		return err
	}
	err = db.CopyInto(ctx, tx, db.Columns[domain.TimeEntry]{
		Name:    "time_entries",
		Columns: "id uuid project_id ticket_id user_id duration_minutes comment logged_at created_at updated_at",
		Values: func(e domain.TimeEntry) []any {
			return []any{
				e.ID, e.UUID, projectID, e.TicketID, e.UserID, e.Minutes, e.Comment, string(e.LoggedAt),
				db.Micros(e.CreatedAt), db.Micros(e.UpdatedAt),
			}
		},
	}, c.TimeEntries)
	if err != nil {
		return err
	}
	return workstore.AddToEntryCount(ctx, tx, projectID, len(c.TimeEntries))
}
