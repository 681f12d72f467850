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
		read, err := store.EffectOfStatus(ctx, tx, access.ProjectID, key, done)
		if err != nil {
			return StatusEffect{}, err
		}
		today := EvmDay(a.Today())
		return StatusEffect{
			Tickets: read.Tickets,
			Points:  evm.Sum(read.Points...),
			Before:  evm.Compute(EvmProject(read.Before), today),
			After:   evm.Compute(EvmProject(read.After), today),
		}, nil
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
