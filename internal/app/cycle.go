package app

import (
	"cmp"
	"context"
	"slices"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// cycleTickets is the most tickets that a look at cycle times holds: the last done ones.
const cycleTickets = 1000

// CycleTimes is how long tickets took, oldest first, from the day work on them began to the day they were last done.
type CycleTimes struct {
	Tickets       []CycleTime
	P50, P85, P95 evm.Maybe // days that so many per cent of them did not exceed; unknown without tickets
	Unseen        int       // done tickets whose work was never seen to begin: they went to done at once, or came from a file
}

// CycleTime is one done ticket.
type CycleTime struct {
	UUID, Title   string
	Started, Done evm.Day
	Days          int // both ends included
}

// CycleTimes gives the cycle times of the tickets that are done. Work begins when a ticket is first seen in a status
// other than backlog and to do, and not done.
func (a *App) CycleTimes(ctx context.Context, who Reader, project string) (CycleTimes, error) {
	return read(ctx, a, func(tx *store.Tx) (CycleTimes, error) {
		access, rows, err := who.tickets(ctx, tx, project)
		if err != nil {
			return CycleTimes{}, err
		}
		began, ended := map[int64]evm.Day{}, map[int64]evm.Day{}
		err = a.replay(ctx, tx, access.ProjectID, rows, func(before, after ticketState) {
			if _, seen := began[after.id]; !seen && after.inWork() {
				began[after.id] = after.day
			}
			if after.done && !before.done {
				ended[after.id] = after.day
			}
		})
		return cycleTimes(rows.Tickets, began, ended), err
	})
}

// inWork tells whether somebody works on the ticket, or did and waits.
func (s ticketState) inWork() bool {
	return !s.done && s.status != "" && s.status != domain.DefaultStatus && s.status != "todo"
}

func cycleTimes(tickets []store.InsightTicket, began, ended map[int64]evm.Day) CycleTimes {
	var c CycleTimes
	for _, t := range tickets {
		start, started := began[t.ID]
		end, done := ended[t.ID]
		switch {
		case t.Deleted || !t.Done || !done:
		case !started || start > end:
			c.Unseen++
		default:
			c.Tickets = append(c.Tickets, CycleTime{t.UUID, t.Title, start, end, int(end-start) + 1})
		}
	}
	slices.SortStableFunc(c.Tickets, func(a, b CycleTime) int { return cmp.Compare(a.Done, b.Done) })
	c.Tickets = c.Tickets[max(0, len(c.Tickets)-cycleTickets):]
	c.P50, c.P85, c.P95 = c.percentile(50), c.percentile(85), c.percentile(95)
	return c
}

// percentile is the days that so many per cent of the tickets did not exceed (nearest rank).
func (c CycleTimes) percentile(percent int) evm.Maybe {
	n := len(c.Tickets)
	if n == 0 {
		return evm.Maybe{}
	}
	days := make([]int, 0, n)
	for _, t := range c.Tickets {
		days = append(days, t.Days)
	}
	slices.Sort(days)
	return evm.Known(float64(days[(n*percent+99)/100-1]))
}
