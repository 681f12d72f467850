package db

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// refusalPause is the time between two connection attempts while the server refuses them.
	refusalPause = 200 * time.Millisecond
	// refusalWait limits how long a caller waits for the outcome of the next attempt.
	refusalWait = 2 * time.Second
	// startingUp is PostgreSQL's code for a server that is starting or shutting down.
	startingUp = "57P03"
)

// refusals limits the connection attempts to a server that accepts none, because a server that is down or starting should not
// face hundreds of them per second. One attempt is allowed now and then. Every other caller waits for the next one and shares its
// outcome: the outcome of an earlier one says nothing about the server now. The driver reports an attempt only after it has
// tried all the addresses and servers it knows.
type refusals struct {
	mu    sync.Mutex
	why   error         // of the last refusal; nil if the server is not known to refuse connections
	began time.Time     // when the attempt began that was refused last
	due   time.Time     // when the next attempt may begin
	ended chan struct{} // closed when an attempt ends
}

// attemptBegan is the key of the time at which a connection attempt began.
type attemptBegan struct{}

// TraceConnectStart records when a connection attempt begins.
func (r *refusals) TraceConnectStart(ctx context.Context, _ pgx.TraceConnectStartData) context.Context {
	return context.WithValue(ctx, attemptBegan{}, time.Now())
}

// TraceConnectEnd records the outcome of a connection attempt.
func (r *refusals) TraceConnectEnd(ctx context.Context, end pgx.TraceConnectEndData) {
	_, answered := errors.AsType[*pgconn.PgError](end.Err)
	switch {
	case refuses(end.Err):
		began, _ := ctx.Value(attemptBegan{}).(time.Time)
		r.note(end.Err, began)
	case end.Err == nil || answered: // the server is up, although it may have rejected this attempt
		r.note(nil, time.Time{})
	}
}

// note records why an attempt was refused. Without a reason, it records that the server accepts connections.
func (r *refusals) note(why error, began time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended != nil {
		close(r.ended)
	}
	r.why, r.began, r.due, r.ended = why, began, time.Now().Add(refusalPause), make(chan struct{})
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

// admit allows a connection attempt, or returns the refusal of one that began after the caller came.
func (r *refusals) admit(ctx context.Context) error {
	for came := time.Now(); ; {
		ended, pause, err := r.next(came)
		if ended == nil {
			return err
		}
		select {
		case <-ended:
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// next returns for what and how long a caller has to wait. If ended is nil, the caller may make an attempt, unless there is an error.
func (r *refusals) next(came time.Time) (ended <-chan struct{}, pause time.Duration, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	switch {
	case r.why == nil:
		return nil, 0, nil
	case r.began.After(came) || now.Sub(came) > refusalWait:
		return nil, 0, &UnavailableError{cause: r.why}
	case r.due.After(now):
		return r.ended, r.due.Sub(now), nil
	default: // it is this caller's turn
		r.due = now.Add(refusalPause)
		return nil, 0, nil
	}
}
