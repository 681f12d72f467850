//go:build !(linux || darwin || freebsd || netbsd || openbsd)

package db

import "os"

// accessible reports whether the file is marked as writable. This system has no call that reports more.
func accessible(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode()&0o200 == 0 {
		err = &os.PathError{Op: "open", Path: path, Err: os.ErrPermission}
	}
	return err
}
