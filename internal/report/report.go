// Package report presents the status of a project to people and scripts: as JSON, as text for a terminal, and as one
// self-contained HTML page. It computes only what plots need; all other numbers come from the engine.
package report

import (
	"time"

	"earnest/evm"
	"earnest/internal/domain"
)

// Report is the full status of a project on one day.
type Report struct {
	UUID, Name string
	Today      evm.Day // the day taken as today
	Currency   *string // of all amounts; nil if it is not set
	Past       bool    // that day is over, so its figures are restated
	Finance    evm.Indicators
	Reported   *Reported // the row stored for a past day; nil if there is none or if today is the current day
	Health     evm.Colour
	Thresholds evm.Thresholds
	Curve      []evm.CurvePoint
	Steps      []evm.BudgetStep // of the curve in money
	Schedule   *evm.Schedule    // nil when no sprint has dates
	Roadmap    evm.RoadmapSchedule
	Plan       evm.Roadmap       // what the roadmap was computed from: its links, and how much of each epic is done
	Titles     map[string]string // of epics and super-epics, by uuid
	Forecast   evm.Forecast
	Velocity   evm.Velocity
	Sprints    []Sprint
	Outside    float64 // the cost of time outside sprints
	History    []Index // from the daily rows; empty if there are none
	Warnings   []evm.Warning
	Milestones []Milestone
	Commentary *domain.Commentary // on that day; nil if there is none

	lang voice // of the page being written
}

// in returns the report as it is written in a language.
func (r Report) in(l Language) Report {
	r.lang = newVoice(l, r.Currency)
	return r
}

// Reported is the row stored for a past day.
type Reported struct {
	evm.Indicators

	At       time.Time // when the row was written
	CaughtUp bool      // written later, from the data available then, so nobody saw it on the day itself
}

// Sprint holds the dates, points, value and cost of one sprint.
type Sprint struct {
	UUID, Title string
	Start, End  *evm.Day
	Status      evm.SprintStatus
	Committed   float64
	Done        float64
	Earned      float64
	Value       evm.Maybe // the value of the points it earned; unknown without a budget
	Cost        float64
}

// Milestone is a milestone with its date and the date that it was first given.
type Milestone struct {
	UUID, Name  string
	Date, First evm.Day
}

// slippage returns by how many days the milestone is later than it was first planned.
func (m Milestone) slippage() int { return int(m.Date - m.First) }

// Index holds the two indices on one day.
type Index struct {
	Day      evm.Day
	CPI, SPI evm.Maybe
	CaughtUp bool // as in Reported
}

// costWithheld reports whether the reader may not see the cost. If so, the page leaves out every figure that depends on cost.
func (r Report) costWithheld() bool { return r.Finance.CostWithheld }

// Name is the display name of a sprint, ticket or member.
type Name struct {
	UUID, Title string
}

// Names holds the names of the items that terms refer to, by id.
type Names struct {
	Sprints, Tickets, Members map[int64]Name
}

// Explanation is a breakdown of an indicator, with the names of the items behind it.
type Explanation struct {
	evm.Explanation

	Project  string
	Currency *string // of all amounts; nil if it is not set
	Today    evm.Day
	Past     bool // as in Report
	Names    Names
	Note     string // a note on how detailed it is; empty if it goes down to single entries
}
