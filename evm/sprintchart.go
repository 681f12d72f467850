package evm

import (
	"cmp"
	"context"
	"slices"
)

// TicketChange is the state of a ticket, from the point of view of one sprint, after a change: it entered or left the sprint,
// was re-estimated, became done, was reopened, or was deleted (and so is not in the sprint).
type TicketChange struct {
	Day      Day
	TicketID int64
	InSprint bool
	Done     bool
	Points   float64
}

// SprintLog is what the change log says about a sprint.
type SprintLog struct {
	Started *Day           // when it last left planning; nil if the log does not show it
	Closed  *Day           // when it was last completed; nil if the log does not show it
	Changes []TicketChange // changes on the same day apply in the order given; they may begin before the sprint
}

// SprintChart is a sprint by day: the burndown plots Remaining against Ideal, the burn-up Done against Scope.
type SprintChart struct {
	Committed float64 // the initial scope
	Days      []SprintDay
	ByTicket  []TicketPoints // what makes up Added and Removed, by day and ticket
}

// SprintDay is the state of a sprint at the end of one day. Everything but Ideal is unknown after today. On any day, Scope =
// Committed + all Added − all Removed so far.
type SprintDay struct {
	Day       Day
	Ideal     float64 // what would remain at an even pace from Committed to 0; 0 after the sprint's last day
	Scope     Maybe   // points in the sprint
	Done      Maybe   // points of done tickets in the sprint
	Remaining Maybe   // Scope − Done
	Added     Maybe   // points added on this day, including higher estimates
	Removed   Maybe   // points removed on this day, including lower estimates
}

// TicketPoints is the number of points by which a ticket changed a sprint's scope on a day.
type TicketPoints struct {
	Day      Day
	TicketID int64
	Points   float64
}

// ChartSprint charts a dated sprint; dated is false when it has no dates. Only the state at the end of each day is shown.
//
// The initial scope is the snapshot; without one, it consists of the tickets in the sprint at the end of the day on which it
// began, or at the end of today if it has not begun. A sprint begins on its first day, or on the day on which it was started if
// that is later; on the days in between, it already has its initial scope. If ctx is done first, ChartSprint returns its error.
func ChartSprint(ctx context.Context, s Sprint, log SprintLog, today Day) (chart SprintChart, dated bool, err error) {
	if !s.dated() {
		return SprintChart{}, false, ctx.Err()
	}
	began := s.began(log, today)
	initial := s.initial(log, min(began, today))
	chart = SprintChart{Committed: initial.points()}
	b, now := newBoard(log.Changes), initial
	for i := range s.ChartDays(log, today) {
		if err := ctx.Err(); err != nil {
			return SprintChart{}, true, err
		}
		d := *s.Start + Day(i)
		k, n := s.elapsed(d), s.days()
		day := SprintDay{Day: d, Ideal: proportion(chart.Committed, float64(n-k), float64(n))}
		if d <= today {
			before := now
			b.advance(d)
			if d >= began {
				now = b.holding()
			}
			changes := now.since(before, d)
			day.read(now, b.done(now), changes)
			chart.ByTicket = append(chart.ByTicket, changes...)
		}
		chart.Days = append(chart.Days, day)
	}
	return chart, true, nil
}

// ChartDays returns how many days ChartSprint charts: up to the sprint's last day or, if that is later, to the day on which it
// was closed; until it is closed, to today. It is 0 if the sprint has no dates.
func (s Sprint) ChartDays(log SprintLog, today Day) int {
	if !s.dated() {
		return 0
	}
	last := *s.End
	switch {
	case s.Status != Completed:
		last = max(last, today)
	case log.Closed != nil:
		last = max(last, min(*log.Closed, today))
	}
	return int(last-*s.Start) + 1
}

// began returns the day on which a dated sprint began; if it is still in planning, that is not before today.
func (s Sprint) began(log SprintLog, today Day) Day {
	switch {
	case s.Status == Planning:
		return max(*s.Start, today)
	case log.Started != nil:
		return max(*s.Start, *log.Started)
	}
	return *s.Start
}

// initial returns the sprint's initial scope: the snapshot or, without one, its tickets at the end of a day.
func (s Sprint) initial(log SprintLog, d Day) holding {
	if len(s.Committed) == 0 {
		b := newBoard(log.Changes)
		b.advance(d)
		return b.holding()
	}
	h := holding{}
	for _, row := range s.Committed {
		h[row.TicketID] = row.Points
	}
	return h
}

// read fills in a day from the sprint's content at its end, and the changes on it.
func (day *SprintDay) read(now holding, done float64, changes []TicketPoints) {
	var added, removed accumulator
	for _, c := range changes {
		if c.Points > 0 {
			added.add(c.Points)
		} else {
			removed.add(-c.Points)
		}
	}
	day.Scope, day.Done = Known(now.points()), Known(done)
	day.Remaining = difference(day.Scope, day.Done)
	day.Added, day.Removed = Known(added.value()), Known(removed.value())
}

// holding maps each ticket in a sprint to its points.
type holding map[int64]float64

func (h holding) points() float64 {
	var sum accumulator
	for _, points := range h {
		sum.add(points)
	}
	return sum.value()
}

// since returns the tickets whose points differ from before, in the order of their ids.
func (h holding) since(before holding, d Day) []TicketPoints {
	var changes []TicketPoints
	add := func(id int64) {
		if points := h[id] - before[id]; points != 0 {
			changes = append(changes, TicketPoints{d, id, points})
		}
	}
	for id := range h {
		add(id)
	}
	for id := range before {
		if _, stays := h[id]; !stays {
			add(id)
		}
	}
	slices.SortFunc(changes, func(a, b TicketPoints) int { return cmp.Compare(a.TicketID, b.TicketID) })
	return changes
}

// board replays changes day by day.
type board struct {
	changes []TicketChange // changes still to be replayed, in order
	state   map[int64]TicketChange
}

func newBoard(changes []TicketChange) *board {
	sorted := slices.Clone(changes)
	slices.SortStableFunc(sorted, func(a, b TicketChange) int { return cmp.Compare(a.Day, b.Day) })
	return &board{changes: sorted, state: map[int64]TicketChange{}}
}

// advance replays all changes up to the end of a day.
func (b *board) advance(d Day) {
	for len(b.changes) > 0 && b.changes[0].Day <= d {
		b.state[b.changes[0].TicketID] = b.changes[0]
		b.changes = b.changes[1:]
	}
}

func (b *board) holding() holding {
	h := holding{}
	for id, t := range b.state {
		if t.InSprint {
			h[id] = t.Points
		}
	}
	return h
}

// done returns the points of the tickets in h that are done.
func (b *board) done(h holding) float64 {
	var sum accumulator
	for id, points := range h {
		if b.state[id].Done {
			sum.add(points)
		}
	}
	return sum.value()
}
