package dash

import (
	"earnest/internal/dash/figures"
)

func (d *Dash) getFinance(r *request) (any, error) {
	p := r.params()
	asOf := p.Day("as_of")
	if p.Err != nil {
		return nil, p.Err
	}
	v, err := d.app.Money.FinancePage(r.ctx, r.caller(), r.UUID, asOf)
	if err != nil {
		return nil, err
	}
	page := figures.FinancePageOf(v, d.app.Thresholds)
	return long{page}, d.addWarnedKeys(r, page.Warnings)
}
