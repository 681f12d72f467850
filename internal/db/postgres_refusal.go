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
	// refusalPause is the time between two connection attempts while the server refuses them.
	refusalPause = 200 * time.Millisecond
	// refusalTTL is how long a refusal is remembered if nobody tries again.
	refusalTTL = 5 * refusalPause
	// startingUp is PostgreSQL's code for a server that is starting or shutting down.
	startingUp = "57P03"
)

// refusals limits the connection attempts to a server that accepts none, because a server that is down or starting should not
// face hundreds of them per second. One attempt is allowed now and then; every other caller fails immediately until an attempt
// succeeds. The driver reports an attempt only after it has tried all the addresses and servers it knows.
type refusals struct {
	last atomic.Pointer[refusal] // nil if the server is not known to refuse connections
}

type refusal struct {
	at  time.Time // of the refusal, or of the last retry that was allowed
	why error
}

// TraceConnectStart implements pgx.ConnectTracer.
func (r *refusals) TraceConnectStart(ctx context.Context, _ pgx.TraceConnectStartData) context.Context {
	return ctx
}

// TraceConnectEnd records the outcome of a connection attempt.
func (r *refusals) TraceConnectEnd(_ context.Context, end pgx.TraceConnectEndData) {
	_, answered := errors.AsType[*pgconn.PgError](end.Err)
	switch {
	case refuses(end.Err):
		r.last.Store(&refusal{time.Now(), end.Err})
	case end.Err == nil || answered: // the server is up, although it may have rejected this attempt
		r.last.Store(nil)
	}
}

// TraceQueryStart implements pgx.QueryTracer.
func (r *refusals) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (r *refusals) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// refuses reports whether an error means that the server accepts no connections at all.
func refuses(err error) bool {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return answer.Code == startingUp
	}
	network, ok := errors.AsType[*net.OpError](err)
	return ok && network.Op == "dial" && !errors.Is(err, context.Canceled)
}

// admit allows a connection attempt or returns the last refusal.
func (r *refusals) admit() error {
	last := r.last.Load()
	if last == nil {
		return nil
	}
	since := time.Since(last.at)
	if since > refusalTTL || since >= refusalPause && r.last.CompareAndSwap(last, &refusal{time.Now(), last.why}) {
		return nil
	}
	return &UnavailableError{cause: last.why}
}
