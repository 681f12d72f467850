package testpg

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const (
	folderPattern = "earnest-testpg-*"
	lockName      = "lock"
	// socketRoom is the maximum length of a socket's path (104 bytes on the strictest system) less the name PostgreSQL gives it.
	socketRoom = 104 - len("/.s.PGSQL.65535.lock")
)

// makeFolder creates the server's folder, accessible to the owner only, and the lock that shows later runs that it is in use. It
// also removes the folders of runs that were killed.
func makeFolder(owner *account) (string, *os.File, error) {
	sweep()
	parent, err := parentFolder(owner)
	if err != nil {
		return "", nil, err
	}
	dir, err := os.MkdirTemp(parent, folderPattern)
	if err != nil {
		return "", nil, fmt.Errorf("testpg: temporary folder: %w", err)
	}
	lock, err := takeLock(filepath.Join(dir, lockName))
	if err == nil {
		err = owner.own(dir)
	}
	if err != nil {
		_ = os.RemoveAll(dir)
		return "", nil, fmt.Errorf("testpg: temporary folder: %w", err)
	}
	return dir, lock, nil
}

// parents returns the candidate locations for the folder, the preferred one first.
func parents() []string { return []string{os.TempDir(), "/tmp", "/var/tmp"} }

// parentFolder returns the first location whose path is short enough for a socket and that the owner can enter.
func parentFolder(owner *account) (string, error) {
	for _, dir := range parents() {
		short := len(filepath.Join(dir, folderPattern+"0123456789")) <= socketRoom
		if info, err := os.Stat(dir); short && err == nil && info.IsDir() && owner.reaches(dir) {
			return dir, nil
		}
	}
	return "", fmt.Errorf("testpg: the user %s can enter none of the folders %v", owner.name, parents())
}

// sweep removes folders whose lock nobody holds any more. A recently created folder is left alone, because its run may be about
// to lock it.
func sweep() {
	for _, parent := range parents() {
		locks, _ := filepath.Glob(filepath.Join(parent, folderPattern, lockName))
		for _, path := range locks {
			info, err := os.Stat(path)
			if err != nil || time.Since(info.ModTime()) < time.Minute {
				continue
			}
			if lock, err := takeLock(path); err == nil {
				_ = os.RemoveAll(filepath.Dir(path))
				_ = lock.Close()
			}
		}
	}
}
