package cli

import (
	"bufio"
	"encoding/json"
	"io"
	"os"

	"earnest/internal/app"
	"earnest/internal/config"
)

// standard is the file name that means stdin or stdout.
const standard = "-"

type importFile struct {
	config.Database
	config.Import
}

// Run imports a workspace file, all of it or nothing, and prints the new ids.
func (c *importFile) Run(t *terminal) error {
	in := t.stdin
	if c.File != standard {
		file, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer file.Close() //nolint:errcheck // it was only read
		in = file
	}
	return t.withApp(c.Database, func(a *app.App) error {
		result, err := a.Transfer.Import(t.ctx, bufio.NewReader(in))
		if err != nil {
			return err
		}
		return json.NewEncoder(t.stdout).Encode(result)
	})
}

type exportFile struct {
	config.Database
	config.Export
}

// Run writes the workspace file to stdout, or atomically to a file.
func (c *exportFile) Run(t *terminal) error {
	return t.withData(c.Database, func(a *app.App) error {
		projects, err := t.findProjects(a, c.Project)
		if err != nil {
			return err
		}
		write := func(w io.Writer) error { return a.Transfer.Export(t.ctx, w, projects) }
		if c.File == "" || c.File == standard {
			return buffered(t.stdout, write)
		}
		return writeWhole(c.File, write)
	})
}
