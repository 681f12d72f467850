package apiv1

import (
	"strings"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/input"
	"earnest/internal/money"
	"earnest/internal/report"
)

// finance is the wire form of a project's earned-value indicators.
type finance struct{ report.Finance[float64] }

// financeRow is a project in a portfolio.
type financeRow struct {
	ProjectName string `json:"project_name" rule:"project name"`
	finance
}

// portfolio is the roll-up of several projects.
type portfolio struct {
	Totals           report.Totals   `json:"totals"`
	TotalsByCurrency []report.Totals `json:"totals_by_currency"`
	Projects         []financeRow    `json:"projects"`
}

// portfolioMeta is the meta member of a portfolio.
type portfolioMeta struct {
	Total  int      `json:"total" doc:"the number of projects in the roll-up"`
	Hidden []string `json:"hidden,omitempty" doc:"your other projects, left out because they show cost to their owner and admins only"`
}

func financeOf(i evm.Indicators) finance { return finance{report.FinanceOf(i)} }

func financeRowOf(r money.Row) financeRow { return financeRow{r.Name, financeOf(r.Indicators)} }

func totalsOf(t money.Totals) report.Totals { return report.TotalsOf(t.Currency, t.Totals) }

func (a *API) getFinance(r *request) (any, error) {
	project, err := r.query().Need("project", "project")
	if err != nil {
		return nil, err
	}
	i, err := a.app.Money.Finance(r.ctx, r.caller, project)
	return financeOf(i), err
}

func (a *API) getPortfolio(r *request) (any, error) {
	q := r.query()
	only := q.uuids("projects", "projects")
	if q.Err != nil {
		return nil, q.Err
	}
	p, err := a.app.Money.Portfolio(r.ctx, r.caller, only)
	out := portfolio{totalsOf(p.Totals), front.Mapped(p.ByCurrency, totalsOf), front.Mapped(p.Rows, financeRowOf)}
	return counted{out, portfolioMeta{len(p.Rows), p.Hidden}}, err
}

// uuids returns an optional parameter that is a comma-separated list.
func (q *query) uuids(name, rule string) domain.Opt[[]string] {
	value, present := q.Get(name)
	if !present {
		return domain.Opt[[]string]{}
	}
	r := domain.Rules(rule)
	list := []string{}
	for part := range strings.SplitSeq(value, ",") {
		uuid, ok := domain.ParseUUID(strings.TrimSpace(part))
		if !ok || len(list) == r.Items {
			q.Refuse(name, domain.Invalidf("%s must be at most %d uuids of %s separated by commas, not %q", name, r.Items, r.Noun, input.Clip(value)))
			return domain.Opt[[]string]{}
		}
		list = append(list, uuid)
	}
	return domain.Some(list)
}
