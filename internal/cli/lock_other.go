//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package cli

import "errors"

// lockFile is not supported on this system.
func lockFile(string) (unlock func(), err error) { return nil, errors.ErrUnsupported }
