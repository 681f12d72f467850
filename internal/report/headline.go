package report

import (
	"math"
	"strings"

	"earnest/evm"
)

// headline returns the sentences at the top of the finance page: one on money, one on time and, if there is a forecast, one on that. The pages have the same
// ones in web/src/i18n/en/finance.ts, and a test compares them.
func headline(r Report) []string {
	list := []string{r.lang.moneySentence(r.Finance)}
	if r.Finance.TotalSP > 0 || !r.costWithheld() && r.Finance.ACTotal > 0 {
		list = append(list, timeSentence(r))
	}
	if r.Forecast.State == evm.Forecasted {
		list = append(list, r.lang.chanceSentence(r.Forecast))
	}
	return list
}

// described returns the headline for those who cannot see a plot.
func described(r Report) string { return strings.Join(headline(r), " ") }

// moneySentence compares what was earned with what was spent or, for a reader who may not see the cost, with what was planned.
func (v voice) moneySentence(i evm.Indicators) string {
	switch {
	case i.CostWithheld:
		return v.valueSentence(i)
	case i.TotalSP == 0 && i.ACTotal == 0:
		return v.say("Nothing has been planned or logged yet.")
	case !i.BAC.Known:
		return v.say("There is no budget, so the work has no price: %s of the points are earned and %s has been spent.",
			v.percent(i.ProgressPct), v.money(i.ACTotal))
	case i.ETC.Known && i.ETC.Value == 0 && i.VAC.Known && i.TotalSP > 0:
		return v.finishedSentence(i)
	case !i.CPI.Known && i.AC == 0:
		return v.say("No cost has been logged in sprints yet, so there is no pace to go by. The budget is %s, and %s of the points are earned.",
			v.money(i.BAC.Value), v.percent(i.ProgressPct))
	case !i.CPI.Known:
		return v.say("There is no pace to go by yet: %s has been spent in sprints, out of a budget of %s.", v.money(i.AC), v.money(i.BAC.Value))
	case !i.EAC.Known || !i.VAC.Known:
		return v.say("%s has been spent in sprints and nothing is earned yet, so there is no pace to go by.", v.money(i.AC))
	}
	return v.paceSentence(i)
}

func (v voice) valueSentence(i evm.Indicators) string {
	switch {
	case i.TotalSP == 0:
		return v.say("Nothing is planned yet.")
	case !i.BAC.Known:
		return v.say("There is no budget, so the work has no price: %s of the points are earned.", v.percent(i.ProgressPct))
	}
	return v.say("Work worth %s is earned; %s was due by now, out of a budget of %s.", v.money(i.EV.Value), v.money(i.PV.Value), v.money(i.BAC.Value))
}

func (v voice) finishedSentence(i evm.Indicators) string {
	cost, vac := v.money(i.ACTotal), v.money(math.Abs(i.VAC.Value))
	switch {
	case onBudget(i.VAC.Value):
		return v.say("All points are earned. The project cost %s, exactly its budget.", cost)
	case i.VAC.Value < 0:
		return v.say("All points are earned. The project cost %s, %s over budget.", cost, vac)
	}
	return v.say("All points are earned. The project cost %s, %s under budget.", cost, vac)
}

func (v voice) paceSentence(i evm.Indicators) string {
	one, earned, eac, vac := v.money(1), v.perUnit(i.CPI.Value), v.money(i.EAC.Value), v.money(math.Abs(i.VAC.Value))
	switch {
	case onBudget(i.VAC.Value):
		return v.say("Every %s spent has earned %s. At this rate the project will cost %s, which is on budget.", one, earned, eac)
	case i.VAC.Value < 0:
		return v.say("Every %s spent has earned %s. At this rate the project will cost %s, which is %s over budget.", one, earned, eac, vac)
	}
	return v.say("Every %s spent has earned %s. At this rate the project will cost %s, which is %s under budget.", one, earned, eac, vac)
}

// onBudget reports whether a variance is less than half a unit of money.
func onBudget(vac float64) bool { return math.Abs(vac) < 0.5 }

func (l Language) chanceSentence(f evm.Forecast) string {
	p50, p95 := f.P50.Finish, f.P95.Finish
	if p50 == nil || p95 == nil {
		return l.tooFarSentence(f)
	}
	return l.say("Counting all remaining points, the project is 50%% likely to finish by %s and 95%% likely by %s.", l.day(*p50), l.day(*p95))
}

func timeSentence(r Report) string {
	i, s, l := r.Finance, r.Schedule, r.lang
	switch {
	case i.TotalSP > 0 && r.Forecast.State == evm.Finished && i.ProgressPct >= 100:
		return l.say("No points are left.")
	case !i.SPI.Known:
		return l.say("No points are due yet.")
	}
	said := []string{l.earnedSentence(i)}
	if s != nil && s.SVT.Known {
		said = append(said, l.paceInDays(*s)...)
	}
	return strings.Join(said, " ")
}

func (l Language) earnedSentence(i evm.Indicators) string {
	earned, planned := l.short(i.EarnedSP), l.short(i.PlannedSP)
	if l.isOne(i.EarnedSP) {
		return l.say("%s point is earned; due by now: %s.", earned, planned)
	}
	return l.say("%s points are earned; due by now: %s.", earned, planned)
}

// paceInDays returns the sentences on how far the project is ahead or behind, and on the end that this leads to.
func (l Language) paceInDays(s evm.Schedule) []string {
	days := math.Round(math.Abs(s.SVT.Value)*10) / 10
	apart := l.plural(days, "day")
	if days == 0 {
		return []string{l.say("That is on schedule.")}
	}
	if s.SVT.Value < 0 && s.ForecastEnd == nil {
		return []string{l.say("That is %s behind.", apart)}
	}
	end := l.say("At this pace the plan will end on %s instead of %s.", l.dayOrNone(s.ForecastEnd), l.day(s.PlannedEnd))
	if s.ForecastEnd != nil && *s.ForecastEnd == s.PlannedEnd {
		end = l.say("At this pace the plan will end on %s, as planned.", l.day(s.PlannedEnd))
	}
	if s.SVT.Value < 0 {
		return []string{l.say("That is %s behind.", apart), end}
	}
	return []string{l.say("That is %s ahead.", apart), end}
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
		return "at risk"
	case evm.Red:
		return "in trouble"
	case evm.Grey:
	}
	return "no figure yet"
}
