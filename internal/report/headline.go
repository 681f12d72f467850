package report

import (
	"math"
	"strings"

	"earnest/evm"
)

// headline returns the most important message: one sentence on cost and one on time.
func headline(r Report) []string { return []string{r.lang.costSentence(r.Finance), timeSentence(r)} }

// described returns the headline for those who cannot see a plot.
func described(r Report) string {
	if r.costWithheld() {
		return timeSentence(r)
	}
	return strings.Join(headline(r), " ")
}

func (v voice) costSentence(i evm.Indicators) string {
	switch {
	case i.CostWithheld && i.BAC.Known:
		return v.say("The budget is %s. This project shows its cost to its owner and admins only.", v.money(i.BAC.Value))
	case i.CostWithheld:
		return v.say("This project shows its cost to its owner and admins only.")
	case !i.BAC.Known:
		return v.say("The project has no budget; %s is spent so far.", v.money(i.ACTotal))
	case !i.CPI.Known:
		return v.say("Nothing is spent in sprints yet of a budget of %s.", v.money(i.BAC.Value))
	}
	one, earned := v.money(1), v.perUnit(i.CPI.Value)
	switch {
	case !i.EAC.Known:
		return v.say("Every %s spent has earned %s: nothing of the plan is earned yet.", one, earned)
	case i.EV == i.BAC:
		return v.say("Every %s spent has earned %s. All work is earned, and it cost %s, %s.", one, earned, v.money(i.EAC.Value), v.againstBudget(i.VAC.Value))
	}
	return v.say("Every %s spent has earned %s. At this rate the project will cost %s, %s.", one, earned, v.money(i.EAC.Value), v.againstBudget(i.VAC.Value))
}

// againstBudget describes the variance at completion.
func (v voice) againstBudget(vac float64) string {
	switch {
	case math.Round(vac) == 0:
		return v.say("on budget")
	case vac < 0:
		return v.say("%s over budget", v.money(-vac))
	}
	return v.say("%s under budget", v.money(vac))
}

func timeSentence(r Report) string {
	i, s, l := r.Finance, r.Schedule, r.lang
	var said strings.Builder
	if i.SPI.Known {
		said.WriteString(l.say("For each point due, %s is earned", l.decimals(i.SPI.Value)))
	} else {
		said.WriteString(l.say("No points are due yet"))
	}
	if s != nil && s.SVT.Known {
		said.WriteString(l.say("; in time that is %s", l.daysApart(s.SVT.Value)))
	}
	if s != nil && s.ForecastEnd != nil && r.Forecast.State != evm.Finished {
		said.WriteString(l.say(", and points to an end on %s", l.day(*s.ForecastEnd)) + l.againstPlan(s))
	}
	return said.String() + "."
}

// againstPlan compares the expected end with the planned one.
func (l Language) againstPlan(s *evm.Schedule) string {
	if *s.ForecastEnd == s.PlannedEnd {
		return l.say(", as planned")
	}
	return l.say(" instead of %s", l.day(s.PlannedEnd))
}

// daysApart describes a variance in days.
func (l Language) daysApart(days float64) string {
	rounded := math.Round(math.Abs(days)*10) / 10
	switch {
	case rounded == 0:
		return l.say("on schedule")
	case days < 0:
		return l.say("%s behind", l.plural(rounded, "day"))
	}
	return l.say("%s ahead", l.plural(rounded, "day"))
}

// forecastSentence returns the forecast in words, or why there is none.
func forecastSentence(r Report) string {
	f, l := r.Forecast, r.lang
	if r.Finance.TotalExact == 0 {
		return l.say("There are no points to forecast yet.")
	}
	switch f.State {
	case evm.Finished:
		return l.say("No points are left.")
	case evm.NotEnoughHistory:
		return l.countPast(f.Sprints)
	case evm.NoProgress:
		return l.say("There is no forecast: past sprints finished no points.")
	case evm.Forecasted:
	}
	return l.say("%s left, played %s times with %s.", l.plural(f.Remaining, "point"), l.whole(float64(f.Trials)), l.plural(float64(f.Sprints), "past sprint"))
}

func (l Language) countPast(n int) string {
	switch n {
	case 0:
		return l.say("There is no forecast yet: it needs three past sprints with dates, and there are none.")
	case 1:
		return l.say("There is no forecast yet: it needs three past sprints with dates, and there is one.")
	}
	return l.say("There is no forecast yet: it needs three past sprints with dates, and there are %s.", l.whole(float64(n)))
}

// healthWords names a colour for those who cannot see it.
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
