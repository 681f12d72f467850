package dash

import (
	"strings"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/money"
)

// portfolio is several projects and their sums.
type portfolio struct {
	Totals     totals          `json:"totals"`
	Rows       []portfolioRow  `json:"rows"`
	Hidden     []hiddenProject `json:"hidden"` // projects that show cost to their owner and admins only; no sum includes them
	Thresholds thresholds      `json:"thresholds"`
	Today      string          `json:"today"`
}

// hiddenProject is a project that a portfolio leaves out.
type hiddenProject struct {
	UUID  string `json:"uuid"`
	Name  string `json:"name"`
	Color string `json:"color"`
}

// portfolioRow is one project of a portfolio.
type portfolioRow struct {
	UUID      string       `json:"uuid"`
	Name      string       `json:"name"`
	Color     string       `json:"color"`
	Role      string       `json:"role" rule:"role"`
	HasBudget bool         `json:"has_budget"`
	Finance   finance      `json:"finance"`
	Health    indexHealth  `json:"health"`
	Spark     spark        `json:"spark"`
	Tail      []indexPoint `json:"tail"` // one per week, today last
}

// spark is the indices twice a week, today last; null on days when an index had no value.
type spark struct {
	Days []string   `json:"days"`
	CPI  []*float64 `json:"cpi"`
	SPI  []*float64 `json:"spi"`
}

// totals are the sums of a portfolio, with the names and nulls of /api/v1/portfolio/finance.
type totals struct {
	Projects      int      `json:"projects"`
	WithBAC       int      `json:"with_bac"`
	WithoutBAC    int      `json:"without_bac"`
	BAC           float64  `json:"bac"`
	PV            float64  `json:"pv"`
	EV            float64  `json:"ev"`
	AC            float64  `json:"ac"`
	ACTotal       float64  `json:"ac_total"`
	EngagedCharge float64  `json:"engaged_charge"`
	CPI           *float64 `json:"cpi"`
	SPI           *float64 `json:"spi"`
	ETC           *float64 `json:"etc"`
	EAC           *float64 `json:"eac"`
	VAC           *float64 `json:"vac"`
	CV            *float64 `json:"cv"`
	SV            *float64 `json:"sv"`
	ACAll         float64  `json:"ac_all"`
	EngagedAll    float64  `json:"engaged_all"`
}

func (d *Dash) getPortfolio(r *request) (any, error) {
	p := r.params()
	only := p.projects("projects")
	if p.err != nil {
		return nil, p.err
	}
	v, err := d.app.Money.PortfolioPage(r.ctx, r.caller(), only)
	if err != nil {
		return nil, err
	}
	bounds := d.app.Thresholds
	return long{portfolio{
		Totals:     totalsOf(v.Totals),
		Rows:       mapped(v.Rows, func(row money.PortfolioRow) portfolioRow { return portfolioRowOf(row, bounds) }),
		Hidden:     mapped(v.Hidden, func(p domain.Project) hiddenProject { return hiddenProject{p.UUID, p.Name, p.Color} }),
		Thresholds: thresholds(bounds),
		Today:      string(d.app.Today()),
	}}, nil
}

func portfolioRowOf(row money.PortfolioRow, bounds evm.Thresholds) portfolioRow {
	return portfolioRow{
		UUID:      row.Indicators.ProjectUUID,
		Name:      row.Name,
		Color:     row.Color,
		Role:      string(row.Role),
		HasBudget: row.Indicators.BAC.Known,
		Finance:   financeOf(row.Indicators),
		Health:    indexHealthOf(row.Indicators, bounds),
		Spark: spark{
			Days: mapped(row.Course, func(p money.IndexPoint) string { return string(p.Day) }),
			CPI:  mapped(row.Course, func(p money.IndexPoint) *float64 { return p.CPI.Ptr() }),
			SPI:  mapped(row.Course, func(p money.IndexPoint) *float64 { return p.SPI.Ptr() }),
		},
		Tail: mapped(row.Weeks, indexPointOf),
	}
}

func totalsOf(t evm.Totals) totals {
	return totals{
		Projects:      t.Projects,
		WithBAC:       t.WithBAC,
		WithoutBAC:    t.WithoutBAC,
		BAC:           t.BAC,
		PV:            t.PV,
		EV:            t.EV,
		AC:            t.AC,
		ACTotal:       t.ACTotal,
		EngagedCharge: t.EngagedCharge,
		CPI:           t.CPI.Ptr(),
		SPI:           t.SPI.Ptr(),
		ETC:           t.ETC.Ptr(),
		EAC:           t.EAC.Ptr(),
		VAC:           t.VAC.Ptr(),
		CV:            t.CV.Ptr(),
		SV:            t.SV.Ptr(),
		ACAll:         t.ACAll,
		EngagedAll:    t.EngagedAll,
	}
}

// projects gives the uuids of a parameter that may be left out, repeated, or hold several with commas between them.
func (p *params) projects(name string) domain.Opt[[]string] {
	rule, list := domain.Rules("projects"), []string{}
	for _, value := range p.values[name] {
		for part := range strings.SplitSeq(value, ",") {
			uuid, ok := domain.ParseUUID(strings.TrimSpace(part))
			if !ok || len(list) == rule.Items {
				p.refuse(name, domain.Invalidf("%s must be at most %d uuids of %s, not %q", name, rule.Items, rule.Noun, input.Clip(value)))
				return domain.Opt[[]string]{}
			}
			list = append(list, uuid)
		}
	}
	return domain.Opt[[]string]{Set: len(list) > 0, Value: list}
}
