package cli

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"

	"earnest/internal/db"
)

// buffered calls write with a buffered writer that writes to w.
func buffered(w io.Writer, write func(io.Writer) error) error {
	buffer := bufio.NewWriterSize(w, 64<<10)
	if err := write(buffer); err != nil {
		return err // partial output is of no use
	}
	return buffer.Flush()
}

// writeWhole writes a temporary file next to the target, makes it durable and renames it. If anything fails, the old file is
// still there.
func writeWhole(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".earnest-*")
	if err != nil {
		return err
	}
	err = errors.Join(buffered(file, write), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return db.SyncFolder(filepath.Dir(name))
}
