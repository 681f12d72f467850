package db

import (
	"fmt"
	"sync"

	"zombiezen.com/go/sqlite"
)

// breakdown is a disk that failed to keep what it was given. The system may have dropped those pages, so that a second fsync
// would succeed without them: nothing may be stored any more, by nobody, until a new process has read what is there.
type breakdown struct {
	once sync.Once
	done chan struct{}
	err  error
}

func newBreakdown() *breakdown { return &breakdown{done: make(chan struct{})} }

// note looks whether an error is a failed fsync, and remembers the first that is.
func (b *breakdown) note(file string, err error) {
	if !isSyncFailure(err) {
		return
	}
	b.once.Do(func() {
		b.err = fmt.Errorf("the disk failed to store what was written to %s, and trying again could seem to succeed without it: "+
			"check the disk, then start again: %w", file, err)
		close(b.done)
	})
}

// cause is nil while nothing is broken.
func (b *breakdown) cause() error {
	select {
	case <-b.done:
		return b.err
	default:
		return nil
	}
}

// isSyncFailure tells whether a file, or the directory that names it, could not be made durable.
func isSyncFailure(err error) bool {
	switch sqlite.ErrCode(err) {
	case sqlite.ResultIOErrFsync, sqlite.ResultIOErrDirFsync:
		return true
	default:
		return false
	}
}
