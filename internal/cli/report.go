package cli

import (
	"io"
	"os"
	"time"

	"earnest/evm"
	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

type reportCmd struct {
	config.Database
	config.Zone
	config.At
	config.Report
	config.Thresholds
}

// Run writes the status of a project to stdout, or atomically to a file.
func (c *reportCmd) Run(t *terminal) error {
	day, err := asOf(c.At)
	if err != nil {
		return err
	}
	bounds, err := thresholds(c.Thresholds)
	if err != nil {
		return err
	}
	return t.withProject(c.Database, c.Zone, c.Project, func(a *app.App, project string) error {
		r, err := a.Money.Report(t.ctx, domain.Operator(), money.ReportQuery{Project: project, AsOf: day, Thresholds: bounds})
		if err != nil {
			return err
		}
		write := func(w io.Writer) error { return c.render(t, w, r) }
		if c.Output == "" || c.Output == standard {
			return buffered(t.stdout, write)
		}
		return writeWhole(c.Output, write)
	})
}

// render writes the report in the requested format; the default is text for a terminal and JSON for a script or a file.
func (c *reportCmd) render(t *terminal, w io.Writer, r report.Report) error {
	switch {
	case c.JSON:
		return report.JSON(w, r)
	case c.Format == "html":
		language, _ := report.ParseLanguage(c.Lang) // checked with the other flags
		return report.HTML(w, r, language)
	case c.Format == "text", c.Format == "auto" && c.Output == "" && isTerminal(t.stdout):
		return report.Text(w, r)
	}
	return report.JSON(w, r)
}

// isTerminal reports whether a writer is a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// thresholds checks the limits for amber and red.
func thresholds(t config.Thresholds) (evm.Thresholds, error) {
	if err := t.Check(); err != nil {
		return evm.Thresholds{}, usageError{err}
	}
	return evm.Thresholds{Amber: t.Amber, Red: t.Red}, nil
}

// asOf checks the day.
func asOf(at config.At) (*domain.Date, error) {
	if at.AsOf == "" {
		return nil, nil //nolint:nilnil // no day means today
	}
	day, ok := domain.ParseDate(at.AsOf)
	if !ok {
		return nil, usagef("--as-of must be a day written YYYY-MM-DD, not %q", at.AsOf)
	}
	return &day, nil
}

// withZone is like withData, but for a command that must know the current day.
func (t *terminal) withZone(at config.Database, in config.Zone, f func(*app.App) error) error {
	zone, err := time.LoadLocation(in.Timezone)
	if err != nil {
		return usagef("--timezone must be a name such as UTC or Europe/Paris, not %q", in.Timezone)
	}
	if err := hasData(at); err != nil {
		return err
	}
	s, err := openStore(t.ctx, at, db.Options{Readers: 2})
	if err != nil {
		return err
	}
	defer s.Close()
	return f(app.New(s, app.Config{Zone: zone}))
}
