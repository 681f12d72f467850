//go:build linux || darwin || freebsd || netbsd || openbsd

package db

import (
	"os"
	"syscall"
)

// accessible reports whether this process may read and write a file, without opening it.
func accessible(path string) error {
	const readAndWrite = 4 | 2
	if err := syscall.Access(path, readAndWrite); err != nil {
		return &os.PathError{Op: "access", Path: path, Err: err}
	}
	return nil
}
