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
	config.Form
}

// Run breaks down one number of a project.
func (c *explainCmd) Run(t *terminal) error {
	day, err := asOf(c.At)
	if err != nil {
		return err
	}
	if !slices.Contains(evm.Explainable(), c.Indicator) {
		return usagef("--indicator must be one of %s, not %q", strings.Join(evm.Explainable(), ", "), c.Indicator)
	}
	if c.Depth < 0 {
		return usagef("--depth must not be below 0")
	}
	return t.withProject(c.Database, c.Zone, c.Project, func(a *app.App, project string) error {
		x, err := a.Money.Explain(t.ctx, domain.Operator(), money.ExplainQuery{Project: project, Indicator: c.Indicator, AsOf: day})
		if err != nil {
			return err
		}
		return t.write(c.Form, func(w io.Writer) error { return report.ExplainText(w, x, c.Depth) },
			func(w io.Writer) error { return report.ExplainJSON(w, x, c.Depth) })
	})
}
