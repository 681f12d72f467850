package server

import (
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"earnest/internal/front"
)

// clientClosed is the status that is commonly logged for a response that the client did not wait for.
const clientClosed = 499

// recorder records the status and size of a response.
type recorder struct {
	http.ResponseWriter
	began    time.Time
	patience time.Duration
	body     *watchedBody // of the request; nil if there is none
	status   int
	bytes    int64
	unsent   bool // some bytes could not be written
	torn     bool // the handler aborted
}

// Unwrap gives http.ResponseController access to the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader records the first final status.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.begin(status)
	}
	w.ResponseWriter.WriteHeader(status)
}

// begin records the status. The write timeout starts with the request's headers. If receiving the body or processing the request has used
// up a good part of it, begin renews it, so that the client still gets the response, which matters most for a write that has been stored.
func (w *recorder) begin(status int) {
	w.status = status
	w.body.skip(w.ResponseWriter, w.patience)
	if time.Since(w.began) > w.patience/2 {
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(w.patience)) // not every writer supports it
	}
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.begin(http.StatusOK)
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	w.unsent = w.unsent || err != nil
	return n, err
}

// result returns the status that describes how a request ended. An aborted response is a failure, whatever status it began with.
func (w *recorder) result(r *http.Request) int {
	switch {
	case (w.torn || w.unsent) && r.Context().Err() != nil:
		return clientClosed
	case w.torn:
		return http.StatusInternalServerError
	default:
		return w.status
	}
}

// withLog logs and measures each request. It logs no headers and no query, because they may contain secrets. The duration does not
// include draining the rest of the body after the response.
func (s *Server) withLog(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &recorder{ResponseWriter: w, began: time.Now(), patience: s.opt.Patience, body: watchBody(r), torn: true}
		s.logged(next, out, r)
		out.body.drain(w)
	})
}

func (s *Server) logged(next http.Handler, out *recorder, r *http.Request) {
	end := s.metrics.begin(r)
	defer func() {
		took, status := time.Since(out.began), out.result(r)
		end(status, took)
		s.logRequest(r, out, status, took)
	}()
	next.ServeHTTP(out, r)
	if out.status == 0 {
		out.begin(http.StatusOK) // as net/http does
	}
	out.torn = false
}

func (s *Server) logRequest(r *http.Request, out *recorder, status int, took time.Duration) {
	level := levelOf(r)
	if !s.opt.Log.Enabled(r.Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", shown(r.Method)),
		slog.String("path", shown(r.URL.Path)),
		slog.Int("status", status),
		slog.Int64("bytes", out.bytes),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000),
		slog.String("remote", s.opt.ClientAddr(r)),
	}
	trace := front.TraceOf(r.Context())
	if trace.UserID != 0 {
		attrs = append(attrs, slog.Int64("user_id", trace.UserID))
	}
	if trace.KeyID != 0 {
		attrs = append(attrs, slog.Int64("key_id", trace.KeyID))
	}
	s.opt.Log.LogAttrs(r.Context(), level, "request", attrs...)
}

// levelOf keeps load balancer probes out of the usual log.
func levelOf(r *http.Request) slog.Level {
	if isProbe(r.URL.Path) {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// longestShown is the maximum length of client-chosen text in the log.
const longestShown = 256

// secretText matches a key or token that a client put in the wrong place.
var secretText = regexp.MustCompile(`(ern|inv|ses|set|oid|cal)_[0-9A-Za-z]{8,}`)

// shown returns client-chosen text in a form that is safe to log.
func shown(text string) string {
	if strings.Contains(text, "_") { // every secret contains one, but hardly any path does
		text = secretText.ReplaceAllString(text, "${1}_…")
	}
	if len(text) > longestShown {
		return strings.ToValidUTF8(text[:longestShown], "") + "…"
	}
	return text
}

// withRecover turns a panic into a 500, or aborts the response if it has begun.
func (s *Server) withRecover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(p)
			}
			s.opt.Log.ErrorContext(r.Context(), "panic", "panic", p, "stack", string(debug.Stack()))
			if out, ok := w.(*recorder); ok && out.status != 0 {
				panic(http.ErrAbortHandler)
			}
			http.Error(w, "Something went wrong on our side.", http.StatusInternalServerError)
		}()
		next.ServeHTTP(w, r)
	})
}

// withHeaders sets the headers of every response. A page that needs a laxer policy sets its own.
func (s *Server) withHeaders(next http.Handler) http.Handler {
	names := []string{
		"X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy",
		"Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Content-Security-Policy",
	}
	values := []string{
		"nosniff", "DENY", "no-referrer",
		"same-origin", "same-origin", "default-src 'none'; frame-ancestors 'none'",
	}
	if strings.HasPrefix(s.opt.BaseURL, "https://") {
		names, values = append(names, "Strict-Transport-Security"), append(values, hstsPolicy)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for i, name := range names {
			h[name] = values[i : i+1 : i+1] // shared by all responses, which is safe because setting a header replaces the slice
		}
		if len(r.TransferEncoding) > 0 { // net/http does not report whether there was also a Content-Length, which a proxy may have used
			h.Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
