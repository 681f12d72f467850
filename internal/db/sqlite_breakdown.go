package db

import (
	"fmt"
	"sync"

	"zombiezen.com/go/sqlite"
)

// breakdown records a failed fsync. The kernel may have dropped the dirty pages, in which case a second fsync would succeed
// although they were never stored. Nothing may be written until a new process has read the data that is really on the disk.
type breakdown struct {
	once sync.Once
	done chan struct{}
	err  error
}

func newBreakdown() *breakdown { return &breakdown{done: make(chan struct{})} }

// note records the first error that is a failed fsync.
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

// cause returns the recorded error, or nil.
func (b *breakdown) cause() error {
	select {
	case <-b.done:
		return b.err
	default:
		return nil
	}
}

// isSyncFailure reports whether err is a failed fsync of a file or its directory.
func isSyncFailure(err error) bool {
	switch sqlite.ErrCode(err) {
	case sqlite.ResultIOErrFsync, sqlite.ResultIOErrDirFsync:
		return true
	default:
		return false
	}
}
