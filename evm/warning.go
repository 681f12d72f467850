package evm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// WarningCode identifies a reason to doubt a project's numbers.
type WarningCode string

// The warnings.
const (
	UndatedPoints      WarningCode = "undated_points"
	UnratedMinutes     WarningCode = "unrated_minutes"
	NoSprintMinutes    WarningCode = "no_sprint_minutes"
	UnestimatedTickets WarningCode = "unestimated_tickets"
	OverbookedMinutes  WarningCode = "overbooked_minutes"
	FutureMinutes      WarningCode = "future_minutes"
	EarlyMinutes       WarningCode = "early_minutes"
	CostLeftSprints    WarningCode = "cost_left_sprints"
	CommittedAgain     WarningCode = "committed_again"
	PointsReestimated  WarningCode = "points_reestimated"
	SprintsRedated     WarningCode = "sprints_redated"
	BudgetRaised       WarningCode = "budget_raised"
)

// WarningCodes returns all codes, in the order in which [Warnings] lists them.
func WarningCodes() []WarningCode {
	return []WarningCode{
		CostLeftSprints, CommittedAgain, PointsReestimated, SprintsRedated, BudgetRaised,
		UndatedPoints, UnratedMinutes, NoSprintMinutes, UnestimatedTickets, OverbookedMinutes, FutureMinutes, EarlyMinutes,
	}
}

// Warning is something the reader of a number should know.
type Warning struct {
	Code   WarningCode
	Amount float64 // money, points, minutes or tickets, depending on the code
	Text   string  // the warning in words, except for who made the edits
	Edited *Edited // of the project's edits, how they flatter the indices; nil for all other warnings
}

// EarlyDays is how many days before the first dated sprint time can be booked without a warning.
const EarlyDays = 90

// Warnings lists the reasons to doubt a project's numbers at the end of today: edits that raised an index without any work; points
// in sprints without dates; minutes booked by members without a rate, outside sprints, beyond 24 hours of one member on one day, after
// today, or more than 90 days before the first dated sprint; and tickets without points. A warning with an amount of 0 is left out.
func Warnings(p Project, today Day) []Warning { return newIndex(p).warnings(today) }

func (x *index) warnings(today Day) []Warning {
	var unestimated int64
	for _, t := range x.Tickets {
		if t.Points == 0 {
			unestimated += max(1, t.Count)
		}
	}
	m := x.doubtful(today)
	all := append(x.flattering(today),
		warning(UndatedPoints, x.undated(), "Points in sprints without dates", "They can be earned but never become due, which raises SPI."),
		warning(UnratedMinutes, float64(m.unrated), "Time without a daily rate", "It costs 0 here."),
		warning(NoSprintMinutes, float64(m.outside), "Time outside sprints", "It costs money and earns nothing."),
		warning(UnestimatedTickets, float64(unestimated), "Tickets without points", "Their work counts nowhere."),
		warning(OverbookedMinutes, float64(m.Overbooked), "Time beyond 24 hours of one member on one day", "It costs money, but nobody can have worked it."),
		warning(FutureMinutes, float64(m.Future), "Time dated after today", "It costs money already, but the curve does not show it yet."),
		warning(EarlyMinutes, float64(m.Early), "Time dated more than 90 days before the first sprint",
			"The curve does not begin that early; its cost is in the first day."),
	)
	return slices.DeleteFunc(all, func(w Warning) bool { return w.Amount == 0 })
}

// Doubts are minutes that there are reasons to doubt because of their days.
type Doubts struct {
	Overbooked int64 // beyond 24 hours of one member on one day
	Future     int64 // after today
	Early      int64 // before [Project.EarlyBefore]
}

// doubtful holds the minutes that there are reasons to doubt.
type doubtful struct {
	Doubts
	unrated, outside int64
}

// EarlyBefore returns the day before which time is too early for the plan, and false if no sprint is dated.
func (p Project) EarlyBefore() (Day, bool) {
	start, dated := p.firstStart()
	return start - EarlyDays, dated
}

