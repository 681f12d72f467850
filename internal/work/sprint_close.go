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

	Unfinished []domain.Card
	Next       []domain.Sprint // possible destinations for the unfinished tickets: the sprints in planning
}

// mostUnfinished is the maximum number of unfinished tickets that are shown before a sprint is closed.
const mostUnfinished = 2000

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
		out.Next, err = db.Collect(store.Sprints(ctx, tx, access.ProjectID))
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

// moveUnfinished moves the tickets that are not done out of a sprint.
func (c *Change) moveUnfinished(ctx context.Context, s domain.Sprint, to domain.Opt[string]) error {
	sprint, err := c.unfinishedTo(ctx, s, to)
	if err != nil {
		return err
	}
	unfinished, err := store.UnfinishedIn(ctx, c.Tx, s.ID)
	if err != nil {
		return err
	}
	if len(unfinished) > 0 && !to.Set {
		return domain.Invalidf("unfinished is required: %d tickets are not done; give backlog, or the uuid of the sprint they move to", len(unfinished)).
			At("unfinished")
	}
	move := Bulk{Tickets: unfinished, Set: domain.TicketPatch{Sprint: domain.Some(sprint)}}
	tickets, err := c.checkBulk(ctx, move)
	if err != nil {
		return err
	}
	_, err = c.changeAll(ctx, move, tickets)
	return err
}

// unfinishedTo returns the sprint that unfinished tickets move to; nil means the backlog.
func (c *Change) unfinishedTo(ctx context.Context, s domain.Sprint, to domain.Opt[string]) (*string, error) {
	if !to.Set || to.Value == Backlog {
		return nil, nil //nolint:nilnil // the backlog is not a sprint
	}
	refused := domain.Invalidf("unfinished must be backlog, or the uuid of another sprint of this project that is not completed, not %q", to.Value).
		At("unfinished")
	uuid, ok := domain.ParseUUID(to.Value)
	if !ok {
		return nil, refused
	}
	next, err := store.Sprint(ctx, c.Tx, uuid)
	switch {
	case domain.KindOf(err) == domain.NotFound:
		return nil, refused
	case err != nil:
		return nil, err
	case next.ProjectID != s.ProjectID, next.ID == s.ID, next.Status == domain.Completed:
		return nil, refused
	}
	return &uuid, nil
}
