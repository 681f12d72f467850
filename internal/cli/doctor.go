package cli

import (
	"encoding/json"
	"fmt"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/db/migrations"
)

type doctor struct {
	config.Database
	config.Output
	config.FilesS3 `embed:"" prefix:"files-s3-" envprefix:"EARNEST_FILES_S3_"`

	SkipFilesS3 bool `name:"skip-files-s3" env:"EARNEST_SKIP_FILES_S3" help:"Do not check the files in the S3-compatible store, which change after a backup."`
}

// shownFinding is a check in the output of the command doctor --json.
type shownFinding struct {
	Check   string  `json:"check"`
	Problem *string `json:"problem"`        // null if the check passed
	Note    string  `json:"note,omitempty"` // why something was not checked
}

// Run checks the invariants of the data and fails if one is violated.
func (c *doctor) Run(t *terminal) error {
	if c.SkipFilesS3 {
		c.FilesS3 = config.FilesS3{}
	}
	return t.withFiles(c.Database, c.FilesS3, migrations.OpenToRead, func(a *app.App) error {
		findings, err := a.Transfer.Doctor(t.ctx)
		if err != nil {
			return err
		}
		problems, shown := 0, []shownFinding{}
		for _, f := range findings {
			finding := shownFinding{Check: f.Check, Note: f.Note}
			if f.Problem != "" {
				text := oneLine(f.Problem)
				finding.Problem = &text
				problems++
			}
			shown = append(shown, finding)
		}
		if err := c.print(t, shown); err != nil {
			return err
		}
		if problems > 0 {
			return fmt.Errorf("the data is inconsistent: %d problems", problems)
		}
		return nil
	})
}

func (c *doctor) print(t *terminal, findings []shownFinding) error {
	if c.JSON {
		return json.NewEncoder(t.stdout).Encode(findings)
	}
	for _, f := range findings {
		verdict := "ok"
		switch {
		case f.Problem != nil:
			verdict = *f.Problem
		case f.Note != "":
			verdict = "not checked: " + f.Note
		}
		if _, err := fmt.Fprintf(t.stdout, "%s: %s\n", f.Check, verdict); err != nil {
			return err
		}
	}
	return nil
}
