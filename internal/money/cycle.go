package money

import (
	"cmp"
	"context"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	workstore "earnest/internal/work/store"
)

// cycleTickets is how many tickets cycle times cover at most: the last ones done.
const cycleTickets = 1000

// CycleTimes is how long tickets took, oldest first, from the day work began to the day they were last done.
type CycleTimes struct {
	Tickets       []CycleTime
	P50, P85, P95 evm.Maybe // days that this percentage of them did not exceed; unknown without tickets
	Unseen        int       // done tickets without a known start: moved straight to done, or imported
}

// CycleTime is one done ticket.
type CycleTime struct {
	id            int64
	UUID, Title   string
	Started, Done evm.Day
	Days          int // inclusive
}

// CycleTimes returns the cycle times of the done tickets. Work begins when a ticket first enters a status that is not backlog, to do or done.
func (a *Service) CycleTimes(ctx context.Context, who domain.Caller, project string) (CycleTimes, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (CycleTimes, error) {
		access, rows, err := readBoard(ctx, tx, who, project)
		if err != nil {
			return CycleTimes{}, err
		}
		spans := map[string]*workSpan{}
		err = a.replay(ctx, tx, access.ProjectID, rows, store.StatusFacts, func(before, after ticketState) {
			if ended := after.done && !before.done; ended || after.inWork() {
				span := spans[after.uuid]
				if span == nil {
					span = &workSpan{}
					spans[after.uuid] = span
				}
				span.add(after.day, ended)
			}
		})
		if err != nil {
			return CycleTimes{}, err
		}
		done, err := store.DoneTickets(ctx, tx, access.ProjectID)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return CycleTimes{}, err
		}
		c := cycleTimes(done, spans)
		return c, c.addTitles(ctx, tx)
	})
}

// workSpan is when work on a ticket began, and when it was last done.
type workSpan struct {
	began, ended  evm.Day
	started, done bool
}

// add records a day on which the ticket was finished, or in progress.
func (s *workSpan) add(day evm.Day, ended bool) {
	switch {
	case ended:
		s.ended, s.done = day, true
	case !s.started:
		s.began, s.started = day, true
	}
}

// inWork reports whether work on the ticket has begun and not ended.
func (s ticketState) inWork() bool {
	return !s.done && s.status != "" && s.status != domain.DefaultStatus && s.status != "todo"
}

// cycleTimes computes how long the done tickets took, without their titles.
func cycleTimes(done []workstore.Named, spans map[string]*workSpan) CycleTimes {
	var c CycleTimes
	for _, t := range done {
		span := spans[t.UUID]
		switch {
		case span == nil || !span.done:
		case !span.started || span.began > span.ended:
			c.Unseen++
		default:
			c.Tickets = append(c.Tickets, CycleTime{id: t.ID, UUID: t.UUID, Started: span.began, Done: span.ended, Days: int(span.ended-span.began) + 1})
		}
	}
	slices.SortStableFunc(c.Tickets, func(a, b CycleTime) int { return cmp.Compare(a.Done, b.Done) })
	c.Tickets = c.Tickets[max(0, len(c.Tickets)-cycleTickets):]
	c.P50, c.P85, c.P95 = c.percentile(50), c.percentile(85), c.percentile(95)
	return c
}

// addTitles reads the titles of the tickets.
func (c CycleTimes) addTitles(ctx context.Context, tx *db.Tx) error {
	ids := make([]int64, 0, len(c.Tickets))
	for _, t := range c.Tickets {
		ids = append(ids, t.id)
	}
	titles, err := store.TicketTitles(ctx, tx, ids)
	for i := range c.Tickets {
		c.Tickets[i].Title = titles[c.Tickets[i].UUID]
	}
	return cmp.Or(err, ctx.Err())
}

// percentile returns the days that this percentage of the tickets did not exceed (nearest rank).
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
