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
)

// Forecast is the range of outcomes if the rest of the project goes the way past sprints did.
type Forecast struct {
	State     ForecastState
	Remaining float64 // points of all tickets not done, in sprints or not
	Sprints   int     // number of past sprints it draws from
	Trials    int     // 0 when there is no forecast
	P50       Outcome
	P80       Outcome
	P95       Outcome
}

// Outcome holds one quantile of the simulated finishes and costs, which are ranked independently.
type Outcome struct {
	Finish *Day  // nil when it lies more than twenty years ahead, or after the year 9999
	Cost   Maybe // at completion, including all cost so far; unknown when Finish is nil, or when past sprints have no cost
}

// Predict simulates the rest of the project. Each trial draws whole past sprints at random, with their points, days and cost,
// until the remaining points are done; the last sprint counts only in part. Past sprints are the dated ones that began by today
// and are completed or ended before today, with the points they actually finished. Gaps between sprints and time outside them
// are not modelled. The seed is derived from the project's UUID and the day, so the same question gets the same answer. If ctx
// is done first, Predict returns its error.
func Predict(ctx context.Context, p Project, today Day) (Forecast, error) {
	return newIndex(p).predict(ctx, today)
}

func (x *index) predict(ctx context.Context, today Day) (Forecast, error) {
	if err := ctx.Err(); err != nil {
		return Forecast{}, err
	}
	history := x.history(today)
	left := x.Remaining()
	f := Forecast{Remaining: left, Sprints: len(history)}
	f.State = forecastState(left, history)
	if f.State != Forecasted {
		return f, nil
	}
	spent := x.indicators(today).ACTotal
	trials, err := simulate(ctx, history, left, random{state: seedOf(x.UUID, today)})
	if err != nil {
		return Forecast{}, err
	}
	f.Trials = forecastTrials
	f.P50 = trials.outcome(0.50, today, spent)
	f.P80 = trials.outcome(0.80, today, spent)
	f.P95 = trials.outcome(0.95, today, spent)
	return f, nil
}

// Remaining returns the points of all tickets that are not done, in sprints or not.
func (p Project) Remaining() float64 {
	return sumTickets(p.Tickets, func(t Ticket) bool { return !t.Done })
}

func forecastState(left float64, history []pastSprint) ForecastState {
	switch {
	case left == 0:
		return Finished
	case len(history) < MinForecastSprints:
		return NotEnoughHistory
	case !slices.ContainsFunc(history, func(s pastSprint) bool { return s.points > 0 }):
		return NoProgress
	}
	return Forecasted
}

// pastSprint holds the points that a past sprint finished, its length in days and its cost.
type pastSprint struct {
	points, days, cost float64
}

// history returns the past sprints in a fixed order, with the what-if factor applied to their points.
func (x *index) history(today Day) []pastSprint {
	spent := x.spent()
	var past []pastSprint
	for _, s := range x.past(today) {
		past = append(past, pastSprint{
			points: proportion(s.done(), factor(x.VelocityFactor), 1),
			days:   float64(s.days()),
			cost:   spent[s.ID].Cost,
		})
	}
	return past
}

// trials are the outcomes of a simulation, each list in ascending order.
type trials struct {
	days   []float64 // infinite when abandoned
	costs  []float64
	priced bool // whether past sprints have any cost
}

// simulate plays out the rest of the project in many trials. If ctx is done first, it returns the error of ctx.
func simulate(ctx context.Context, history []pastSprint, left float64, r random) (trials, error) {
	t := trials{days: make([]float64, forecastTrials), costs: make([]float64, forecastTrials)}
	for i := range forecastTrials {
		if i%trialsPerCheck == 0 && ctx.Err() != nil {
			return t, ctx.Err()
		}
		t.days[i], t.costs[i] = play(history, left, &r)
	}
	t.priced = slices.ContainsFunc(history, func(s pastSprint) bool { return s.cost > 0 })
	slices.Sort(t.days)
	slices.Sort(t.costs)
	return t, nil
}

// play runs one trial and returns the days and the cost until nothing is left. A rounding remainder counts as nothing, so that
// it does not require another sprint.
func play(history []pastSprint, left float64, r *random) (days, cost float64) {
	slip := left * scheduleTolerance
	for days <= forecastHorizon {
		s := history[r.below(len(history))]
		if s.points >= left-slip {
			part := min(1, left/s.points)
			return days + float64(part*s.days), cost + float64(part*s.cost)
		}
		left -= s.points
		days += s.days
		cost += s.cost
	}
	return math.Inf(1), math.Inf(1)
}

// outcome returns the given quantile of the trials, by the nearest-rank method.
func (t trials) outcome(share float64, today Day, spent float64) Outcome {
	rank := int(math.Ceil(share*forecastTrials)) - 1
	var o Outcome
	if days := wholeDays(t.days[rank]); days <= forecastHorizon {
		if finish, ok := dayAfter(today, days); ok {
			o.Finish = &finish
		}
	}
	if t.priced && o.Finish != nil {
		o.Cost = plus(Known(spent), Known(t.costs[rank]))
	}
	return o
}
