package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/money"
)

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
	return long{figures.FlowOf(f)}, nil
}

func (d *Dash) getCycleTimes(r *request) (any, error) {
	c, err := d.app.Money.CycleTimes(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	keys, err := ticketKeys(d, r, c.Tickets, func(t money.CycleTime) string { return t.UUID })
	return long{figures.CycleTimesOf(c, keys)}, err
}
