package work

import (
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// OrderSubtasks puts the subtasks of a ticket in the order of the given uuids, which must name each subtask exactly once. A change is
// logged only for subtasks whose sort order changes.
func (a *Tickets) OrderSubtasks(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[[]string]) ([]domain.Subtask, error) {
	return Write(ctx, a.Instance, Target{caller, store.TicketAccess, ticket}, domain.WriteWork, in, func(c *Change, uuids []string) ([]domain.Subtask, error) {
		t, err := store.Ticket(ctx, c.Tx, ticket)
		if err != nil {
			return nil, err
		}
		subtasks, err := db.Collect(store.Subtasks(ctx, c.Tx, t.ID, domain.Page{}))
		if err != nil {
			return nil, err
		}
		if err := c.orderSubtasks(ctx, subtasks, uuids); err != nil {
			return nil, err
		}
		return db.Collect(store.Subtasks(ctx, c.Tx, t.ID, domain.Page{}))
	})
}

func (c *Change) orderSubtasks(ctx context.Context, subtasks []domain.Subtask, uuids []string) error {
	if missing := missingFrom(uuids, subtasks, func(s domain.Subtask) string { return s.UUID }); missing != "" || len(uuids) != len(subtasks) {
		return domain.Invalidf("subtasks must name each of this ticket's %d subtasks once", len(subtasks)).At("subtasks")
	}
	moved := false
	for _, old := range subtasks {
		s := old
		s.SortOrder = int64(slices.Index(uuids, s.UUID)) + 1
		changed, err := c.Updated(ctx, "subtask", s.UUID, subtaskFacts(old), subtaskFacts(s))
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		moved, s.UpdatedAt = true, c.Now
		if err := store.UpdateSubtask(ctx, c.Tx, s); err != nil {
			return err
		}
	}
	if !moved {
		return nil
	}
	return store.MarkTicketModified(ctx, c.Tx, subtasks[0].TicketID, c.Now)
}
