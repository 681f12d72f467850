//go:build !(linux || darwin || freebsd)

package db

// DiskOf cannot tell on this system.
func DiskOf(string) (Disk, bool) { return Disk{}, false }
