package front

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"

	"earnest/internal/domain"
	"earnest/internal/gate"
)

// Call is a request being served.
type Call struct {
	*http.Request

	Limit  *Deadline                // its context, which ends at the deadline
	Conn   *http.ResponseController // sets the deadlines of the connection
	Values Values                   // wildcards of the path
	Pass   *gate.Pass               // its slot at the gate and its share of memory; nil before Enter

	known bool // the slot is charged to a user
}

// PathValue returns the path segment that matched a wildcard.
func (c *Call) PathValue(name string) string { return c.Values.Get(name) }

// Enter waits for a slot at the gate. The slot is charged to the user in key or, if the user is not known yet, to the network address.
func (c *Call) Enter(g *gate.Gate, key gate.Key) (err error) {
	c.Pass, err = g.Enter(c.Limit, key)
	c.known = key.User != 0
	return Busy(err)
}

// Identify charges the slot to a user who was not known when Enter was called.
func (c *Call) Identify(user int64) error {
	if c.known || user == 0 {
		return nil
	}
	return Busy(c.Pass.As(c.Limit, gate.Key{User: user}))
}

// Busy turns a refusal by the gate into an Unavailable error and returns other errors unchanged.
func Busy(err error) error {
	if errors.Is(err, gate.ErrBusy) || errors.Is(err, gate.ErrFull) {
		return domain.Wrap(domain.Unavailable, err, "the service is busy; try again in a moment")
	}
	return err
}

// Sender writes the response to a call. The call leaves the gate when the response begins, so a slow client does not hold a slot.
type Sender struct {
	http.ResponseWriter

	Pass  *gate.Pass // nil if the call has not entered
	Begun bool       // the status has been sent
}

// WriteHeader begins the response.
func (s *Sender) WriteHeader(status int) {
	s.Begun = true
	if s.Pass != nil {
		s.Pass.Leave()
	}
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap gives http.ResponseController access to the connection.
func (s *Sender) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// Panicked logs a panic and returns the error to respond with. If the response has begun, or the panic was meant to abort the request, it
// panics with http.ErrAbortHandler.
func Panicked(log *slog.Logger, r *http.Request, p any, begun bool) error {
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p)
	}
	log.ErrorContext(r.Context(), "panic", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
	if begun {
		panic(http.ErrAbortHandler)
	}
	return domain.Errorf(domain.Internal, "panic")
}

// Gone reports whether an error only means that the client disconnected. ctx is the context of the http.Request.
func Gone(ctx context.Context, err error) bool { return ctx.Err() != nil && unsettled(err) }

// Abandon aborts a request whose client has disconnected. It logs at level info, since nothing failed.
func Abandon(ctx context.Context, log *slog.Logger, why string, err error) {
	log.InfoContext(ctx, why, "error", err)
	panic(http.ErrAbortHandler)
}
