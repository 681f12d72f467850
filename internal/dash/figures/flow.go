package figures

import (
	"earnest/evm"
	"earnest/internal/front"
	"earnest/internal/money"
	"earnest/internal/report"
)

// Flow holds the number of tickets in each status, day by day.
type Flow struct {
	Statuses []flowStatus `json:"statuses"` // in the order of the board, then deleted ones
	Days     []flowDay    `json:"days"`
}

type flowStatus struct {
	Key    string `json:"key"`
	Label  string `json:"label"`
	IsDone bool   `json:"is_done"`
}

// flowDay is the state at the end of a day. Empty statuses are left out.
type flowDay struct {
	Date   string             `json:"date"`
	Counts map[string]int     `json:"counts"`
	Points map[string]float64 `json:"points"`
}

// FlowOf converts the flow of a project, thinned out for a chart.
func FlowOf(f report.Flow) Flow {
	out := Flow{Statuses: []flowStatus{}, Days: front.Mapped(money.Thinned(f.Days, money.PagePoints), flowDayOf)}
	for _, s := range f.Statuses {
		out.Statuses = append(out.Statuses, flowStatus{s.Key, s.Label, s.Done})
	}
	return out
}

func flowDayOf(d evm.FlowDay) flowDay {
	out := flowDay{Date: d.Day.String(), Counts: map[string]int{}, Points: map[string]float64{}}
	for key, cell := range d.Statuses {
		out.Counts[key], out.Points[key] = cell.Tickets, cell.Points
	}
	return out
}

// CycleTimes shows how long finished tickets took, oldest first.
type CycleTimes struct {
	Tickets []cycleTime `json:"tickets"`
	P50     *float64    `json:"p50"`
	P85     *float64    `json:"p85"`
	P95     *float64    `json:"p95"`
	Unseen  int         `json:"unseen"` // finished tickets whose start was not recorded
}

type cycleTime struct {
	UUID    string `json:"uuid"`
	Key     string `json:"key"`
	Title   string `json:"title"`
	Started string `json:"started"`
	Done    string `json:"done"`
	Days    int    `json:"days"` // both ends included
}

// CycleTimesOf converts cycle times, given the keys of the tickets by uuid.
func CycleTimesOf(c money.CycleTimes, keys map[string]string) CycleTimes {
	return CycleTimes{
		Tickets: front.Mapped(c.Tickets, func(t money.CycleTime) cycleTime {
			return cycleTime{t.UUID, keys[t.UUID], t.Title, t.Started.String(), t.Done.String(), t.Days}
		}),
		P50:    c.P50.Ptr(),
		P85:    c.P85.Ptr(),
		P95:    c.P95.Ptr(),
		Unseen: c.Unseen,
	}
}
