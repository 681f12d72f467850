package dash

import (
	"earnest/evm"
	"earnest/internal/money"
)

// flow holds the number of tickets in each status, day by day.
type flow struct {
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

func (d *Dash) getFlow(r *request) (any, error) {
	p := r.params()
	q := money.FlowQuery{Project: r.UUID, From: p.Day("from"), To: p.Day("to")}
	if p.Err != nil {
		return nil, p.Err
	}
	f, err := d.app.Money.FlowReport(r.ctx, r.caller(), q)
	if err != nil {
		return nil, err
	}
	out := flow{Statuses: []flowStatus{}, Days: mapped(money.Thinned(f.Days, money.PagePoints), flowDayOf)}
	for _, s := range f.Statuses {
		out.Statuses = append(out.Statuses, flowStatus{s.Key, s.Label, s.Done})
	}
	return long{out}, nil
}

func flowDayOf(d evm.FlowDay) flowDay {
	out := flowDay{Date: d.Day.String(), Counts: map[string]int{}, Points: map[string]float64{}}
	for key, cell := range d.Statuses {
		out.Counts[key], out.Points[key] = cell.Tickets, cell.Points
	}
	return out
}

// cycleTimes shows how long finished tickets took, oldest first.
type cycleTimes struct {
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

func (d *Dash) getCycleTimes(r *request) (any, error) {
	c, err := d.app.Money.CycleTimes(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	keys, err := ticketKeys(d, r, c.Tickets, func(t money.CycleTime) string { return t.UUID })
	return long{cycleTimes{
		Tickets: mapped(c.Tickets, func(t money.CycleTime) cycleTime {
			return cycleTime{t.UUID, keys[t.UUID], t.Title, t.Started.String(), t.Done.String(), t.Days}
		}),
		P50:    c.P50.Ptr(),
		P85:    c.P85.Ptr(),
		P95:    c.P95.Ptr(),
		Unseen: c.Unseen,
	}}, err
}
