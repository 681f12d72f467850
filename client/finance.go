package client

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// Finance holds the earned-value indicators of a project. A pointer is nil if the indicator has no value, because there is no
// budget or the divisor is 0.
type Finance struct {
	ProjectUUID    string   `json:"project_uuid"`
	BAC            *float64 `json:"bac"`
	BaseBudget     *float64 `json:"base_budget"`
	Reserve        *float64 `json:"reserve"`
	ContingencyPct float64  `json:"contingency_pct"`
	PV             *float64 `json:"pv"`
	EV             *float64 `json:"ev"`
	AC             float64  `json:"ac"`
	NoSprintCost   float64  `json:"no_sprint_cost"`
	ACTotal        float64  `json:"ac_total"`
	EngagedCharge  float64  `json:"engaged_charge"`
	CPI            *float64 `json:"cpi"`
	SPI            *float64 `json:"spi"`
	TCPI           *float64 `json:"tcpi"`
	EAC            *float64 `json:"eac"`
	ETC            *float64 `json:"etc"`
	VAC            *float64 `json:"vac"`
	CV             *float64 `json:"cv"`
	SV             *float64 `json:"sv"`
	TotalSP        int64    `json:"total_sp"`
	DoneSP         float64  `json:"done_sp"`
	EarnedSP       float64  `json:"earned_sp"`
	PlannedSP      float64  `json:"planned_sp"`
	UndatedSP      float64  `json:"undated_sp"`
	ProgressPct    float64  `json:"progress_pct"`
	PlannedPct     float64  `json:"planned_pct"`
}

// Portfolio is the roll-up of several projects.
type Portfolio struct {
	Totals           PortfolioTotals    `json:"totals"`             // adds plain numbers, even of different currencies
	TotalsByCurrency []PortfolioTotals  `json:"totals_by_currency"` // sorted by code, with the projects that have no currency last
	Projects         []PortfolioProject `json:"projects"`
	Hidden           []string           `json:"-"` // uuids of projects left out because they show cost only to their owner and admins
}

// PortfolioProject is a project's row in a portfolio.
type PortfolioProject struct {
	ProjectName string `json:"project_name"`
	Finance
}

// PortfolioTotals sums the projects with a budget; ACAll and EngagedAll sum all projects. The ratios are computed from the sums.
type PortfolioTotals struct {
	Currency      *string  `json:"currency"` // nil when the projects have different currencies or none
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

// Finance returns the indicators of a project.
func (c *Client) Finance(ctx context.Context, projectUUID string) (*Finance, error) {
	return one[Finance](ctx, c, http.MethodGet, withQuery("/finance", ofProject(projectUUID)), nil)
}

// PortfolioFinance returns the roll-up of the given projects or, if none are given, of every project that the key's holder is a
// member of.
func (c *Client) PortfolioFinance(ctx context.Context, projectUUIDs ...string) (*Portfolio, error) {
	query := url.Values{}
	setText(query, "projects", strings.Join(projectUUIDs, ","))
	path := withQuery("/portfolio/finance", query)
	var out struct {
		Data *Portfolio `json:"data"`
		Meta struct {
			Hidden []string `json:"hidden"`
		} `json:"meta"`
	}
	resp, err := c.Do(ctx, http.MethodGet, path, nil, &out)
	if err != nil {
		return nil, err
	}
	if out.Data == nil {
		return nil, c.noData(http.MethodGet, path, resp)
	}
	out.Data.Hidden = out.Meta.Hidden
	return out.Data, nil
}
