package cli

import (
	"io"
	"slices"
	"strings"

	"earnest/evm"
	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

type explainCmd struct {
	config.Database
	config.Zone
	config.At
	config.Explain
}

// Run breaks down one number of a project.
func (c *explainCmd) Run(t *terminal) error {
	day, err := asOf(&c.At)
	if err != nil {
		return err
	}
	if !slices.Contains(evm.Explainable(), c.Indicator) {
		return usagef("--indicator must be one of %s, not %q", strings.Join(evm.Explainable(), ", "), c.Indicator)
	}
	if c.Depth < 0 {
		return usagef("--depth must not be below 0")
	}
	return t.withZone(c.Database, c.Zone, func(a *app.App) error {
		x, err := a.Money.Explain(t.ctx, domain.Operator(), money.ExplainQuery{Project: c.Project, Indicator: c.Indicator, AsOf: day})
		if err != nil {
			return err
		}
		return buffered(t.stdout, func(w io.Writer) error {
			if c.Format == "json" {
				return report.ExplainJSON(w, x, c.Depth)
			}
			return report.ExplainText(w, x, c.Depth)
		})
	})
}
