package app

import (
	"context"
	"encoding/json"
	"fmt"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// RestoreTicket brings a deleted ticket back as the log says that it was, where what it belonged to is still there: its
// sprint, its epic, its tags. Its dependencies stay apart: the others may have gone on without it. A ticket that is not
// deleted stays as it is.
func (a *App) RestoreTicket(ctx context.Context, caller domain.Caller, uuid string) (TicketView, error) {
	return write(ctx, a, func(tx *store.Tx) (TicketView, error) {
		access, err := tx.AnyTicketAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return TicketView{}, err
		}
		c, err := openBare(ctx, a, tx, caller, access, domain.WriteWork)
		if err != nil {
			return TicketView{}, err
		}
		t, err := tx.DeletedTicket(ctx, uuid)
		if err == nil {
			err = c.restoreTicket(ctx, t)
		} else if domain.KindOf(err) == domain.NotFound {
			err = nil
		}
		if err != nil {
			return TicketView{}, err
		}
		return ticketView(ctx, tx, uuid)
	})
}

func (c *change) restoreTicket(ctx context.Context, t domain.Ticket) error {
	if err := c.recall(ctx, &t); err != nil {
		return err
	}
	t.UpdatedAt = c.now
	if err := c.tx.RestoreTicket(ctx, t); err != nil {
		return err
	}
	if err := c.tx.SetTicketTags(ctx, t); err != nil {
		return err
	}
	if err := c.tx.MoveEffort(ctx, t.ProjectID, t.ID, store.Place{}, store.PlaceOf(t)); err != nil {
		return err
	}
	now, err := c.tx.Ticket(ctx, t.UUID)
	if err != nil {
		return err
	}
	return c.record(ctx, domain.Change{Noun: ticketNoun, NounUUID: t.UUID, What: domain.Restored, To: object(ticketFacts(now))})
}

// recall gives a deleted ticket back what the log says that it had. Its status may be gone, or be done where it was not.
func (c *change) recall(ctx context.Context, t *domain.Ticket) error {
	last, err := c.tx.LastDeletion(ctx, t.UUID)
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
	if t.EpicID, err = c.stillThere(ctx, had.Epic, c.tx.EpicID); err != nil {
		return err
	}
	if t.SprintID, err = c.stillThere(ctx, had.Sprint, c.tx.SprintID); err != nil {
		return err
	}
	if t.Tags, err = c.tx.TagsByUUID(ctx, t.ProjectID, had.Tags); err != nil {
		return err
	}
	return c.recallStatus(ctx, t)
}

func (c *change) stillThere(ctx context.Context, uuid *string, find lookup) (*int64, error) {
	if uuid == nil {
		return nil, nil //nolint:nilnil // it was nowhere
	}
	id, ok, err := find(ctx, c.project.ProjectID, *uuid)
	if err != nil || !ok {
		return nil, err
	}
	return &id, nil
}

func (c *change) recallStatus(ctx context.Context, t *domain.Ticket) error {
	key, isDone := domain.DefaultStatus, false
	for s, err := range c.tx.Statuses(ctx, c.project.ProjectID) {
		if err != nil {
			return err
		}
		if s.Key == t.Status {
			key, isDone = s.Key, s.IsDone
		}
	}
	t.SetStatus(key, t.DoneAt != nil, isDone, c.now)
	return nil
}
