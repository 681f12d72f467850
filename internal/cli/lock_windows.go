package cli

import (
	"errors"
	"syscall"
)

// sharingViolation is the error for opening a file that another process has opened exclusively.
const sharingViolation = syscall.Errno(32)

// lockFile opens a file exclusively, creating it if necessary; the system closes it when the process exits.
func lockFile(path string) (unlock func(), err error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		err = errHeld
	}
	if err != nil {
		return nil, err
	}
	return func() { _ = syscall.CloseHandle(handle) }, nil
}
