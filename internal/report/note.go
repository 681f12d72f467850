package report

import (
	"strings"

	"earnest/evm"
)

// planGap explains why the plan ends below the budget or the points of all tickets. It returns "" if it does not.
func planGap(r Report, unit string) string {
	l, i, end := r.lang, r.Finance, r.Curve[len(r.Curve)-1]
	missing := i.TotalExact - end.PlannedSP
	if l.short(missing) == l.short(0) {
		return ""
	}
	undated := min(missing, i.UndatedSP)
	last, whole := l.short(end.PlannedSP), l.short(i.TotalExact)
	if unit == "money" {
		last, whole = l.moneyOrNone(end.PV), l.moneyOrNone(i.BAC)
	}
	return l.say("The plan ends at %s, not at %s. Points in sprints without dates: %s; in no sprint, or added to one after its start: %s.",
		last, whole, l.short(undated), l.short(missing-undated))
}

// earlyCost names the sprints that have not started but already have a cost. It returns "" if there are none.
func earlyCost(r Report) string {
	var names []string
	sum := 0.0
	for _, s := range byStart(r.Sprints) {
		if s.Cost > 0 && hasNotStarted(s, r.Today) {
			names, sum = append(names, s.Title), sum+s.Cost
		}
	}
	const most = 3
	switch {
	case len(names) == 0:
		return ""
	case len(names) > most:
		names = append(names[:most], "…")
	}
	return r.lang.say("These sprints have not started but already have a cost (%s), because time was logged on tickets that are now in them: %s.",
		r.lang.money(sum), strings.Join(names, ", "))
}

func hasNotStarted(s Sprint, today evm.Day) bool {
	if s.Start == nil {
		return s.Status == evm.Planning
	}
	return *s.Start > today
}
