package app

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store"
)

func subtaskFacts(s domain.Subtask) []fact {
	return []fact{
		{"ticket", s.TicketUUID},
		{"title", s.Title},
		{"status", s.Status},
		{"sort_order", s.SortOrder},
		{"assignee_id", s.AssigneeID},
	}
}

// listOfTicket runs a use case that gives a list of a ticket to a member of its project.
func listOfTicket[T any](ctx context.Context, a *App, caller domain.Caller, ticket string, out List[T],
	count func(tx *store.Tx, ticketID int64) (int, error),
	items func(tx *store.Tx, ticketID int64) iter.Seq2[T, error],
) error {
	return a.store.Read(ctx, func(tx *store.Tx) error {
		access, err := tx.TicketAccess(ctx, ticket, caller.UserID)
		if err != nil {
			return err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return err
		}
		id, _, err := tx.TicketID(ctx, access.ProjectID, ticket) // the snapshot that gave the access has it
		if err != nil {
			return err
		}
		total, err := count(tx, id)
		if err != nil {
			return err
		}
		return out(total, items(tx, id))
	})
}

// Subtasks lists the subtasks of a ticket in their order.
func (a *App) Subtasks(ctx context.Context, caller domain.Caller, ticket string, out List[domain.Subtask]) error {
	return listOfTicket(ctx, a, caller, ticket, out,
		func(tx *store.Tx, id int64) (int, error) { return tx.CountSubtasks(ctx, id) },
		func(tx *store.Tx, id int64) iter.Seq2[domain.Subtask, error] { return tx.Subtasks(ctx, id) })
}

// CreateSubtask adds a subtask to a ticket, after its others.
func (a *App) CreateSubtask(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[domain.SubtaskPatch]) (domain.Subtask, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Subtask, error) {
		access, err := tx.TicketAccess(ctx, ticket, caller.UserID)
		if err != nil {
			return domain.Subtask{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Subtask{}, err
		}
		s, err := c.newSubtask(ctx, ticket)
		if err != nil {
			return s, err
		}
		if err := c.applySubtask(ctx, patch, &s); err != nil {
			return s, err
		}
		if _, err := tx.InsertSubtask(ctx, s); err != nil {
			return s, err
		}
		if err := c.created(ctx, "subtask", s.UUID, subtaskFacts(s)); err != nil {
			return s, err
		}
		return c.subtaskSaved(ctx, s)
	})
}

// newSubtask is a subtask with the defaults of what its patch will leave out, placed after the others
// of its ticket. Past the highest sort order there is, new ones share it and follow by age.
func (c *change) newSubtask(ctx context.Context, ticket string) (domain.Subtask, error) {
	t, err := c.tx.Ticket(ctx, ticket)
	if err != nil {
		return domain.Subtask{}, err
	}
	last, err := c.tx.LastSortOrder(ctx, t.ID)
	return domain.Subtask{
		UUID:       newUUID(),
		ProjectID:  t.ProjectID,
		TicketID:   t.ID,
		TicketUUID: t.UUID,
		Status:     domain.DefaultSubtaskStatus,
		SortOrder:  min(last+1, int64(domain.Rules("sort order").Max)),
		CreatedAt:  c.now,
		UpdatedAt:  c.now,
	}, err
}

func (c *change) applySubtask(ctx context.Context, p domain.SubtaskPatch, s *domain.Subtask) error {
	p.ApplyPlain(s)
	return c.referUser(ctx, "assignee_id", p.AssigneeID, &s.AssigneeID)
}

// subtaskSaved marks the ticket of a stored subtask as modified, for its detail shows it, and gives the
// subtask as it is now.
func (c *change) subtaskSaved(ctx context.Context, s domain.Subtask) (domain.Subtask, error) {
	if err := c.tx.TouchTicket(ctx, s.TicketID, c.now); err != nil {
		return s, err
	}
	return c.tx.Subtask(ctx, s.UUID)
}

// UpdateSubtask changes what the input holds. An input that changes nothing leaves no trace.
func (a *App) UpdateSubtask(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.SubtaskPatch]) (domain.Subtask, error) {
	return write(ctx, a, func(tx *store.Tx) (domain.Subtask, error) {
		access, err := tx.SubtaskAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.Subtask{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Subtask{}, err
		}
		old, err := tx.Subtask(ctx, uuid)
		if err != nil {
			return old, err
		}
		s := old
		if err := c.applySubtask(ctx, patch, &s); err != nil {
			return s, err
		}
		changed, err := c.updated(ctx, "subtask", uuid, subtaskFacts(old), subtaskFacts(s))
		if err != nil || !changed {
			return old, err
		}
		s.UpdatedAt = c.now
		if err := tx.UpdateSubtask(ctx, s); err != nil {
			return s, err
		}
		return c.subtaskSaved(ctx, s)
	})
}

// DeleteSubtask removes a subtask.
func (a *App) DeleteSubtask(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := tx.SubtaskAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return err
		}
		c, err := openBare(ctx, a, tx, caller, access, domain.WriteWork)
		if err != nil {
			return err
		}
		s, err := tx.Subtask(ctx, uuid)
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "subtask", uuid, subtaskFacts(s)); err != nil {
			return err
		}
		if err := tx.TouchTicket(ctx, s.TicketID, c.now); err != nil {
			return err
		}
		return tx.DeleteSubtask(ctx, s.ID)
	})
}
