package dash

import (
	"strings"

	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/input"
)

func (d *Dash) getPortfolio(r *request) (any, error) {
	p := r.params()
	only := p.projects("projects")
	if p.Err != nil {
		return nil, p.Err
	}
	v, err := d.app.Money.PortfolioPage(r.ctx, r.caller(), only)
	if err != nil {
		return nil, err
	}
	return long{figures.PortfolioOf(v, d.app.Thresholds, d.app.Today())}, nil
}

// projects returns the uuids in an optional parameter, which may be repeated or contain several, separated by commas.
func (p *params) projects(name string) domain.Opt[[]string] {
	rule, list := domain.Rules("projects"), []string{}
	for _, value := range p.Values[name] {
		for part := range strings.SplitSeq(value, ",") {
			uuid, ok := domain.ParseUUID(strings.TrimSpace(part))
			if !ok || len(list) == rule.Items {
				p.Refuse(name, domain.Invalidf("%s must be at most %d uuids of %s, not %q", name, rule.Items, rule.Noun, input.Clip(value)))
				return domain.Opt[[]string]{}
			}
			list = append(list, uuid)
		}
	}
	return domain.Opt[[]string]{Set: len(list) > 0, Value: list}
}
