// Package report presents the status of a project to people and scripts: as JSON, as text for a terminal, and as one
// self-contained HTML page. It computes only what a plot needs; the numbers are the engine's.
package report

import (
	"time"

	"earnest/evm"
)

// Report is the whole status of a project on one day.
type Report struct {
	UUID, Name string
	Today      evm.Day // the day taken as today
	Finance    evm.Indicators
	Reported   *Reported // the daily row of a past day; nil: none was kept, or it is the current day
	Health     evm.Colour
	Thresholds evm.Thresholds
	Curve      []evm.CurvePoint
	Schedule   *evm.Schedule // nil when no sprint has dates
	Path       evm.Path
	Titles     map[string]string // of epics and super-epics, by uuid
	Forecast   evm.Forecast
	Velocity   evm.Velocity
	Sprints    []Sprint
	Outside    float64 // the cost of time outside sprints
	History    []Index // from the daily rows; empty if there are none
	Warnings   []evm.Warning

	lang Language // of the page being written
}

// Reported is the daily row of a past day.
type Reported struct {
	evm.Indicators

	At       time.Time // when the row was made
	CaughtUp bool      // made too late for anyone to have seen it that day, from what was known of the day by then
}

// Sprint is what one sprint planned, delivered and cost.
type Sprint struct {
	UUID, Title string
	Start, End  *evm.Day
	Status      evm.SprintStatus
	Committed   float64
	Done        float64
	Earned      float64
	Value       evm.Maybe // the value of what it earned; unknown without a budget
	Cost        float64
}

// Index is the two indices on one day.
type Index struct {
	Day      evm.Day
	CPI, SPI evm.Maybe
	CaughtUp bool // as in Reported
}

// costWithheld reports whether the reader may not see the cost. The page then leaves out every figure that depends on cost.
func (r Report) costWithheld() bool { return r.Finance.CostWithheld }

// Name is the display name of something.
type Name struct {
	UUID, Title string
}

// Names holds the names of what terms refer to by id.
type Names struct {
	Sprints, Tickets, Members map[int64]Name
}

// Explanation is an indicator broken down, with the names of what is behind it.
type Explanation struct {
	evm.Explanation

	Project string
	Today   evm.Day
	Names   Names
	Note    string // a note on how deep it goes; empty: down to single entries
}
