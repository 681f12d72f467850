package cli

import (
	"io"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

type flowCmd struct {
	config.Database
	config.Zone
	config.Flow
	config.Form
}

// Run shows the cumulative flow of a project.
func (c *flowCmd) Run(t *terminal) error {
	q, err := c.query()
	if err != nil {
		return err
	}
	return t.withProject(c.Database, c.Zone, c.Project, func(a *app.App, project string) error {
		q.Project = project
		flow, err := a.Money.FlowReport(t.ctx, domain.Operator(), q)
		if err != nil {
			return err
		}
		return t.write(c.Form, func(w io.Writer) error { return report.FlowText(w, flow) },
			func(w io.Writer) error { return report.FlowJSON(w, flow) })
	})
}

// query checks the days.
func (c *flowCmd) query() (q money.FlowQuery, err error) {
	if q.From, err = parseDay("--from", c.From); err != nil {
		return q, err
	}
	if q.To, err = parseDay("--to", c.To); err != nil {
		return q, err
	}
	if q.From != nil && q.To != nil && *q.From > *q.To {
		return q, usagef("--from must not be after --to")
	}
	return q, nil
}
