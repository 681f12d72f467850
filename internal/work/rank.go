package work

import (
	"cmp"
	"context"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// place puts a ticket where the patch says. A new ticket comes last if the patch does not say.
func (c *Change) place(ctx context.Context, p domain.TicketPatch, at store.Place, t *domain.Ticket) error {
	if rank, moved := c.ranks[t.UUID]; moved {
		t.Rank = rank
		return nil
	}
	if !p.After.Set && !p.Before.Set {
		if t.ID == 0 {
			t.Rank = domain.RankAfter(max(at.Last, c.state.LastRank))
		}
		return nil
	}
	gap, err := gapFor(p, at, t.UUID)
	if err != nil || gap.Holds(t.Rank, t.Rank) {
		return err
	}
	ranks, err := c.ranksFor(ctx, gap, []string{t.UUID})
	if err == nil {
		t.Rank = ranks[0]
	}
	return err
}

// gapFor returns the gap into which the patch puts a ticket.
func gapFor(p domain.TicketPatch, at store.Place, ticket string) (store.Gap, error) {
	err := domain.Join(checkBeside("after_uuid", p.After, at.After, ticket), checkBeside("before_uuid", p.Before, at.Before, ticket))
	switch {
	case err != nil:
		return store.Gap{}, err
	case !p.After.Set:
		return *at.Before, nil
	case p.Before.Set && at.Before.High <= at.After.Low:
		return store.Gap{}, domain.Invalidf("before_uuid must name a ticket that comes after the one in after_uuid").At("before_uuid")
	default:
		return *at.After, nil
	}
}

// checkBeside rejects a reference to a ticket that the project does not have, or to the ticket itself.
func checkBeside(field string, beside domain.Opt[string], found *store.Gap, ticket string) error {
	switch {
	case !beside.Set:
		return nil
	case beside.Value == ticket:
		return domain.Invalidf("%s must name another ticket", field).At(field)
	case found == nil:
		return domain.Invalidf("%s must name a ticket of this project; it has no ticket %q", field, beside.Value).At(field)
	}
	return nil
}

// ranksFor returns ranks in a gap for tickets that are put there, in order. If the gap is crowded, its neighbours get new ranks.
func (c *Change) ranksFor(ctx context.Context, gap store.Gap, tickets []string) ([]string, error) {
	ranks := domain.RanksIn(gap.Low, gap.High, len(tickets))
	if longest(ranks) <= domain.CrowdedRank {
		return ranks, nil
	}
	return c.spread(ctx, gap.Low, tickets)
}

// spread makes room in the gap behind the rank low by giving its neighbours new ranks. It returns the ranks for the tickets that are put there.
func (c *Change) spread(ctx context.Context, low string, tickets []string) ([]string, error) {
	const side = domain.SpreadSide
	before, after, err := store.Neighbours(ctx, c.Tx, c.Project.ProjectID, low, tickets, side+1)
	if err != nil {
		return nil, err
	}
	ranks := domain.SpreadRanks(ranksOf(before), ranksOf(after), len(tickets))
	before, after = before[max(0, len(before)-side):], after[:min(side, len(after))]
	start, end := len(before), len(before)+len(tickets)
	return slices.Clone(ranks[start:end]), c.setRanks(ctx, slices.Concat(before, after), slices.Delete(slices.Clone(ranks), start, end))
}

func ranksOf(all []store.Ranked) []string {
	return UuidsOf(all, func(r store.Ranked) string { return r.Rank })
}

func longest(ranks []string) int {
	return len(slices.MaxFunc(ranks, func(a, b string) int { return cmp.Compare(len(a), len(b)) }))
}

// setRanks stores new ranks, as far as they are new. All of them are one row in the log.
func (c *Change) setRanks(ctx context.Context, tickets []store.Ranked, ranks []string) error {
	renewed := make([]store.Ranked, 0, len(tickets))
	for i, t := range tickets {
		if t.Rank != ranks[i] {
			renewed = append(renewed, store.Ranked{ID: t.ID, Rank: ranks[i]})
		}
	}
	if len(renewed) == 0 {
		return nil
	}
	n := Encode(int64(len(renewed)))
	if err := c.Record(ctx, domain.Change{Noun: "project", NounUUID: c.Project.ProjectUUID, What: "ranks", To: string(n)}); err != nil {
		return err
	}
	for _, t := range renewed {
		if err := store.SetRank(ctx, c.Tx, t, c.Now); err != nil {
			return err
		}
	}
	return nil
}
