package report

import (
	"math"
	"strings"

	"earnest/evm"
)

// headline is what to say first, aloud: one sentence on cost, one on time.
func headline(r Report) []string { return []string{costSentence(r.Finance), timeSentence(r)} }

func costSentence(i evm.Indicators) string {
	switch {
	case !i.BAC.Known:
		return "The project has no budget; " + whole(i.ACTotal) + " is spent so far."
	case !i.CPI.Known:
		return "Nothing is spent in sprints yet of a budget of " + whole(i.BAC.Value) + "."
	}
	said := "For each 1 spent, " + amount(i.CPI.Value, 2) + " was earned"
	if !i.EAC.Known {
		return said + ": nothing of the plan is earned yet."
	}
	verb := "; at this pace the project ends at "
	if i.EV == i.BAC {
		verb = "; all work is earned, and it cost "
	}
	return said + verb + whole(i.EAC.Value) + ", " + againstBudget(i.VAC.Value) + "."
}

// againstBudget says what the variance at completion means.
func againstBudget(vac float64) string {
	switch {
	case math.Round(vac) == 0:
		return "on budget"
	case vac < 0:
		return whole(-vac) + " over budget"
	}
	return whole(vac) + " under budget"
}

func timeSentence(r Report) string {
	i, s := r.Finance, r.Schedule
	var said strings.Builder
	if i.SPI.Known {
		said.WriteString("For each point due, " + amount(i.SPI.Value, 2) + " is earned")
	} else {
		said.WriteString("No points are due yet")
	}
	if s != nil && s.SVT.Known {
		said.WriteString("; in time that is " + daysApart(s.SVT.Value))
	}
	if s != nil && s.ForecastEnd != nil && r.Forecast.State != evm.Finished {
		said.WriteString(", and points to an end on " + s.ForecastEnd.String() + againstPlan(s))
	}
	return said.String() + "."
}

// againstPlan compares the end to expect with the planned one.
func againstPlan(s *evm.Schedule) string {
	if *s.ForecastEnd == s.PlannedEnd {
		return ", as planned"
	}
	return " instead of " + s.PlannedEnd.String()
}

// daysApart says what a variance in days means.
func daysApart(days float64) string {
	rounded := math.Round(math.Abs(days)*10) / 10
	switch {
	case rounded == 0:
		return "on schedule"
	case days < 0:
		return plural(rounded, "day") + " behind"
	}
	return plural(rounded, "day") + " ahead"
}

// forecastSentence says what the simulation says, or why it says nothing.
func forecastSentence(r Report) string {
	f := r.Forecast
	if r.Finance.TotalExact == 0 {
		return "There are no points to forecast yet."
	}
	switch f.State {
	case evm.Finished:
		return "No points are left."
	case evm.NotEnoughHistory:
		return "There is no forecast yet: it needs three past sprints with dates, and there " + countPast(f.Sprints) + "."
	case evm.NoProgress:
		return "There is no forecast: past sprints finished no points."
	case evm.Forecasted:
	}
	return plural(f.Remaining, "point") + " left, played " + whole(float64(f.Trials)) + " times with " + plural(float64(f.Sprints), "past sprint") + "."
}

func countPast(n int) string {
	if n == 1 {
		return "is one"
	}
	if n == 0 {
		return "are none"
	}
	return "are " + whole(float64(n))
}

// healthWords says a colour in words, for those who do not see it.
func healthWords(c evm.Colour) string {
	switch c {
	case evm.Green:
		return "on track"
	case evm.Amber:
		return "to be watched"
	case evm.Red:
		return "in trouble"
	case evm.Grey:
	}
	return "not measurable yet"
}

// slackWords says whether the epic can wait.
func slackWords(n evm.Node) string {
	switch {
	case !n.Duration.Known:
		return "length unknown"
	case n.Critical:
		return "critical"
	}
	return "can wait " + plural(n.TotalSlack.Value, "day")
}
