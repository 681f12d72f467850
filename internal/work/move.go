package work

import (
	"cmp"
	"context"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Move tells where a ticket was before a bulk change moved it. That is also what it takes to undo the move.
type Move struct {
	Ticket string             // uuid
	Rank   string             // that it got
	Was    string             // the rank that it had
	After  string             // the uuid of the nearest ticket before it that was not moved, which may be deleted; empty if there was none
	Before string             // the same on the other side
	Set    domain.TicketPatch // only to undo a move: what else is set back
	Over   domain.TicketPatch // only to undo a move: what it set, which nobody may have changed since
}

// moveAll chooses the ranks of tickets that a bulk change moves, all together and in the order that they have now. They keep their ranks if they are there
// already.
func (c *Change) moveAll(ctx context.Context, b Bulk, tickets []domain.Ticket) ([]Move, error) {
	if b.Delete || b.Place == "" && !b.Set.After.Set && !b.Set.Before.Set {
		return nil, nil
	}
	sorted := slices.SortedFunc(slices.Values(tickets), func(a, b domain.Ticket) int { return cmp.Compare(a.Rank, b.Rank) })
	uuids := UuidsOf(sorted, func(t domain.Ticket) string { return t.UUID })
	gap, err := c.gapForAll(ctx, b, uuids)
	if err != nil {
		return nil, err
	}
	moves, err := c.whereTheyAre(ctx, sorted, uuids)
	if err != nil || gap.Holds(sorted[0].Rank, sorted[len(sorted)-1].Rank) {
		return moves, err
	}
	ranks, err := c.ranksFor(ctx, gap, uuids)
	if err != nil {
		return nil, err
	}
	c.ranks = map[string]string{}
	for i := range moves {
		moves[i].Rank = ranks[i]
		c.ranks[moves[i].Ticket] = ranks[i]
	}
	return moves, nil
}

// gapForAll returns the gap among the other tickets into which a bulk change puts its own.
func (c *Change) gapForAll(ctx context.Context, b Bulk, uuids []string) (store.Gap, error) {
	if b.Place != "" {
		return c.gapAtEnd(ctx, b.Place, uuids)
	}
	var at store.Place
	var err error
	if b.Set.After.Set {
		if at.After, err = c.gapBeside(ctx, "after_uuid", b.Set.After.Value, uuids); err != nil {
			return store.Gap{}, err
		}
	}
	if b.Set.Before.Set {
		if at.Before, err = c.gapBeside(ctx, "before_uuid", b.Set.Before.Value, uuids); err != nil {
			return store.Gap{}, err
		}
	}
	return gapFor(b.Set, at, "")
}

func (c *Change) gapAtEnd(ctx context.Context, end domain.RankEnd, uuids []string) (store.Gap, error) {
	rank := domain.AboveRanks
	if end == domain.Top {
		rank = ""
	}
	low, high, err := c.neighbours(ctx, rank, uuids)
	return store.Gap{Low: low.Rank, High: high.Rank}, err
}

// gapBeside returns the gap after or before a ticket, or nil if the project has no such ticket. The ticket must not be one of those that are moved.
func (c *Change) gapBeside(ctx context.Context, field, beside string, uuids []string) (*store.Gap, error) {
	if slices.Contains(uuids, beside) {
		return nil, domain.Invalidf("%s must name a ticket that is not moved itself", field).At(field)
	}
	found, err := store.WholeTickets(ctx, c.Tx, c.Project.ProjectID, []string{beside})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	rank := found[beside].Rank
	low, high, err := c.neighbours(ctx, rank, append(slices.Clone(uuids), beside))
	if field == "after_uuid" {
		return &store.Gap{Low: rank, High: high.Rank}, err
	}
	return &store.Gap{Low: low.Rank, High: rank}, err
}

// neighbours returns the tickets on both sides of a rank, leaving some out. At an end of the order, one of them is missing.
func (c *Change) neighbours(ctx context.Context, rank string, without []string) (low, high store.Ranked, err error) {
	before, after, err := store.Neighbours(ctx, c.Tx, c.Project.ProjectID, rank, without, 1)
	if len(before) > 0 {
		low = before[0]
	}
	if len(after) > 0 {
		high = after[0]
	}
	return low, high, err
}

// whereTheyAre returns the current places of tickets, which are in order. It looks for neighbours once for all tickets that have no other between them.
func (c *Change) whereTheyAre(ctx context.Context, tickets []domain.Ticket, uuids []string) ([]Move, error) {
	moves := make([]Move, len(tickets))
	var low, high store.Ranked
	for i, t := range tickets {
		if i == 0 || high.Rank != "" && high.Rank < t.Rank {
			var err error
			if low, high, err = c.neighbours(ctx, t.Rank, uuids); err != nil {
				return nil, err
			}
		}
		moves[i] = Move{Ticket: t.UUID, Rank: t.Rank, Was: t.Rank, After: low.UUID, Before: high.UUID}
	}
	return moves, nil
}

// UndoMoves puts tickets back between the neighbours that they had, all of them or none. It refuses to if what the move has set on one of them has been
// changed since, if one of them has been moved since, or if a neighbour is on the other side. It returns the number of tickets that changed.
func (a *Tickets) UndoMoves(ctx context.Context, caller domain.Caller, project string, in domain.Input[[]Move]) (int, error) {
	return Write(ctx, a.Instance, OfProject(caller, project), domain.WriteWork, in, func(c *Change, moves []Move) (int, error) {
		tickets, err := c.wholeTickets(ctx, "moves", UuidsOf(moves, func(m Move) string { return m.Ticket }))
		if err != nil {
			return 0, err
		}
		if err := checkOver(moves, tickets); err != nil {
			return 0, err
		}
		ranks, err := c.ranksOfNeighbours(ctx, moves)
		if err != nil {
			return 0, err
		}
		if err := c.checkUndo(ctx, moves, tickets, ranks); err != nil {
			return 0, err
		}
		if slices.ContainsFunc(moves, Move.moved) {
			if err := c.takeBack(ctx, moves, ranks); err != nil {
				return 0, err
			}
		}
		set := map[string]domain.TicketPatch{}
		for _, m := range moves {
			set[m.Ticket] = m.Set
		}
		return c.changeAll(ctx, tickets, func(t domain.Ticket) Bulk { return Bulk{Set: set[t.UUID]} })
	})
}

// moved is false if the ticket was already where it was to be put.
func (m Move) moved() bool { return m.Rank != m.Was }

// ranksOfNeighbours returns the current ranks of the neighbours that tickets had before they were moved, by uuid.
func (c *Change) ranksOfNeighbours(ctx context.Context, moves []Move) (map[string]string, error) {
	uuids := []string{}
	for _, m := range moves {
		for _, uuid := range []string{m.After, m.Before} {
			if uuid != "" {
				uuids = append(uuids, uuid)
			}
		}
	}
	ranks, err := store.RanksOf(ctx, c.Tx, c.Project.ProjectID, uuids)
	if err != nil {
		return nil, err
	}
	for _, uuid := range uuids {
		if ranks[uuid] == "" {
			return nil, domain.Invalidf("moves must name tickets of this project; it has none with the uuid %q", uuid).At("moves")
		}
	}
	return ranks, nil
}

// checkOver reports an error unless the tickets still have what the moves have set.
func checkOver(moves []Move, tickets []domain.Ticket) error {
	for i, m := range moves {
		switch {
		case m.Over.Status.Set && m.Over.Status.Value != tickets[i].Status:
			return domain.Errorf(domain.Conflict, "the status of these tickets has been changed meanwhile, so the move cannot be undone").At("over_status")
		case differs(m.Over.Sprint, tickets[i].SprintUUID):
			return domain.Errorf(domain.Conflict, "the sprint of these tickets has been changed meanwhile, so the move cannot be undone").At("over_sprint_uuid")
		}
	}
	return nil
}

// checkUndo reports an error if a ticket has been moved again, or if its old neighbours are no longer in the same order. It takes the log's word for
// the former, not the tickets' ranks: they also change when a gap near them is crowded.
func (c *Change) checkUndo(ctx context.Context, moves []Move, tickets []domain.Ticket, ranks map[string]string) error {
	movedTo, err := store.MovedTo(ctx, c.Tx, c.Project.ProjectID, UuidsOf(moves, func(m Move) string { return m.Ticket }))
	if err != nil {
		return err
	}
	for i, m := range moves {
		gap := store.Gap{Low: ranks[m.After], High: ranks[m.Before]}
		again := movedTo[m.Ticket] != string(Encode(m.Rank))
		if !m.moved() {
			again = !gap.Holds(tickets[i].Rank, tickets[i].Rank)
		}
		if again || gap.High != "" && gap.Low >= gap.High {
			return movedMeanwhile()
		}
	}
	return nil
}

// takeBack gives tickets the ranks that they had. If these are no longer free or no longer between their old neighbours, whose ranks are given by uuid, the
// tickets come directly after the one before them.
func (c *Change) takeBack(ctx context.Context, moves []Move, neighbours map[string]string) error {
	uuids := UuidsOf(moves, func(m Move) string { return m.Ticket })
	sorted := slices.SortedFunc(slices.Values(moves), func(a, b Move) int { return cmp.Compare(a.Was, b.Was) })
	c.ranks = map[string]string{}
	used := map[string]bool{}
	for i := 0; i < len(sorted); {
		n := i + 1
		for n < len(sorted) && sorted[n].After == sorted[i].After {
			n++
		}
		gap := store.Gap{Low: neighbours[sorted[i].After], High: neighbours[sorted[i].Before]}
		ranks, err := c.oldRanks(ctx, sorted[i:n], gap, uuids)
		if err != nil {
			return err
		}
		for ; i < n; i++ {
			if used[ranks[0]] {
				return movedMeanwhile()
			}
			c.ranks[sorted[i].Ticket], used[ranks[0]], ranks = ranks[0], true, ranks[1:]
		}
	}
	return nil
}

// oldRanks returns the ranks for tickets that had no other between them. The gap is that between their old neighbours, which may contain others by now.
func (c *Change) oldRanks(ctx context.Context, moves []Move, gap store.Gap, uuids []string) ([]string, error) {
	ranks := UuidsOf(moves, func(m Move) string { return m.Was })
	first, last := ranks[0], ranks[len(ranks)-1]
	low, high, err := c.neighbours(ctx, first, uuids)
	if err != nil || gap.Holds(first, last) && (store.Gap{Low: low.Rank, High: high.Rank}).Holds(first, last) {
		return ranks, err
	}
	_, next, err := c.neighbours(ctx, gap.Low, uuids)
	if err != nil {
		return nil, err
	}
	if ranks = domain.RanksIn(gap.Low, next.Rank, len(moves)); longest(ranks) > domain.MaxRank {
		return nil, movedMeanwhile()
	}
	return ranks, nil
}

func movedMeanwhile() error {
	return domain.Errorf(domain.Conflict, "these tickets have been moved again, or others around their old place").At("moves")
}
