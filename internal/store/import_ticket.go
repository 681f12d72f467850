package store

import (
	"context"

	"earnest/internal/domain"
)

// copyTickets stores tickets with what ties them to each other, to tags and to commitments.
func (tx *Tx) copyTickets(ctx context.Context, projectID int64, c *Content) error {
	err := copyInto(ctx, tx, table[TicketRow]{
		"tickets",
		"id uuid project_id type_id epic_id sprint_id assignee_id title description priority " +
			"status story_points acceptance_criteria done_at renamed_at deleted_at created_at updated_at",
		func(t TicketRow) []any {
			return []any{
				t.ID, t.UUID, projectID, t.TypeID, t.EpicID, t.SprintID, t.AssigneeID, t.Title, t.Description, t.Priority,
				t.Status, t.StoryPoints, asJSON(t.AcceptanceCriteria), microsOrNull(t.DoneAt), micros(t.RenamedAt),
				microsOrNull(t.DeletedAt), micros(t.CreatedAt), micros(t.UpdatedAt),
			}
		},
	}, c.Tickets)
	if err != nil {
		return err
	}
	err = copyInto(ctx, tx, table[CommitmentRow]{
		"commitments", "sprint_id ticket_id project_id points",
		func(r CommitmentRow) []any { return []any{r.SprintID, r.TicketID, projectID, r.Points} },
	}, c.Commitments)
	if err != nil {
		return err
	}
	if err := tx.copyPairs(ctx, "ticket_tags", "ticket_id", "tag_id", projectID, c.TicketTags); err != nil {
		return err
	}
	return tx.copyPairs(ctx, "ticket_dependencies", "ticket_id", "depends_on_id", projectID, c.Dependencies)
}

// copyTalk stores subtasks, comments and time entries.
func (tx *Tx) copyTalk(ctx context.Context, projectID int64, c *Content) error {
	err := copyInto(ctx, tx, table[domain.Subtask]{
		"subtasks",
		"id uuid project_id ticket_id title status sort_order assignee_id created_at updated_at",
		func(s domain.Subtask) []any {
			return []any{
				s.ID, s.UUID, projectID, s.TicketID, s.Title, s.Status, s.SortOrder, s.AssigneeID,
				micros(s.CreatedAt), micros(s.UpdatedAt),
			}
		},
	}, c.Subtasks)
	if err != nil {
		return err
	}
	err = copyInto(ctx, tx, table[domain.Comment]{
		"comments", "id uuid project_id ticket_id author_id content mentions created_at updated_at",
		func(m domain.Comment) []any {
			return []any{
				m.ID, m.UUID, projectID, m.TicketID, m.AuthorID, m.Content, asJSON(m.Mentions),
				micros(m.CreatedAt), micros(m.UpdatedAt),
			}
		},
	}, c.Comments)
	if err != nil {
		return err
	}
	return copyInto(ctx, tx, table[domain.TimeEntry]{
		"time_entries",
		"id uuid project_id ticket_id user_id duration_minutes comment logged_at created_at updated_at",
		func(e domain.TimeEntry) []any {
			return []any{
				e.ID, e.UUID, projectID, e.TicketID, e.UserID, e.Minutes, e.Comment, string(e.LoggedAt),
				micros(e.CreatedAt), micros(e.UpdatedAt),
			}
		},
	}, c.TimeEntries)
}
