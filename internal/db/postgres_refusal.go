package db

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// refusalPause is the time between two connections that are tried while the server takes none.
	refusalPause = 200 * time.Millisecond
	// refusalMemory is how long a refusal tells anything of the server if nobody tried again.
	refusalMemory = 5 * refusalPause
	// startingUp is PostgreSQL's code for a server that takes no connection yet, or no more.
	startingUp = "57P03"
)

// refusals keep connections from a server that takes none: it is not there, or it starts, and has enough to do without hundreds of
// them a second. One is tried now and then, and everybody else is told at once, until one gets through. The driver tells of every
// connection, after it has tried all addresses and servers that it knows.
type refusals struct {
	last atomic.Pointer[refusal] // nil: the last connection got through
}

type refusal struct {
	at  time.Time // or when somebody was let through to try again
	why error
}

// TraceConnectStart is of no interest.
func (r *refusals) TraceConnectStart(ctx context.Context, _ pgx.TraceConnectStartData) context.Context {
	return ctx
}

// TraceConnectEnd learns what became of a connection.
func (r *refusals) TraceConnectEnd(_ context.Context, end pgx.TraceConnectEndData) {
	_, answered := errors.AsType[*pgconn.PgError](end.Err)
	switch {
	case refuses(end.Err):
		r.last.Store(&refusal{time.Now(), end.Err})
	case end.Err == nil || answered: // it is there, though it may not want us
		r.last.Store(nil)
	}
}

// TraceQueryStart is of no interest.
func (r *refusals) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

// TraceQueryEnd is of no interest.
func (r *refusals) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// refuses tells whether an error means that the server takes no connection from anybody.
func refuses(err error) bool {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return answer.Code == startingUp
	}
	network, ok := errors.AsType[*net.OpError](err)
	return ok && network.Op == "dial" && !errors.Is(err, context.Canceled)
}

// admit lets a connection be tried.
func (r *refusals) admit() error {
	last := r.last.Load()
	if last == nil {
		return nil
	}
	since := time.Since(last.at)
	if since > refusalMemory || since >= refusalPause && r.last.CompareAndSwap(last, &refusal{time.Now(), last.why}) {
		return nil
	}
	return &UnavailableError{cause: last.why}
}
