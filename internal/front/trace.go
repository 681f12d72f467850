package front

import "context"

// Trace is what the fronts report about a request for the log and the metrics. The server creates it and reads it once the handler has
// returned; only the handler's own goroutine may set it.
type Trace struct {
	Route  string // the pattern that matched the path, such as /api/v1/tickets/{uuid}; empty if none did
	UserID int64  // 0 if unknown
	KeyID  int64  // 0 without an API key
}

type traceKey struct{}

// WithTrace returns a context with an empty trace.
func WithTrace(ctx context.Context) context.Context {
	return context.WithValue(ctx, traceKey{}, &Trace{})
}

// TraceOf returns the trace of a request. If the request did not come through a server, nobody reads the trace.
func TraceOf(ctx context.Context) *Trace {
	if trace, ok := ctx.Value(traceKey{}).(*Trace); ok {
		return trace
	}
	return &Trace{}
}
