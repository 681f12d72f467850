package server

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"strings"

	"earnest/internal/front"
)

// requestIDHeader is the header with the id of a request, which is also logged.
const requestIDHeader = "X-Request-Id"

type requestIDKey struct{}

// withRequestID assigns each request an id, the caller's if it is harmless and otherwise a new one, and a trace.
func (s *Server) withRequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(requestIDHeader)
		if !validRequestID(id) {
			id = newID()
		}
		w.Header().Set(requestIDHeader, id)
		ctx := context.WithValue(r.Context(), requestIDKey{}, id)
		next.ServeHTTP(w, r.WithContext(front.WithTrace(ctx)))
	})
}

func newID() string { return strings.ToLower(rand.Text()) }

// validRequestID reports whether an id has 1 to 64 characters that cannot break a log or a header, and is not a secret in the wrong header.
func validRequestID(id string) bool {
	if id == "" || len(id) > 64 || secretText.MatchString(id) {
		return false
	}
	for _, c := range []byte(id) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		digit := c >= '0' && c <= '9'
		if !letter && !digit && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

// LogHandler adds the request id to every record logged with the request's context.
func LogHandler(inner slog.Handler) slog.Handler { return idHandler{inner} }

type idHandler struct{ slog.Handler }

// Handle adds the id, if there is one.
func (h idHandler) Handle(ctx context.Context, record slog.Record) error {
	if id, ok := ctx.Value(requestIDKey{}).(string); ok {
		record = record.Clone()
		record.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs returns a handler that still adds the id.
func (h idHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return idHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup returns a handler that still adds the id.
func (h idHandler) WithGroup(name string) slog.Handler { return idHandler{h.Handler.WithGroup(name)} }
