//go:build !(linux || darwin || freebsd)

package db

// DiskOf is not supported on this system.
func DiskOf(string) (Disk, bool) { return Disk{}, false }
