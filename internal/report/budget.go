package report

import (
	"strconv"
	"strings"
	"time"

	"earnest/evm"
)

// stepJSON is a day on which another budget came into force.
type stepJSON struct {
	Date   string   `json:"date"`
	Before *float64 `json:"before"` // null means no budget
	Budget *float64 `json:"budget"` // null means no budget
	Reason string   `json:"reason"`
}

func stepOf(s evm.BudgetStep) stepJSON {
	return stepJSON{s.Day.String(), s.Before.Ptr(), s.After.Ptr(), s.Reason}
}

// budgetStep describes a step of the budget.
func (v voice) budgetStep(s evm.BudgetStep) string {
	text := v.say("%s: the budget changed from %s to %s, and planned and earned value with it.", v.day(s.Day), v.budget(s.Before), v.budget(s.After))
	if s.Reason != "" {
		text += " " + v.say("Reason: %s", s.Reason)
	}
	return text
}

func (v voice) budget(m evm.Maybe) string {
	if !m.Known {
		return v.say("no budget")
	}
	return v.money(m.Value)
}

// budgetSteps lists the steps of the budget below the S-curve, by the numbers that mark them in the plot.
func budgetSteps(m *markup, steps []evm.BudgetStep) {
	if len(steps) == 0 {
		return
	}
	m.open("ol", "class", "steps")
	for _, s := range steps {
		m.put("li", m.lang.budgetStep(s))
	}
	m.end("ol")
}

// drawSteps marks the steps of the budget by their numbers.
func (c lineChart) drawSteps(f frame) {
	for i, s := range c.steps {
		x := f.x.place(float64(s.Day))
		f.line("step", x, f.y.at, x, f.y.end)
		f.put("text", strconv.Itoa(i+1), "class", "tick", "x", px(x+3), "y", px(f.y.end+11))
	}
}

// budgetPoints returns the budget over a number of days, with both budgets on the day of each step.
func budgetPoints(r Report, first, last evm.Day) []point {
	var points []point
	from := first
	for _, s := range r.Steps {
		if s.Day > first && s.Day <= last {
			points = append(points, point{from, s.Before}, point{s.Day, s.Before})
			from = s.Day
		}
	}
	return append(points, point{from, r.Finance.BAC}, point{last, r.Finance.BAC})
}

// budgetSteps prints the steps of the budget below the S-curve.
func (p printer) budgetSteps(v voice, steps []evm.BudgetStep) {
	for _, s := range steps {
		p.wrap("  ", v.budgetStep(s))
	}
}

// budgetWords says since when a budget is in force, and why.
func budgetWords(b *evm.BudgetFrom) string {
	if b == nil {
		return ""
	}
	words := ", in force from the start"
	if b.From > evm.DayOf(1, time.January, 1) {
		words = ", in force since " + b.From.String()
	}
	if b.Reason != "" {
		words += " (" + strings.Join(strings.Fields(b.Reason), " ") + ")" // on one line
	}
	return words
}
