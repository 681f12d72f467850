//go:build !(linux || darwin || freebsd || netbsd || openbsd)

package db

import "os"

// accessible returns an error if the file is not marked as writable. This system has no call that checks more than that.
func accessible(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode()&0o200 == 0 {
		err = &os.PathError{Op: "open", Path: path, Err: os.ErrPermission}
	}
	return err
}
