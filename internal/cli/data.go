package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/db/migrations"
	"earnest/internal/transfer"
)

// standard is the file name that means stdin or stdout.
const standard = "-"

type importFile struct {
	config.Database
	config.Import
	config.Files
	config.FilesS3 `embed:"" prefix:"files-s3-" envprefix:"EARNEST_FILES_S3_"`
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
	settings, err := fileConfig(c.Files, c.FilesS3)
	if err != nil {
		return err
	}
	return t.with(c.Database, app.Config{Files: settings}, migrateStore, func(a *app.App) error {
		result, err := importFrom(t, a, in)
		if err != nil {
			return err
		}
		return json.NewEncoder(t.stdout).Encode(result)
	})
}

// importFrom imports a workspace file or an archive.
func importFrom(t *terminal, a *app.App, in io.Reader) (transfer.ImportResult, error) {
	buffered := bufio.NewReader(in)
	head, err := buffered.Peek(len("PK\x03\x04"))
	if !transfer.IsArchive(head) || err != nil { // a file that is too short is not valid either
		return a.Transfer.Import(t.ctx, buffered)
	}
	file, isFile := in.(*os.File)
	if size, err := sizeOf(file); isFile && err == nil && size > 0 {
		return a.Transfer.ImportArchive(t.ctx, file, size)
	}
	return importPiped(t, a, buffered)
}

// sizeOf returns the size of a regular file, and 0 for anything else.
func sizeOf(file *os.File) (int64, error) {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, err
	}
	return info.Size(), nil
}

// importPiped imports an archive that comes from a pipe. A zip file cannot be read from its start to its end, so it is copied first.
func importPiped(t *terminal, a *app.App, in io.Reader) (result transfer.ImportResult, err error) {
	file, err := os.CreateTemp("", "earnest-import-*")
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	size, err := io.Copy(file, in)
	if err != nil {
		return result, err
	}
	return a.Transfer.ImportArchive(t.ctx, file, size)
}

// sayWhatIsMissing says how many files a workspace file leaves out.
func sayWhatIsMissing(t *terminal, a *app.App, projects []string) error {
	n, err := a.Transfer.CountFiles(t.ctx, projects)
	if err == nil && n > 0 {
		t.sayf("the files of the tickets (%d) are not part of this export; export --files writes them too", n)
	}
	return err
}

type exportFile struct {
	config.Database
	config.Export
	config.FilesS3 `embed:"" prefix:"files-s3-" envprefix:"EARNEST_FILES_S3_"`
}

// Run writes the workspace file to stdout, or atomically to a file.
func (c *exportFile) Run(t *terminal) error {
	return t.withFiles(c.Database, c.FilesS3, migrations.OpenAsIs, func(a *app.App) error {
		projects, err := t.findProjects(a, c.Project)
		if err != nil {
			return err
		}
		write := func(w io.Writer) error { return a.Transfer.Export(t.ctx, w, projects) }
		if c.Files {
			write = func(w io.Writer) error { return a.Transfer.ExportArchive(t.ctx, w, projects) }
		} else if err := sayWhatIsMissing(t, a, projects); err != nil {
			return err
		}
		if c.File == "" || c.File == standard {
			return buffered(t.stdout, write)
		}
		return writeWhole(c.File, write)
	})
}
