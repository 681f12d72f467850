//go:build linux || darwin || freebsd || netbsd || openbsd

package db

import (
	"os"
	"slices"
	"sync"
	"syscall"
)

// indexes are those of the files that are open in this process. When a process closes a file it loses all locks that it has on it,
// those of its other parts too: so an index is opened once, and closed when nobody is connected to its database any more.
var indexes = struct { //nolint:gochecknoglobals // locks belong to the process
	sync.Mutex

	open []*sharedIndex
}{}

type sharedIndex struct {
	info   os.FileInfo
	file   *os.File
	memory []byte // nil: it cannot be had
	users  int
}

// openIndex maps the index of the log of a database that is open here; nil if that cannot be done. It must be closed after the last
// connection to the database.
func openIndex(database string) *walIndex {
	indexes.Lock()
	defer indexes.Unlock()
	shared := findIndex(database + "-shm")
	if shared == nil || shared.memory == nil {
		return nil
	}
	shared.users++
	return &walIndex{memory: shared.memory, unmap: shared.leave}
}

// findIndex gives an index, new or known; indexes is locked. Where its memory cannot be had the file stays open all the same, for
// the sake of the locks.
func findIndex(path string) *sharedIndex {
	info, err := os.Stat(path)
	if err != nil || info.Size() < 2*headSize {
		return nil
	}
	for _, s := range indexes.open {
		if os.SameFile(s.info, info) {
			return s
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	memory, err := syscall.Mmap(int(file.Fd()), 0, 2*headSize, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		memory = nil
	}
	shared := &sharedIndex{info: info, file: file, memory: memory}
	indexes.open = append(indexes.open, shared)
	return shared
}

func (s *sharedIndex) leave() {
	indexes.Lock()
	defer indexes.Unlock()
	s.users--
	if s.users > 0 {
		return
	}
	if now, err := os.Stat(s.file.Name()); err == nil && os.SameFile(now, s.info) {
		return // SQLite removes the file with the last connection: somebody has one, perhaps here
	}
	indexes.open = slices.DeleteFunc(indexes.open, func(other *sharedIndex) bool { return other == s })
	_ = syscall.Munmap(s.memory)
	_ = s.file.Close() // it was only read
}
