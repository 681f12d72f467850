package evm

import (
	"context"
	"math"
	"slices"
)

// ForecastState says whether there is a forecast, or why there is none.
type ForecastState string

// The states of a forecast.
const (
	Forecasted       ForecastState = "forecast"
	Finished         ForecastState = "finished"           // no points are left
	NotEnoughHistory ForecastState = "not enough history" // fewer past sprints than MinForecastSprints
	NoProgress       ForecastState = "no progress"        // past sprints finished no points, so at this pace the project never ends
)

// Parameters of the simulation.
const (
	MinForecastSprints = 3    // fewer sprints say too little about the spread of outcomes
	forecastTrials     = 5000 // enough that the 95th percentile moves by about a third of a percentile between seeds
	forecastHorizon    = 7300 // in days; a trial is abandoned after twenty years
	trialsPerCheck     = 64   // trials run between two checks of the context
	mostShares         = 400  // the maximum length of a distribution
)

// Forecast is the range of outcomes if the rest of the project goes the way past sprints did.
type Forecast struct {
	State        ForecastState
	Remaining    float64 // points of all tickets not done, in sprints or not
	Sprints      int     // number of past sprints it draws from
	Trials       int     // 0 when there is no forecast, and everything below is then empty
	P50          Outcome
	P80          Outcome
	P95          Outcome
	Distribution []FinishShare // by finish; the shares and TooFar add up to 1
	TooFar       float64       // the share of the trials that end more than twenty years ahead, or after the year 9999
	Rhythm       Maybe         // the usual number of days (median) from the start of a sprint to the start of the next one; see Predict
	Growth       Maybe         // mean growth of the scope, in points, between these starts; unknown if the forecast assumes none
}

// Outcome holds one quantile of the simulated finishes and costs, which are ranked independently.
type Outcome struct {
	Finish *Day  // nil when it lies more than twenty years ahead, or after the year 9999
	Cost   Maybe // at completion, including all cost so far; unknown when Finish is nil, or when past sprints have no cost
}

// FinishShare is a day with the share of the trials that end on it. If the trials end on more than 400 different days, each share
// is that of a week, or of four weeks, and Finish is the last day of it on which a trial ends.
type FinishShare struct {
	Finish Day
	Share  float64
}

// Predict simulates the rest of the project. Past sprints are the dated ones that began by today and are completed or ended before
// today. Sprints that share at least half of their days count as one round and are drawn together.
//
// Each trial weighs the past rounds anew and draws from them, with their points, days and cost, until the remaining points are
// done. Sprints that are running or planned come first and keep their dates; what a drawn round finished is adjusted to their
// length, and only the rest of a running sprint counts. Each further round begins as long after the end of the one before as the
// drawn round did, but not before tomorrow. The project ends on the day on which the drawn round had finished the points that
// were still missing, or, if the days on which its tickets became done are unknown, at an even pace; the cost of the last
// round counts up to that day. If the project has a Growth, the growth during a drawn round is added to the points. Time outside
// sprints is not modelled.
//
// The seed is derived from the project's UUID and the day, so the same question gets the same answer. If ctx is done first,
// Predict returns its error.
func Predict(ctx context.Context, p Project, today Day) (Forecast, error) {
	return newIndex(p).predict(ctx, today)
}

func (x *index) predict(ctx context.Context, today Day) (Forecast, error) {
	if err := ctx.Err(); err != nil {
		return Forecast{}, err
	}
	past := x.past(today)
	f := Forecast{Remaining: x.Remaining(), Sprints: len(past)}
	f.State = forecastState(f.Remaining, past)
	if f.State != Forecasted {
		return f, nil
	}
	rounds := roundsOf(past)
	g := x.game(rounds, today)
	t, err := g.simulate(ctx, random{state: seedOf(x.UUID, today)})
	if err != nil {
		return Forecast{}, err
	}
	f.Trials = forecastTrials
	f.Rhythm = rhythm(rounds)
	f.Growth = x.meanGrowth(rounds, today)
	f.Distribution, f.TooFar = t.distribution(today)
	spent := Maybe{}
	if slices.ContainsFunc(g.past, func(p pastRound) bool { return p.cost > 0 }) {
		spent = Known(x.indicators(today).ACTotal)
	}
	f.P50 = t.outcome(0.50, today, spent)
	f.P80 = t.outcome(0.80, today, spent)
	f.P95 = t.outcome(0.95, today, spent)
	return f, nil
}

