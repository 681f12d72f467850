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

// SprintChart is a sprint by day: the burndown plots Remaining against Ideal, the burn-up Done against Scope.
type SprintChart struct {
	Committed float64 // the initial scope
	Days      []SprintDay
}

// SprintDay is the state of a sprint at the end of one day. Everything but Ideal is unknown after today. On any day, Scope =
// Committed + all Added − all Removed so far.
type SprintDay struct {
	Day       Day
	Ideal     float64 // what would remain at an even pace from Committed to 0
	Scope     Maybe   // points in the sprint
	Done      Maybe   // points of done tickets in the sprint
	Remaining Maybe   // Scope − Done
	Added     Maybe   // points added on this day, including higher estimates
	Removed   Maybe   // points removed on this day, including lower estimates
}

// ChartSprint charts a dated sprint from the changes to its tickets; dated is false when it has no dates. Changes may begin
// before the sprint. Changes on the same day apply in the order given, and only the state at the end of the day is shown. The
// initial scope is the snapshot; without one, it consists of the tickets in the sprint at the end of its first day, or at the
// end of today if the sprint has not begun. If ctx is done first, ChartSprint returns its error.
func ChartSprint(ctx context.Context, s Sprint, changes []TicketChange, today Day) (chart SprintChart, dated bool, err error) {
	if !s.dated() {
		return SprintChart{}, false, ctx.Err()
	}
	b := newBoard(changes)
	before := b.baseline(s, today)
	chart = SprintChart{Committed: before.points()}
	for d := *s.Start; d <= *s.End; d++ {
		if err := ctx.Err(); err != nil {
			return SprintChart{}, true, err
		}
		k, n := s.elapsed(d), s.days()
		day := SprintDay{Day: d, Ideal: proportion(chart.Committed, float64(n-k), float64(n))}
		if d <= today {
			b.advance(d)
			day.read(before, b)
			before = b.holding()
		}
		chart.Days = append(chart.Days, day)
	}
	return chart, true, nil
}

// read fills in a day from the board at the end of that day and the sprint's content before it.
func (day *SprintDay) read(before holding, b *board) {
	now := b.holding()
	added, removed := now.gain(before), before.gain(now)
	day.Scope, day.Done = Known(now.points()), Known(b.done())
	day.Remaining = difference(day.Scope, day.Done)
	day.Added, day.Removed = Known(added), Known(removed)
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

// gain returns the points by which h exceeds other, ticket by ticket.
func (h holding) gain(other holding) float64 {
	var sum accumulator
	for id, points := range h {
		if more := points - other[id]; more > 0 {
			sum.add(more)
		}
	}
	return sum.value()
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

// baseline returns the sprint's initial scope.
func (b *board) baseline(s Sprint, today Day) holding {
	if len(s.Committed) == 0 {
		b.advance(min(*s.Start, today))
		return b.holding()
	}
	h := holding{}
	for _, row := range s.Committed {
		h[row.TicketID] = row.Points
	}
	return h
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

func (b *board) done() float64 {
	var sum accumulator
	for _, t := range b.state {
		if t.InSprint && t.Done {
			sum.add(t.Points)
		}
	}
	return sum.value()
}
