package app

import (
	"context"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// OrderSubtasks puts the subtasks of a ticket into the order of the uuids, which must name each of them exactly once.
// Those that stay where they were leave no trace.
func (a *App) OrderSubtasks(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[[]string]) ([]domain.Subtask, error) {
	return write(ctx, a, func(tx *store.Tx) ([]domain.Subtask, error) {
		access, err := tx.TicketAccess(ctx, ticket, caller.UserID)
		if err != nil {
			return nil, err
		}
		c, uuids, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return nil, err
		}
		t, err := tx.Ticket(ctx, ticket)
		if err != nil {
			return nil, err
		}
		subtasks, err := store.Collect(tx.Subtasks(ctx, t.ID))
		if err != nil {
			return nil, err
		}
		if err := c.orderSubtasks(ctx, subtasks, uuids); err != nil {
			return nil, err
		}
		return store.Collect(tx.Subtasks(ctx, t.ID))
	})
}

func (c *change) orderSubtasks(ctx context.Context, subtasks []domain.Subtask, uuids []string) error {
	if missing := missingFrom(uuids, subtasks, func(s domain.Subtask) string { return s.UUID }); missing != "" || len(uuids) != len(subtasks) {
		return domain.Invalidf("subtasks must name each of this ticket's %d subtasks once", len(subtasks)).At("subtasks")
	}
	moved := false
	for _, old := range subtasks {
		s := old
		s.SortOrder = int64(slices.Index(uuids, s.UUID)) + 1
		changed, err := c.updated(ctx, "subtask", s.UUID, subtaskFacts(old), subtaskFacts(s))
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		moved, s.UpdatedAt = true, c.now
		if err := c.tx.UpdateSubtask(ctx, s); err != nil {
			return err
		}
	}
	if !moved {
		return nil
	}
	return c.tx.TouchTicket(ctx, subtasks[0].TicketID, c.now)
}
