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

// cycleTickets is the maximum number of done tickets that cycle times cover; the most recent ones count.
const cycleTickets = 1000

// CycleTimes shows how long tickets took, oldest first, from the day work began to the day they were last done.
type CycleTimes struct {
	Tickets       []CycleTime
	P50, P85, P95 evm.Maybe // percentiles of the days that tickets took; unknown if there are no tickets
	Unseen        int       // recently done tickets without a usable start: they went straight to done, or work began only after they were last done
}

// CycleTime is one done ticket.
type CycleTime struct {
	UUID, Title   string
	Started, Done evm.Day
	Days          int // inclusive
}

// CycleTimes returns the cycle times of the tickets that were done most recently. Work begins when a ticket first enters a status that is
// not backlog, to do or done.
func (a *Service) CycleTimes(ctx context.Context, who domain.Caller, project string) (CycleTimes, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (CycleTimes, error) {
		access, rows, err := readBoard(ctx, tx, who, project)
		if err != nil {
			return CycleTimes{}, err
		}
		done, err := store.LastDone(ctx, tx, access.ProjectID, cycleTickets)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return CycleTimes{}, err
		}
		spans := map[string]*workSpan{}
		uuids := make([]string, 0, len(done))
		for _, t := range done {
			spans[t.UUID] = &workSpan{}
			uuids = append(uuids, t.UUID)
		}
		err = a.replay(ctx, tx, access.ProjectID, rows, uuids, func(before, after ticketState) {
			if ended := after.done && !before.done; ended || after.inWork() {
				spans[after.uuid].add(after.day, ended)
			}
		})
		if err != nil {
			return CycleTimes{}, err
		}
		return cycleTimes(done, spans), nil
	})
}

// workSpan is when work on a ticket began, and when it was last done.
type workSpan struct {
	began, ended  evm.Day
	started, done bool
}

// add records a day on which the ticket was finished or in progress.
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
	return !s.done && s.status != "" && domain.Begun(s.status)
}

// cycleTimes computes how long the done tickets took. A ticket that was imported as done, without a log, is left out.
func cycleTimes(done []workstore.Named, spans map[string]*workSpan) CycleTimes {
	var c CycleTimes
	for _, t := range done {
		span := spans[t.UUID]
		switch {
		case !span.done:
		case !span.started || span.began > span.ended:
			c.Unseen++
		default:
			c.Tickets = append(c.Tickets, CycleTime{UUID: t.UUID, Title: t.Title, Started: span.began, Done: span.ended, Days: int(span.ended-span.began) + 1})
		}
	}
	slices.SortStableFunc(c.Tickets, func(a, b CycleTime) int { return cmp.Compare(a.Done, b.Done) })
	days := make([]int, 0, len(c.Tickets))
	for _, t := range c.Tickets {
		days = append(days, t.Days)
	}
	slices.Sort(days)
	c.P50, c.P85, c.P95 = percentile(days, 50), percentile(days, 85), percentile(days, 95)
	return c
}

// percentile returns a percentile of the sorted values by the nearest-rank method; it is unknown if there are none.
func percentile(sorted []int, percent int) evm.Maybe {
	n := len(sorted)
	if n == 0 {
		return evm.Maybe{}
	}
	return evm.Known(float64(sorted[(n*percent+99)/100-1]))
}
