package cli

import (
	"io"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

type sprintCmd struct {
	config.Database
	config.Zone
	config.At
	config.Sprint
	config.Form
}

// Run lists the sprints of a project, or draws one of them.
func (c *sprintCmd) Run(t *terminal) error {
	q, err := c.query()
	if err != nil {
		return err
	}
	return t.withProject(c.Database, c.Zone, c.Project, func(a *app.App, project string) error {
		q.Project = project
		if q.Sprint == "" {
			return c.list(t, a, q)
		}
		return c.draw(t, a, q)
	})
}

// query checks the flags. If no sprint is given, it leaves q.Sprint empty, which stands for all sprints.
func (c *sprintCmd) query() (q money.SprintQuery, err error) {
	if q.AsOf, err = asOf(c.At); err != nil || c.Sprint.Sprint == "" {
		return q, err
	}
	sprint, ok := domain.ParseUUID(c.Sprint.Sprint)
	if !ok {
		return q, usagef("--sprint must be %s, not %q", domain.Rules("sprint").Expect(), c.Sprint.Sprint)
	}
	q.Sprint = sprint
	return q, nil
}

func (c *sprintCmd) list(t *terminal, a *app.App, q money.SprintQuery) error {
	list, err := a.Money.SprintList(t.ctx, domain.Operator(), q.Project, q.AsOf)
	if err != nil {
		return err
	}
	return t.write(c.Form, func(w io.Writer) error { return report.SprintListText(w, list) },
		func(w io.Writer) error { return report.SprintListJSON(w, list) })
}

func (c *sprintCmd) draw(t *terminal, a *app.App, q money.SprintQuery) error {
	chart, err := a.Money.SprintReport(t.ctx, domain.Operator(), q)
	if err != nil {
		return err
	}
	return t.write(c.Form, func(w io.Writer) error { return report.SprintChartText(w, chart) },
		func(w io.Writer) error { return report.SprintChartJSON(w, chart) })
}
