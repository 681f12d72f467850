package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func subtaskFacts(s domain.Subtask) []Fact {
	return []Fact{
		{"ticket", s.TicketUUID},
		{"title", s.Title},
		{"status", s.Status},
		{"sort_order", s.SortOrder},
		{"assignee_id", s.AssigneeID},
	}
}

// Subtasks lists the subtasks of a ticket in order.
func (a *Tickets) Subtasks(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[domain.Page], out List[domain.Subtask]) error {
	return ListOfTicket(ctx, a.DB, caller, ticket, in, out,
		func(tx *db.Tx, _ domain.Access, id int64, p domain.Page) (int, iter.Seq2[domain.Subtask, error], error) {
			total, err := store.CountSubtasks(ctx, tx, id)
			return total, store.Subtasks(ctx, tx, id, p), err
		})
}

// CreateSubtask adds a subtask to a ticket, after the others.
func (a *Tickets) CreateSubtask(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[domain.SubtaskPatch]) (domain.Subtask, error) {
	on := Target{caller, store.TicketAccess, ticket}
	return Write(ctx, a.Instance, on, domain.WriteWork, in.Further(), func(c *Change, patch domain.SubtaskPatch) (domain.Subtask, error) {
		s, err := c.newSubtask(ctx, ticket)
		if err != nil {
			return s, err
		}
		if err := c.applySubtask(ctx, patch, &s); err != nil {
			return s, err
		}
		if _, err := store.InsertSubtask(ctx, c.Tx, s); err != nil {
			return s, err
		}
		if err := c.Created(ctx, "subtask", s.UUID, subtaskFacts(s)); err != nil {
			return s, err
		}
		return c.subtaskSaved(ctx, s)
	})
}

// newSubtask returns a subtask with default values, placed after the other subtasks of its ticket. Once the highest possible sort order is
// reached, new subtasks share it and are listed in creation order.
func (c *Change) newSubtask(ctx context.Context, ticket string) (domain.Subtask, error) {
	t, err := store.Ticket(ctx, c.Tx, ticket)
	if err != nil {
		return domain.Subtask{}, err
	}
	last, err := store.LastSortOrder(ctx, c.Tx, t.ID)
	return domain.Subtask{
		UUID:       db.NewUUID(),
		ProjectID:  t.ProjectID,
		TicketID:   t.ID,
		TicketUUID: t.UUID,
		Status:     domain.DefaultSubtaskStatus,
		SortOrder:  min(last+1, int64(domain.Rules("sort order").Max)),
		CreatedAt:  c.Now,
		UpdatedAt:  c.Now,
	}, err
}

func (c *Change) applySubtask(ctx context.Context, p domain.SubtaskPatch, s *domain.Subtask) error {
	p.ApplyPlain(s)
	return c.check(c.referUser(ctx, "assignee_id", p.AssigneeID, &s.AssigneeID))
}

// subtaskSaved marks the ticket of a stored subtask as modified, since the ticket's details include the subtask, and returns the subtask as
// it is now.
func (c *Change) subtaskSaved(ctx context.Context, s domain.Subtask) (domain.Subtask, error) {
	if err := store.MarkTicketModified(ctx, c.Tx, s.TicketID, c.Now); err != nil {
		return s, err
	}
	return store.Subtask(ctx, c.Tx, s.UUID)
}

// UpdateSubtask applies the fields set in the input. If nothing changes, nothing is logged.
func (a *Tickets) UpdateSubtask(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SubtaskPatch]) (domain.Subtask, error) {
	on := Target{caller, store.SubtaskAccess, uuid}
	return Write(ctx, a.Instance, on, domain.WriteWork, in.Further(), func(c *Change, patch domain.SubtaskPatch) (domain.Subtask, error) {
		old, err := store.Subtask(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(old)
		}
		if err != nil {
			return old, err
		}
		s := old
		if err := c.applySubtask(ctx, patch, &s); err != nil {
			return s, err
		}
		changed, err := c.Updated(ctx, "subtask", uuid, subtaskFacts(old), subtaskFacts(s))
		if err != nil || !changed {
			return old, err
		}
		s.UpdatedAt = c.Now
		if err := store.UpdateSubtask(ctx, c.Tx, s); err != nil {
			return s, err
		}
		return c.subtaskSaved(ctx, s)
	})
}

// DeleteSubtask removes a subtask.
func (a *Tickets) DeleteSubtask(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, Target{caller, store.SubtaskAccess, uuid}, domain.WriteWork, noInput(), func(c *Change, _ struct{}) error {
		s, err := store.Subtask(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(s)
		}
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "subtask", uuid, subtaskFacts(s)); err != nil {
			return err
		}
		if err := store.MarkTicketModified(ctx, c.Tx, s.TicketID, c.Now); err != nil {
			return err
		}
		return store.DeleteSubtask(ctx, c.Tx, s.ID)
	})
}
