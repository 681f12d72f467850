package report

import (
	"math"

	"earnest/evm"
)

// forecastNotes returns the sentences that follow the forecast: on its rhythm, on what is too far away, and on the difference from EAC.
func forecastNotes(r Report) []string {
	f, l := r.Forecast, r.lang
	var notes []string
	if f.Rhythm.Known {
		notes = append(notes, l.say("The usual time from the start of a sprint to the start of the next is %s.", l.plural(f.Rhythm.Value, "day")))
	}
	if f.TooFar > 0 {
		notes = append(notes, l.tooFarSentence(f))
	}
	if text := r.eacAndForecast(); text != "" {
		notes = append(notes, text)
	}
	return notes
}

func (l Language) tooFarSentence(f evm.Forecast) string {
	return l.say("%s of the simulations end more than twenty years ahead, which is too far away to forecast.", l.share(f.TooFar))
}

// share formats a share as a percentage.
func (l Language) share(x float64) string { return l.percent(100 * x) }

// eacAndForecast explains why EAC and the cost forecast differ. It is empty if they do not, or if one is unknown.
func (r Report) eacAndForecast() string {
	eac, cost, l := r.Finance.EAC, r.Forecast.P50.Cost, r.lang
	if r.costWithheld() || !eac.Known || !cost.Known || math.Round(eac.Value) == math.Round(cost.Value) {
		return ""
	}
	return l.say(
		"EAC (%s) and the forecast's P50 (%s) differ: EAC assumes the pace of cost so far, the forecast the pace at which past sprints finished points.",
		l.money(eac.Value), l.money(cost.Value))
}

// growthWords describes how the scope is expected to grow.
func growthWords(growth evm.Maybe) string {
	if !growth.Known {
		return "keeps growing as it did in past sprints"
	}
	return "keeps growing as it did in past sprints, by " + plural(growth.Value, "point") + " a sprint"
}
