package evm

import (
	"cmp"
	"context"
	"slices"
)

// StatusChange is the state of a ticket after a change. An empty status means that the ticket was deleted. Tickets that are in the
// same state and do not change again may be merged.
type StatusChange struct {
	Day      Day
	TicketID int64
	Count    int64 // of merged tickets; 0 means 1
	Status   string
	Points   float64
}

// FlowDay is the board at the end of a day: the content of each status that contains tickets.
type FlowDay struct {
	Day      Day
	Statuses map[string]FlowCell
}

// FlowCell is the content of one status.
type FlowCell struct {
	Tickets int
	Points  float64
}

// changesPerCheck is the number of changes replayed between two checks of the context.
const changesPerCheck = 1024

// Flow returns the cumulative flow from first to last, both included. Changes may begin before first. Changes on the same day
// apply in the order given, and only the state at the end of the day is returned. If ctx is done first, Flow returns its error.
func Flow(ctx context.Context, changes []StatusChange, first, last Day) ([]FlowDay, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	byDay := func(a, b StatusChange) int { return cmp.Compare(a.Day, b.Day) }
	if !slices.IsSortedFunc(changes, byDay) {
		changes = slices.Clone(changes)
		slices.SortStableFunc(changes, byDay)
	}
	columns := flowColumns{state: map[int64]StatusChange{}, counts: map[string]int64{}, points: map[string]*accumulator{}}
	var days []FlowDay
	for d := first; d <= last; d++ {
		for len(changes) > 0 && changes[0].Day <= d {
			if len(changes)%changesPerCheck == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			columns.apply(changes[0])
			changes = changes[1:]
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		days = append(days, FlowDay{Day: d, Statuses: columns.cells()})
	}
	return days, nil
}

// flowColumns is the board during the replay. Points are subtracted as exactly as they were added.
type flowColumns struct {
	state  map[int64]StatusChange
	counts map[string]int64
	points map[string]*accumulator
}

func (c flowColumns) apply(change StatusChange) {
	if old, ok := c.state[change.TicketID]; ok {
		c.move(old, -1)
	}
	c.move(change, 1)
	c.state[change.TicketID] = change
}

// move adds a ticket to its column (sign 1) or removes it (sign -1).
func (c flowColumns) move(ticket StatusChange, sign int64) {
	if ticket.Status == "" {
		return
	}
	if c.points[ticket.Status] == nil {
		c.points[ticket.Status] = &accumulator{}
	}
	count := max(1, ticket.Count)
	c.counts[ticket.Status] += sign * count
	c.points[ticket.Status].addTimes(count, float64(sign)*ticket.Points)
}

func (c flowColumns) cells() map[string]FlowCell {
	cells := map[string]FlowCell{}
	for status, tickets := range c.counts {
		if tickets > 0 {
			cells[status] = FlowCell{Tickets: int(tickets), Points: c.points[status].value()}
		}
	}
	return cells
}
