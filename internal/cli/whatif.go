package cli

import (
	"io"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

type whatIfCmd struct {
	config.Database
	config.Zone
	config.At
	config.WhatIf
	config.Thresholds
	config.Form
}

// Run answers the what-if question without changing anything.
func (c *whatIfCmd) Run(t *terminal) error {
	q, err := c.query()
	if err != nil {
		return err
	}
	return t.withProject(c.Database, c.Zone, c.Project, func(a *app.App, project string) error {
		q.Project = project
		answer, err := a.Money.WhatIf(t.ctx, domain.Operator(), q)
		if err != nil {
			return err
		}
		return t.write(c.Form, func(w io.Writer) error { return report.WhatIfText(w, answer) },
			func(w io.Writer) error { return report.WhatIfJSON(w, answer) })
	})
}

// query checks the flags.
func (c *whatIfCmd) query() (q money.WhatIfQuery, err error) {
	if c.WhatIf == (config.WhatIf{}) {
		return q, usagef("what-if needs a question: at least one of --scope, --velocity, --rate, --shift, --finish and --growth")
	}
	if q.AsOf, err = asOf(c.At); err != nil {
		return q, err
	}
	if q.Thresholds, err = thresholds(c.Thresholds); err != nil {
		return q, err
	}
	if q.Scope, err = parseChange("--scope", c.Scope); err != nil {
		return q, err
	}
	if q.Velocity, err = parseChange("--velocity", c.Velocity); err != nil {
		return q, err
	}
	if q.Rates, err = parseFactor("--rate", c.Rate); err != nil {
		return q, err
	}
	q.Shift, q.Growth = c.Shift, c.Growth
	q.Finish, err = parseDay("--finish", c.Finish)
	return q, err
}

// parseDay parses a day; nil means that none is given.
func parseDay(flag, text string) (*domain.Date, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // the day is optional
	}
	day, ok := domain.ParseDate(text)
	if !ok {
		return nil, usagef("%s must be %s, not %q", flag, domain.Rules("date").Expect(), text)
	}
	return &day, nil
}

// write prints an answer in the requested format.
func (t *terminal) write(form config.Form, text, json func(io.Writer) error) error {
	if form.IsJSON() {
		return buffered(t.stdout, json)
	}
	return buffered(t.stdout, text)
}
