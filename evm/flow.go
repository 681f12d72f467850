package evm

import (
	"cmp"
	"context"
	"slices"
)

// StatusChange is the state of a ticket after something happened to it. An empty status means that it was deleted.
type StatusChange struct {
	Day      Day
	TicketID int64
	Status   string
	Points   float64
}

// FlowDay is the board at the end of a day: what stands in each status that holds tickets.
type FlowDay struct {
	Day      Day
	Statuses map[string]FlowCell
}

// FlowCell is the content of one status.
type FlowCell struct {
	Tickets int
	Points  float64
}

// changesPerCheck is how many changes are replayed between two looks at the context.
const changesPerCheck = 1024

// Flow is the cumulative flow from first to last, both included. Changes may begin earlier; those of one day count in the order given,
// and only how the day ends is seen. When ctx ends first, Flow returns its error.
func Flow(ctx context.Context, changes []StatusChange, first, last Day) ([]FlowDay, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	byDay := func(a, b StatusChange) int { return cmp.Compare(a.Day, b.Day) }
	if !slices.IsSortedFunc(changes, byDay) {
		changes = slices.Clone(changes)
		slices.SortStableFunc(changes, byDay)
	}
	columns := flowColumns{state: map[int64]StatusChange{}, counts: map[string]int{}, points: map[string]*accumulator{}}
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

// flowColumns is the board while it is replayed. Points are taken out as exactly as they were put in.
type flowColumns struct {
	state  map[int64]StatusChange
	counts map[string]int
	points map[string]*accumulator
}

func (c flowColumns) apply(change StatusChange) {
	if old, ok := c.state[change.TicketID]; ok {
		c.move(old, -1)
	}
	c.move(change, 1)
	c.state[change.TicketID] = change
}

// move puts a ticket into its column (1) or takes it out (-1).
func (c flowColumns) move(ticket StatusChange, sign int) {
	if ticket.Status == "" {
		return
	}
	if c.points[ticket.Status] == nil {
		c.points[ticket.Status] = &accumulator{}
	}
	c.counts[ticket.Status] += sign
	c.points[ticket.Status].add(float64(sign) * ticket.Points)
}

func (c flowColumns) cells() map[string]FlowCell {
	cells := map[string]FlowCell{}
	for status, tickets := range c.counts {
		if tickets > 0 {
			cells[status] = FlowCell{Tickets: tickets, Points: c.points[status].value()}
		}
	}
	return cells
}
