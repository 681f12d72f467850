package cli

import (
	"fmt"
	"os"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/db/migrations"
)

type backup struct {
	config.Database
	config.Backup
	config.FilesS3 `embed:"" prefix:"files-s3-" envprefix:"EARNEST_FILES_S3_"`
}

// Run makes a consistent copy while other processes are writing, even of a database that has not been migrated yet.
func (c *backup) Run(t *terminal) error {
	if _, err := os.Lstat(c.File); err == nil {
		return fmt.Errorf("%s already exists; a backup does not overwrite files", c.File)
	}
	return t.withFiles(c.Database, c.FilesS3, migrations.OpenToCopy, func(a *app.App) error {
		if err := a.Transfer.Backup(t.ctx, c.File); err != nil {
			return err
		}
		t.sayf("wrote the backup %s", c.File)
		return sayWhatIsElsewhere(t, a)
	})
}

// sayWhatIsElsewhere says which files a backup does not have, because they are not in the database.
func sayWhatIsElsewhere(t *terminal, a *app.App) error {
	left, err := a.Transfer.LeftOut(t.ctx)
	if err == nil && left.Files > 0 {
		t.sayf("the backup does not have the contents of %d files (%d bytes), which are in %s: back them up there", left.Files, left.Bytes, a.Files.Where())
	}
	return err
}

type restore struct {
	config.Database
	config.Restore
}

// Run fills an empty database from a backup.
func (c *restore) Run(t *terminal) error {
	if _, err := os.Stat(c.File); err != nil {
		return err
	}
	return t.withApp(c.Database, func(a *app.App) error {
		if err := a.Transfer.Restore(t.ctx, c.File); err != nil {
			return err
		}
		t.sayf("restored %s", c.File)
		return nil
	})
}