func (x *index) doubtful(today Day) doubtful {
	time, m := x.time(), doubtful{Doubts: x.Doubts}
	inSprint := time.sprints.where(x.inSprint)
	early, dated := x.EarlyBefore()
	for line := range time.lines {
		if !time.payees[line.payee].rated && !x.CostWithheld {
			m.unrated += line.minutes
		}
		if !inSprint[line.sprint] {
			m.outside += line.minutes
		}
		day := line.dayOr(today)
		if day > today {
			m.Future += line.minutes
		}
		if dated && day < early {
			m.Early += line.minutes
		}
	}
	for _, minutes := range time.overbooked() {
		m.Overbooked += minutes
	}
	return m
}

// firstStart returns the first day of the first dated sprint, and false if no sprint is dated.
func (p Project) firstStart() (first Day, ok bool) {
	for _, s := range p.Sprints {
		if s.dated() && (!ok || *s.Start < first) {
			first, ok = *s.Start, true
		}
	}
	return first, ok
}

// Overbooked returns the minutes that members booked beyond 24 hours on one day, by member.
func (p Project) Overbooked() map[int64]int64 { return p.booked().overbooked() }

func (t *Timesheet) overbooked() map[int64]int64 {
	const hours24 = 24 * 60
	type memberDay struct {
		member int64
		day    int32
	}
	days := map[memberDay]int64{}
	for line := range t.lines {
		if line.day != undated {
			days[memberDay{t.payees[line.payee].member, line.day}] += line.minutes
		}
	}
	beyond := map[int64]int64{}
	for at, minutes := range days {
		if minutes > hours24 {
			beyond[at.member] += minutes - hours24
		}
	}
	return beyond
}

// warning builds a warning and its text.
func warning(code WarningCode, amount float64, what, consequence string) Warning {
	text := what + ": " + code.written(amount) + ". " + consequence
	return Warning{Code: code, Amount: amount, Text: text}
}

// InMinutes reports whether the amounts of such warnings are minutes.
func (c WarningCode) InMinutes() bool { return strings.HasSuffix(string(c), "_minutes") }

// written formats the amount of a warning. Minutes are written as hours and minutes: 45 min, 8 h, 1 h 30.
func (c WarningCode) written(amount float64) string {
	if !c.InMinutes() {
		return strconv.FormatFloat(amount, 'f', -1, 64)
	}
	hours, minutes := int64(amount)/60, int64(amount)%60
	switch {
	case hours == 0:
		return fmt.Sprintf("%d min", minutes)
	case minutes == 0:
		return fmt.Sprintf("%d h", hours)
	}
	return fmt.Sprintf("%d h %02d", hours, minutes)
}

// affects reports whether the warning applies to an indicator.
func (c WarningCode) affects(indicator string) bool {
	var indicators []string
	switch c {
	case UndatedPoints, SprintsRedated:
		indicators = []string{"pv", "spi", "sv", "planned_sp", "planned_pct", "undated_sp", "eac_cpi_spi"}
	case UnratedMinutes, OverbookedMinutes, FutureMinutes, EarlyMinutes:
		indicators = append(namesOf(estimateFormulas()),
			"ac", "no_sprint_cost", "ac_total", "engaged_charge", "cpi", "cv", "tcpi", "etc", "eac", "vac")
	case NoSprintMinutes:
		indicators = append(namesOf(estimateFormulas()), "ac", "no_sprint_cost", "ac_total", "cpi", "cv", "tcpi", "eac", "vac")
	case BudgetRaised:
		indicators = append(namesOf(estimateFormulas()), "bac", "base_budget", "reserve", "pv", "ev", "cpi", "cv", "sv", "tcpi", "etc", "eac", "vac")
	case CostLeftSprints:
		indicators = []string{"ac", "no_sprint_cost", "cpi", "cv", "etc", "eac", "vac", "eac_cpi_spi"}
	case UnestimatedTickets, CommittedAgain, PointsReestimated:
		indicators = append(namesOf(estimateFormulas()),
			"pv", "ev", "cpi", "spi", "tcpi", "etc", "eac", "vac", "cv", "sv",
			"total_sp", "done_sp", "earned_sp", "planned_sp", "undated_sp", "progress_pct", "planned_pct")
	}
	return slices.Contains(indicators, indicator)
}
