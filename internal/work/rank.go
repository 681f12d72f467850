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
	if !p.After.Set && !p.Before.Set {
		if t.ID == 0 {
			t.Rank = domain.RankAfter(at.Last)
		}
		return nil
	}
	gap, err := gapFor(p, at, t.UUID)
	if err != nil || gap.Low < t.Rank && (t.Rank < gap.High || gap.High == "") {
		return err
	}
	if t.Rank = rankIn(gap); len(t.Rank) > domain.CrowdedRank {
		t.Rank, err = c.spread(ctx, gap.Low, t.ID)
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

func rankIn(gap store.Gap) string {
	switch {
	case gap.High == "":
		return domain.RankAfter(gap.Low)
	case gap.Low == "":
		return domain.RankBefore(gap.High)
	default:
		return domain.RankBetween(gap.Low, gap.High)
	}
}

// spread makes room behind the rank low by giving the tickets around it new ranks, as few as possible. It returns the rank for the ticket
// that is put there.
func (c *Change) spread(ctx context.Context, low string, ticket int64) (rank string, err error) {
	var around []store.Ranked
	var ranks []string
	var place int
	for _, size := range domain.RankWindows() {
		n := size / 2
		before, after, err := store.RanksAround(ctx, c.Tx, c.Project.ProjectID, low, ticket, n+1)
		if err != nil {
			return "", err
		}
		ranks = domain.SpreadRanks(ranksOf(before), ranksOf(after), n, 1)
		before, after = before[max(0, len(before)-n):], after[:min(n, len(after))]
		around, place = slices.Concat(before, after), len(before)
		if longest(ranks) <= domain.SpreadRank {
			break
		}
	}
	rank = ranks[place]
	return rank, c.setRanks(ctx, around, slices.Delete(ranks, place, place+1))
}

func ranksOf(all []store.Ranked) []string {
	return UuidsOf(all, func(r store.Ranked) string { return r.Rank })
}

func longest(ranks []string) int {
	return len(slices.MaxFunc(ranks, func(a, b string) int { return cmp.Compare(len(a), len(b)) }))
}

// ranksAtOnce is the number of tickets that are given new ranks with one row in the log.
const ranksAtOnce = 500

// setRanks stores new ranks.
func (c *Change) setRanks(ctx context.Context, tickets []store.Ranked, ranks []string) error {
	for i, r := range tickets {
		if i%ranksAtOnce == 0 {
			n := Encode(int64(min(ranksAtOnce, len(tickets)-i)))
			if err := c.Record(ctx, domain.Change{Noun: "project", NounUUID: c.Project.ProjectUUID, What: "ranks", To: string(n)}); err != nil {
				return err
			}
		}
		if err := store.SetRank(ctx, c.Tx, store.Ranked{ID: r.ID, Rank: ranks[i]}, c.Now); err != nil {
			return err
		}
	}
	return nil
}

// inPlacingOrder returns the tickets of a bulk change in the order in which they must be put beside each other to come to an end of the project's order as they
// are sorted now, and the ticket to put the first of them beside, which is empty if there are no others.
func (c *Change) inPlacingOrder(ctx context.Context, end domain.RankEnd, tickets []domain.Ticket) (sorted []domain.Ticket, beside string, err error) {
	if end == "" {
		return tickets, "", nil
	}
	sorted = slices.SortedFunc(slices.Values(tickets), func(a, b domain.Ticket) int { return cmp.Compare(a.Rank, b.Rank) })
	if end == domain.Top {
		slices.Reverse(sorted)
	}
	beside, err = store.EndTicket(ctx, c.Tx, c.Project.ProjectID, end, UuidsOf(tickets, func(t domain.Ticket) string { return t.UUID }))
	return sorted, beside, err
}

// beside returns the change for the next ticket of a bulk change, which is put beside the given one if the tickets move to an end of the order.
func (b Bulk) beside(uuid string) Bulk {
	switch {
	case uuid == "":
	case b.Place == domain.Top:
		b.Set.Before = domain.Some(uuid)
	case b.Place == domain.Bottom:
		b.Set.After = domain.Some(uuid)
	}
	return b
}
