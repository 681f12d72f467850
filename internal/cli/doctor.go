package cli

import (
	"fmt"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/db/migrations"
)

type doctor struct{ config.Database }

// Run checks the invariants of the data and fails if one is violated.
func (c *doctor) Run(t *terminal) error {
	return t.withOpened(c.Database, migrations.OpenToRead, func(a *app.App) error {
		findings, err := a.Transfer.Doctor(t.ctx)
		if err != nil {
			return err
		}
		problems := 0
		for _, f := range findings {
			verdict := "ok"
			if f.Problem != "" {
				verdict = oneLine(f.Problem)
				problems++
			}
			if _, err := fmt.Fprintf(t.stdout, "%s: %s\n", f.Check, verdict); err != nil {
				return err
			}
		}
		if problems > 0 {
			return fmt.Errorf("the data is inconsistent: %d problems", problems)
		}
		return nil
	})
}
