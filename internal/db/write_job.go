package db

import (
	"context"
	"fmt"
	"runtime/debug"
)

// writeJob is a write that waits for its turn to run in a transaction that it shares with others.
type writeJob struct {
	ctx    context.Context //nolint:containedctx // the job carries its caller's context to whoever runs it
	f      func(*Tx) error
	err    error
	panics *Panic
	ended  chan struct{}
}

// Panic is a panic inside a write, passed to its caller with its stack trace.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) String() string { return fmt.Sprintf("%v\n%s", p.Value, p.Stack) }

// call runs the write and keeps its error or its panic.
func (job *writeJob) call(tx *Tx) {
	defer func() {
		if p := recover(); p != nil {
			job.panics = &Panic{Value: p, Stack: debug.Stack()}
		}
	}()
	job.err = job.f(tx)
}

// done reports whether a write that ran has succeeded so far.
func (job *writeJob) done() bool { return job.err == nil && job.panics == nil }
