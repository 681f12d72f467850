package figures

import (
	"earnest/evm"
	"earnest/internal/front"
	"earnest/internal/money"
)

// Chart shows a sprint day by day.
type Chart struct {
	Days         []chartDay    `json:"days"` // empty if the sprint has no dates
	Committed    float64       `json:"committed"`
	ScopeChanges []scopeChange `json:"scope_changes"`
}

// chartDay is the state at the end of a day. Everything except ideal is null after today.
type chartDay struct {
	Date      string   `json:"date"`
	Ideal     float64  `json:"ideal"`
	Remaining *float64 `json:"remaining"`
	Done      *float64 `json:"done"`
	Scope     *float64 `json:"scope"`
	Added     *float64 `json:"added"`
	Removed   *float64 `json:"removed"`
}

// scopeChange is a ticket that changed the scope on a day. Negative points reduce the scope.
type scopeChange struct {
	Date   string  `json:"date"`
	UUID   string  `json:"uuid"`
	Key    string  `json:"key"`
	Title  string  `json:"title"`
	Points float64 `json:"points"`
}

func chartDayOf(d evm.SprintDay) chartDay {
	return chartDay{
		Date:      d.Day.String(),
		Ideal:     d.Ideal,
		Remaining: d.Remaining.Ptr(),
		Done:      d.Done.Ptr(),
		Scope:     d.Scope.Ptr(),
		Added:     d.Added.Ptr(),
		Removed:   d.Removed.Ptr(),
	}
}

// ChartOf converts the course of a sprint, given the keys of its tickets by uuid.
func ChartOf(c money.SprintCourse, keys map[string]string) Chart {
	return Chart{
		Days:      front.Mapped(c.Days, chartDayOf),
		Committed: c.Committed,
		ScopeChanges: front.Mapped(c.Changes, func(s money.ScopeChange) scopeChange {
			return scopeChange{Date: s.Day.String(), UUID: s.UUID, Key: keys[s.UUID], Title: s.Title, Points: s.Points}
		}),
	}
}

// Velocity shows what the last sprints finished, oldest first.
type Velocity struct {
	Sprints []pastSprint `json:"sprints"`
	Mean    *float64     `json:"mean"`
	Low     *float64     `json:"low"`
	High    *float64     `json:"high"`
}

type pastSprint struct {
	UUID      string  `json:"uuid"`
	Title     string  `json:"title"`
	EndDate   *string `json:"end_date"`
	Committed float64 `json:"committed"`
	Done      float64 `json:"done"`
}

// VelocityOf converts the velocity of past sprints.
func VelocityOf(p money.Pace) Velocity {
	return Velocity{
		Sprints: front.Mapped(p.Sprints, func(s money.PastSprint) pastSprint {
			return pastSprint{UUID: s.UUID, Title: s.Title, EndDate: (*string)(s.EndDate), Committed: s.Committed, Done: s.Done}
		}),
		Mean: p.Mean.Ptr(),
		Low:  p.Low.Ptr(),
		High: p.High.Ptr(),
	}
}
