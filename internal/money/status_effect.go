package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// StatusQuestion asks how earned value would change if the tickets of a status moved to another one, or if the status began or ceased to mean
// done.
type StatusQuestion struct {
	To     domain.Opt[string]
	IsDone domain.Opt[bool]
}

// StatusEffect is the answer: how many tickets and points are affected, and earned value before and after.
type StatusEffect struct {
	Tickets       int
	Points        float64
	Before, After evm.Indicators
}

// StatusEffect answers a question about a status, for those who manage the project. It changes nothing.
func (a *Service) StatusEffect(ctx context.Context, caller domain.Caller, project, key string, in domain.Input[StatusQuestion]) (StatusEffect, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (StatusEffect, error) {
		access, err := work.OfProject(caller, project).Authorize(ctx, tx, domain.ManageProject)
		if err != nil {
			return StatusEffect{}, err
		}
		done, err := wouldBeDone(ctx, tx, access.ProjectID, key, in)
		if err != nil {
			return StatusEffect{}, err
		}
		tickets, err := workstore.TicketsIn(ctx, tx, access.ProjectID, key)
		if err != nil {
			return StatusEffect{}, err
		}
		return a.turned(ctx, tx, access.ProjectID, tickets, done)
	})
}

// wouldBeDone reports whether the tickets in the status would be done.
func wouldBeDone(ctx context.Context, tx *db.Tx, projectID int64, key string, in domain.Input[StatusQuestion]) (bool, error) {
	statuses, err := db.Collect(workstore.Statuses(ctx, tx, projectID))
	if err != nil {
		return false, err
	}
	if _, err := work.FindStatus(statuses, key); err != nil {
		return false, err
	}
	q, err := in.Get()
	switch {
	case err != nil:
		return false, err
	case q.To.Set == q.IsDone.Set:
		return false, domain.Invalidf("give either to, the key of a status, or is_done, true or false")
	case q.IsDone.Set:
		return q.IsDone.Value, nil
	}
	i, err := work.FindStatus(statuses, q.To.Value)
	if err != nil || q.To.Value == key {
		return false, domain.Invalidf("to must name another status of this project, not %q", q.To.Value).At("to")
	}
	return statuses[i].IsDone, nil
}

// turned computes the indicators of a project as it is, and as it would be if the given tickets were done or not done.
func (a *Service) turned(ctx context.Context, tx *db.Tx, projectID int64, tickets map[int64]bool, done bool) (StatusEffect, error) {
	all, err := store.TicketFinances(ctx, tx, []int64{projectID})
	if err != nil {
		return StatusEffect{}, err
	}
	p, today := EvmProject(all[projectID]), EvmDay(a.Today())
	effect := StatusEffect{Tickets: len(tickets), Before: evm.Compute(p, today)}
	points := make([]float64, 0, len(tickets))
	for i, t := range p.Tickets {
		if tickets[t.ID] {
			p.Tickets[i].Done = done
			points = append(points, t.Points)
		}
	}
	effect.Points, effect.After = evm.Sum(points...), evm.Compute(p, today)
	return effect, nil
}
