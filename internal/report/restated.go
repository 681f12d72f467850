package report

import (
	"strings"
	"time"

	"earnest/evm"
)

// restated says what the figures of a past day are computed from.
func (l Language) restated() string {
	return l.say("Restated: with the budget of that day, and everything else as it is known now.")
}

// pastWords says that the figures of a past day are restated and, if that is so, that nothing was reported on that day.
func (l Language) pastWords(r Report) string {
	if r.Reported != nil {
		return l.restated()
	}
	return l.restated() + " " + l.say("Nothing was reported on that day.")
}

// reportedSentence returns the main figures stored for a past day, and says whether they could have been seen on that day.
func reportedSentence(r Report) string {
	l, list := r.lang, []string{}
	for _, name := range []string{"cpi", "spi", "ev", "ac", "eac"} {
		if !r.costWithheld() || !evm.NeedsCost(name) {
			list = append(list, l.say(termOf(name).label)+" "+l.figure(r.Reported.Indicators, name))
		}
	}
	figures := strings.Join(list, ", ")
	if r.Reported.CaughtUp {
		return l.say("That day was not reported; caught up on %s, with what was known of it then: %s.", l.date(r.Reported.At.UTC().Format(time.DateOnly)), figures)
	}
	return l.say("On that day it was reported: %s.", figures)
}
