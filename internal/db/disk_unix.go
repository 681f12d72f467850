//go:build linux || darwin || freebsd

package db

import (
	"syscall"
)

// DiskOf returns the space on the disk that holds a folder, or false if the system does not report it.
func DiskOf(folder string) (Disk, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return Disk{}, false
	}
	// The types differ between systems. The free space can be negative on systems that keep a reserve.
	size, free, all := int64(s.Bsize), int64(s.Bavail), int64(s.Blocks) //nolint:gosec,unconvert // no disk has 2^63 blocks
	return Disk{Free: max(0, free) * size, Total: all * size}, true
}
