//go:build linux || darwin || freebsd || netbsd || openbsd

package db

import (
	"os"
	"syscall"
)

// accessible returns an error if this process may not read and write the file. It does not open the file.
func accessible(path string) error {
	const readAndWrite = 4 | 2
	if err := syscall.Access(path, readAndWrite); err != nil {
		return &os.PathError{Op: "access", Path: path, Err: err}
	}
	return nil
}
