//go:build linux || darwin || freebsd

package db

import (
	"syscall"
)

// DiskOf tells the room on the disk of a folder; false where the system does not tell.
func DiskOf(folder string) (Disk, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return Disk{}, false
	}
	// The types differ from system to system; what is free to us may be below 0 where others keep a reserve.
	size, free, all := int64(s.Bsize), int64(s.Bavail), int64(s.Blocks) //nolint:gosec,unconvert // no disk has 2^63 blocks
	return Disk{Free: max(0, free) * size, Total: all * size}, true
}
