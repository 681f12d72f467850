package work

import (
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Backlog is the destination of unfinished tickets that do not move to another sprint.
const Backlog = "backlog"

// SprintClose is the input to CloseSprint.
type SprintClose struct {
	domain.SprintEnd

	Unfinished domain.Opt[string] // Backlog, or the uuid of a sprint that is not completed; required if any ticket is unfinished
}

// ClosingSprint is the information that a user needs before closing a sprint.
type ClosingSprint struct {
	domain.SprintSum

	Unfinished []domain.Card   // the most urgent ones
	Next       []domain.Sprint // possible destinations for the unfinished tickets: the sprints in planning
}

// mostUnfinished is the maximum number of unfinished tickets that are listed before a sprint is closed.
const mostUnfinished = 50

// ClosingSprint returns the tickets that closing a sprint would leave unfinished, and the sprints they can move to.
func (a *Plan) ClosingSprint(ctx context.Context, caller domain.Caller, uuid string) (ClosingSprint, error) {
	return OfSprint(ctx, a.DB, caller, uuid, func(tx *db.Tx, access domain.Access, s domain.SprintSum) (ClosingSprint, error) {
		out := ClosingSprint{SprintSum: s}
		filter := domain.CardFilter{
			ProjectID: access.ProjectID, Sprint: domain.Choice[int64]{Of: []int64{s.ID}}, Done: domain.Some(false), Limit: mostUnfinished,
		}
		var err error
		if out.Unfinished, _, _, err = store.Cards(ctx, tx, filter); err != nil {
			return out, err
		}
		out.Next, err = db.Collect(store.Sprints(ctx, tx, access.ProjectID, domain.Page{}))
		out.Next = slices.DeleteFunc(out.Next, func(n domain.Sprint) bool { return n.Status != domain.Planning || n.ID == s.ID })
		return out, err
	})
}

// OfSprint runs a use case that reads data about a sprint.
func OfSprint[T any](ctx context.Context, d *db.DB, caller domain.Caller, uuid string,
	get func(tx *db.Tx, access domain.Access, s domain.SprintSum) (T, error),
) (T, error) {
	return Read(ctx, d, Target{caller, store.SprintAccess, uuid}, func(tx *db.Tx, access domain.Access) (T, error) {
		s, err := store.SprintSum(ctx, tx, uuid)
		if err != nil {
			var none T
			return none, err
		}
		return get(tx, access, s)
	})
}

// CloseSprint completes an active sprint. Its unfinished tickets move to the destination given in the input, and its outcome is recorded.
func (a *Plan) CloseSprint(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[SprintClose]) (domain.SprintSum, error) {
	return onSprint(ctx, a, caller, uuid, in, func(c *Change, s domain.Sprint, end SprintClose) (domain.Sprint, error) {
		if s.Status != domain.Active {
			return s, domain.Errorf(domain.Conflict, "only an active sprint can be closed; this one is %s", s.Status)
		}
		for _, line := range end.DoDDone.Value {
			if !slices.Contains(s.DoD, line) {
				return s, domain.Invalidf("dod_done must hold lines of this sprint's DoD; %q is not one", line).At("dod_done")
			}
		}
		if err := c.moveUnfinished(ctx, s, end.Unfinished); err != nil {
			return s, err
		}
		return c.changeSprint(ctx, s, domain.SprintPatch{Status: domain.Some(string(domain.Completed))}, end.SprintEnd)
	})
}

// moveUnfinished moves the tickets that are not done, and their minutes, out of a sprint and logs a change for each ticket. The number of
// statements does not depend on the number of tickets.
func (c *Change) moveUnfinished(ctx context.Context, s domain.Sprint, to domain.Opt[string]) error {
	next, err := c.unfinishedTo(ctx, s, to)
	if err != nil {
		return err
	}
	tickets, err := store.UnfinishedIn(ctx, c.Tx, s.ID)
	if err != nil || len(tickets) == 0 {
		return err
	}
	if !to.Set {
		return domain.Invalidf("unfinished is required: %d tickets are not done; give backlog, or the uuid of the sprint they move to", len(tickets)).
			At("unfinished")
	}
	row, err := c.sign(ctx, domain.Change{Noun: TicketNoun, What: "sprint", From: string(Encode(s.UUID)), To: string(Encode(next.uuid))})
	if err != nil {
		return err
	}
	if err := store.TakeEffort(ctx, c.Tx, tickets); err != nil {
		return err
	}
	if err := store.MoveUnfinished(ctx, c.Tx, s.ID, next.id, row); err != nil {
		return err
	}
	return store.GiveEffort(ctx, c.Tx, s.ProjectID, tickets)
}

// nextSprint is the sprint that unfinished tickets move to. The zero value means the backlog.
type nextSprint struct {
	id   *int64
	uuid *string
}

// unfinishedTo returns where unfinished tickets move to.
func (c *Change) unfinishedTo(ctx context.Context, s domain.Sprint, to domain.Opt[string]) (nextSprint, error) {
	if !to.Set || to.Value == Backlog {
		return nextSprint{}, nil
	}
	refused := domain.Invalidf("unfinished must be backlog, or the uuid of another sprint of this project that is not completed, not %q", to.Value).
		At("unfinished")
	uuid, ok := domain.ParseUUID(to.Value)
	if !ok {
		return nextSprint{}, refused
	}
	next, err := store.Sprint(ctx, c.Tx, uuid)
	switch {
	case domain.KindOf(err) == domain.NotFound:
		return nextSprint{}, refused
	case err != nil:
		return nextSprint{}, err
	case next.ProjectID != s.ProjectID, next.ID == s.ID, next.Status == domain.Completed:
		return nextSprint{}, refused
	}
	return nextSprint{&next.ID, &next.UUID}, nil
}
