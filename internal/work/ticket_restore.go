package work

import (
	"context"
	"encoding/json"
	"fmt"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// RestoreTicket restores a deleted ticket as the log describes it, with its sprint, epic and tags if they still exist. Its dependencies are
// not restored, since the other tickets may have changed in the meantime. A ticket that has not been deleted stays as it is.
func (a *Tickets) RestoreTicket(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, Target{caller, store.AnyTicketAccess, uuid}, domain.WriteWork, noInput(), func(c *Change, _ struct{}) error {
		t, err := store.DeletedTicket(ctx, c.Tx, uuid)
		if domain.KindOf(err) == domain.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		return c.restoreTicket(ctx, t)
	})
}

func (c *Change) restoreTicket(ctx context.Context, t domain.Ticket) error {
	if err := c.recall(ctx, &t); err != nil {
		return err
	}
	t.UpdatedAt = c.Now
	if err := store.RestoreTicket(ctx, c.Tx, t); err != nil {
		return err
	}
	if err := store.SetTicketTags(ctx, c.Tx, t); err != nil {
		return err
	}
	if err := store.MoveEffort(ctx, c.Tx, t.ProjectID, t.ID, store.Scope{}, store.ScopeOf(t)); err != nil {
		return err
	}
	now, err := store.Ticket(ctx, c.Tx, t.UUID)
	if err != nil {
		return err
	}
	return c.Record(ctx, domain.Change{Noun: TicketNoun, NounUUID: t.UUID, What: domain.Restored, To: Object(TicketFacts(now))})
}

// recall sets the epic, sprint and tags of a deleted ticket from the log. It also checks the status, which may no longer exist or may now
// mean done.
func (c *Change) recall(ctx context.Context, t *domain.Ticket) error {
	last, err := store.LastDeletion(ctx, c.Tx, t.UUID)
	if err != nil {
		return err
	}
	var had struct {
		Epic   *string  `json:"epic"`
		Sprint *string  `json:"sprint"`
		Tags   []string `json:"tags"`
	}
	if last != "" {
		if err := json.Unmarshal([]byte(last), &had); err != nil {
			return fmt.Errorf("the log of ticket %s: %w", t.UUID, err)
		}
	}
	if t.EpicID, err = c.stillThere(ctx, had.Epic, store.EpicID); err != nil {
		return err
	}
	if t.SprintID, err = c.stillThere(ctx, had.Sprint, store.SprintID); err != nil {
		return err
	}
	if t.Tags, err = store.TagsByUUID(ctx, c.Tx, t.ProjectID, had.Tags); err != nil {
		return err
	}
	return c.recallStatus(ctx, t)
}

func (c *Change) stillThere(ctx context.Context, uuid *string, find lookup) (*int64, error) {
	if uuid == nil {
		return nil, nil //nolint:nilnil // the ticket had no epic or sprint
	}
	id, ok, err := find(ctx, c.Tx, c.Project.ProjectID, *uuid)
	if err != nil || !ok {
		return nil, err
	}
	return &id, nil
}

func (c *Change) recallStatus(ctx context.Context, t *domain.Ticket) error {
	key, isDone := domain.DefaultStatus, false
	for s, err := range store.Statuses(ctx, c.Tx, c.Project.ProjectID) {
		if err != nil {
			return err
		}
		if s.Key == t.Status {
			key, isDone = s.Key, s.IsDone
		}
	}
	t.SetStatus(key, t.DoneAt != nil, isDone, c.Now)
	return nil
}
