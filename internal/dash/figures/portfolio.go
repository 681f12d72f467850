package figures

import (
	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/money"
	"earnest/internal/report"
)

// Portfolio holds several projects and their totals.
type Portfolio struct {
	Totals     report.Totals   `json:"totals"` // of all rows; shown only if they have the same currency
	ByCurrency []report.Totals `json:"by_currency"`
	Converted  *converted      `json:"converted"` // null: the amounts are in one currency, or a rate is missing
	Rows       []portfolioRow  `json:"rows"`
	Hidden     []hiddenProject `json:"hidden"` // projects that show cost only to their owner and admins; the totals exclude them
	Thresholds Thresholds      `json:"thresholds"`
	Today      string          `json:"today"`
}

// converted holds the totals of different currencies in one currency, and the exchange rates used.
type converted struct {
	Totals report.Totals `json:"totals"`
	Rates  []usedRate    `json:"rates"`
}

// usedRate is an exchange rate as it was entered, and the currency that was converted with it, which is one of the two.
type usedRate struct {
	From      string  `json:"from"`
	To        string  `json:"to"`
	FromDay   string  `json:"from_day"`
	Rate      float64 `json:"rate"`
	Converted string  `json:"converted"`
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
	Currency  *string      `json:"currency"`
	HasBudget bool         `json:"has_budget"`
	Finance   finance      `json:"finance"`
	Health    indexHealth  `json:"health"`
	Spark     spark        `json:"spark"`
	Tail      []indexPoint `json:"tail"` // one per week, today last
}

// spark holds the indices for two days a week, today last; null on days when an index had no value.
type spark struct {
	Days []string   `json:"days"`
	CPI  []*float64 `json:"cpi"`
	SPI  []*float64 `json:"spi"`
}

// PortfolioOf converts a portfolio, as it is today.
func PortfolioOf(v money.PortfolioPage, bounds evm.Thresholds, today domain.Date) Portfolio {
	return Portfolio{
		Totals:     totalsOf(v.Totals),
		ByCurrency: front.Mapped(v.ByCurrency, totalsOf),
		Converted:  convertedOf(v.Converted),
		Rows:       front.Mapped(v.Rows, func(row money.PortfolioRow) portfolioRow { return portfolioRowOf(row, bounds) }),
		Hidden:     front.Mapped(v.Hidden, func(p domain.Project) hiddenProject { return hiddenProject{p.UUID, p.Name, p.Color} }),
		Thresholds: Thresholds(bounds),
		Today:      string(today),
	}
}

func totalsOf(t money.Totals) report.Totals { return report.TotalsOf(t.Currency, t.Totals) }

func convertedOf(c *money.Converted) *converted {
	if c == nil {
		return nil
	}
	return &converted{totalsOf(c.Totals), front.Mapped(c.Rates, func(way domain.Conversion) usedRate {
		used := usedRate{way.From, way.To, string(way.Day), way.Rate, way.From}
		if way.Inverse {
			used.Converted = way.To
		}
		return used
	})}
}

func portfolioRowOf(row money.PortfolioRow, bounds evm.Thresholds) portfolioRow {
	return portfolioRow{
		UUID:      row.Indicators.ProjectUUID,
		Name:      row.Name,
		Color:     row.Color,
		Role:      string(row.Role),
		Currency:  row.Currency,
		HasBudget: row.Indicators.BAC.Known,
		Finance:   report.FinanceFor(row.Indicators),
		Health:    indexHealthOf(row.Indicators, bounds),
		Spark: spark{
			Days: front.Mapped(row.Course, func(p money.IndexPoint) string { return string(p.Day) }),
			CPI:  front.Mapped(row.Course, func(p money.IndexPoint) *float64 { return p.CPI.Ptr() }),
			SPI:  front.Mapped(row.Course, func(p money.IndexPoint) *float64 { return p.SPI.Ptr() }),
		},
		Tail: front.Mapped(row.Weeks, indexPointOf),
	}
}