// Remaining returns the points of all tickets that are not done, in sprints or not.
func (p Project) Remaining() float64 {
	return sumTickets(p.Tickets, func(t Ticket) bool { return !t.Done })
}

func forecastState(left float64, past []*sprintView) ForecastState {
	switch {
	case left <= 0:
		return Finished
	case len(past) < MinForecastSprints:
		return NotEnoughHistory
	case !slices.ContainsFunc(past, func(s *sprintView) bool { return s.done() > 0 }):
		return NoProgress
	}
	return Forecasted
}

// game sets up the simulation, given the past rounds.
func (x *index) game(rounds []round, today Day) *game {
	g := &game{
		past: x.history(rounds, x.nextStart(rounds, today)),
		last: slotOf(rounds[len(rounds)-1], today),
		left: x.Remaining(),
	}
	for _, r := range roundsOf(x.ahead(today)) {
		g.ahead = append(g.ahead, slotOf(r, today))
	}
	return g
}

// nextStart returns the day on which the round after the past ones began, or tomorrow if it has not begun.
func (x *index) nextStart(rounds []round, today Day) Day {
	next, last := today+1, rounds[len(rounds)-1].start
	for _, s := range x.ahead(today) {
		if *s.Start > last {
			next = min(next, *s.Start)
		}
	}
	return next
}

// meanGrowth returns the mean growth of the scope from the start of a round to the start of the next one.
func (x *index) meanGrowth(rounds []round, today Day) Maybe {
	if x.Growth == nil {
		return Maybe{}
	}
	return Known(x.grown(rounds[0].start, x.nextStart(rounds, today)) / float64(len(rounds)))
}

// outcome returns the given quantile of the trials, by the nearest-rank method. Without a cost so far, the cost is unknown.
func (t trials) outcome(share float64, today Day, spent Maybe) Outcome {
	rank := int(math.Ceil(share*forecastTrials)) - 1
	finish, ok := finishAfter(today, t.days[rank])
	if !ok {
		return Outcome{}
	}
	return Outcome{Finish: &finish, Cost: plus(spent, Known(t.costs[rank]))}
}

// finishAfter returns the day on which a trial of the given length ends, and false if that is too far away.
func finishAfter(today Day, days float64) (Day, bool) {
	whole := wholeDays(days)
	if whole > forecastHorizon {
		return 0, false
	}
	return dayAfter(today, whole)
}

// distribution returns the share of the trials that end on each day, and the share of those that end too far away. It groups the
// days as FinishShare says.
func (t trials) distribution(today Day) (shares []FinishShare, tooFar float64) {
	for _, group := range []Day{1, 7, 28} { // twenty years have fewer than 400 groups of four weeks
		if shares, tooFar = t.sharesBy(group, today); len(shares) <= mostShares {
			break
		}
	}
	return shares, tooFar
}

// sharesBy is like distribution, with groups of the given number of days, the first of which begins tomorrow.
func (t trials) sharesBy(group, today Day) (shares []FinishShare, tooFar float64) {
	near, last := 0, Day(-1)
	for _, days := range t.days {
		finish, ok := finishAfter(today, days)
		if !ok {
			break
		}
		if n := (finish - today - 1) / group; near == 0 || n != last {
			shares, last = append(shares, FinishShare{}), n
		}
		shares[len(shares)-1].Finish = finish
		shares[len(shares)-1].Share++
		near++
	}
	for i := range shares {
		shares[i].Share /= forecastTrials
	}
	return shares, float64(forecastTrials-near) / forecastTrials
}
