package evm

import (
	"slices"
	"strconv"
)

// WarningCode identifies a reason to doubt a project's numbers.
type WarningCode string

// The warnings.
const (
	UndatedPoints      WarningCode = "undated_points"
	UnratedMinutes     WarningCode = "unrated_minutes"
	NoSprintMinutes    WarningCode = "no_sprint_minutes"
	UnestimatedTickets WarningCode = "unestimated_tickets"
)

// Warning is something the reader of a number should know.
type Warning struct {
	Code   WarningCode
	Amount float64 // points, minutes or tickets, depending on the code
	Text   string  // the warning in words
}

// Warnings lists the reasons to doubt a project's numbers: points in sprints without dates, minutes booked by members without a
// rate, minutes outside sprints, and tickets without points. A warning with an amount of 0 is left out.
func Warnings(p Project) []Warning { return newIndex(p).warnings() }

func (x *index) warnings() []Warning {
	var unrated, loose, unestimated int64
	time := x.time()
	inSprint := time.sprints.where(x.inSprint)
	for line := range time.lines {
		if !time.payees[line.payee].rated && !x.CostWithheld {
			unrated += line.minutes
		}
		if !inSprint[line.sprint] {
			loose += line.minutes
		}
	}
	for _, t := range x.Tickets {
		if t.Points == 0 {
			unestimated += max(1, t.Count)
		}
	}
	all := []Warning{
		warning(UndatedPoints, x.undated(), "Points in sprints without dates", "They can be earned but never become due, which raises SPI."),
		warning(UnratedMinutes, float64(unrated), "Minutes without a daily rate", "They cost 0 here."),
		warning(NoSprintMinutes, float64(loose), "Minutes outside sprints", "They cost money and earn nothing."),
		warning(UnestimatedTickets, float64(unestimated), "Tickets without points", "Their work counts nowhere."),
	}
	return slices.DeleteFunc(all, func(w Warning) bool { return w.Amount == 0 })
}

// warning builds a warning and its text.
func warning(code WarningCode, amount float64, what, consequence string) Warning {
	text := what + ": " + strconv.FormatFloat(amount, 'f', -1, 64) + ". " + consequence
	return Warning{Code: code, Amount: amount, Text: text}
}

// affects reports whether the warning applies to an indicator.
func (c WarningCode) affects(indicator string) bool {
	var indicators []string
	switch c {
	case UndatedPoints:
		indicators = []string{"pv", "spi", "sv", "planned_sp", "planned_pct", "undated_sp"}
	case UnratedMinutes:
		indicators = []string{"ac", "no_sprint_cost", "ac_total", "engaged_charge", "cpi", "cv", "tcpi", "etc", "eac", "vac"}
	case NoSprintMinutes:
		indicators = []string{"ac", "no_sprint_cost", "ac_total", "cpi", "cv", "tcpi", "eac", "vac"}
	case UnestimatedTickets:
		indicators = []string{
			"pv", "ev", "cpi", "spi", "tcpi", "etc", "eac", "vac", "cv", "sv",
			"total_sp", "done_sp", "earned_sp", "planned_sp", "undated_sp", "progress_pct", "planned_pct",
		}
	}
	return slices.Contains(indicators, indicator)
}
