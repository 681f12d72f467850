package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/money"
)

func (d *Dash) getChart(r *request) (any, error) {
	c, err := d.app.Money.SprintCourse(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	keys, err := ticketKeys(d, r, c.Changes, func(s money.ScopeChange) string { return s.UUID })
	return figures.ChartOf(c, keys), err
}

func (d *Dash) getVelocity(r *request) (any, error) {
	p, err := d.app.Money.Pace(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	return figures.VelocityOf(p), nil
}
