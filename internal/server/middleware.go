package server

import (
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"
)

// clientClosed is the status in the log, as others use it, of an answer that its client did not wait for.
const clientClosed = 499

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	began    time.Time
	patience time.Duration
	body     *watchedBody // of the request; nil if it has none
	status   int
	bytes    int64
	unsent   bool // a part could not be written
	torn     bool // the handler gave up
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader remembers the first final status.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.begin(status)
	}
	w.ResponseWriter.WriteHeader(status)
}

// begin notes the status. The time for the answer began with the headers of the request: where its body or the work took a good
// part of it, it begins anew, or nobody would get what is answered, not even of a write that is done.
func (w *recorder) begin(status int) {
	w.status = status
	w.body.skip(w.ResponseWriter, w.patience)
	if time.Since(w.began) > w.patience/2 {
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(w.patience)) // not every writer has one
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

// result returns the status that tells how a request ended. An answer that we tore is a failure, whatever status
// it began with.
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

// withLog logs and measures each request. It logs no headers and no query: they may hold secrets. What is left of the body after the
// answer is not part of that.
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
	s.opt.Log.LogAttrs(r.Context(), level, "request",
		slog.String("method", shown(r.Method)),
		slog.String("path", shown(r.URL.Path)),
		slog.Int("status", status),
		slog.Int64("bytes", out.bytes),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000),
		slog.String("remote", s.opt.ClientAddr(r)),
	)
}

// levelOf keeps the questions of a load balancer out of the usual log.
func levelOf(r *http.Request) slog.Level {
	if isProbe(r.URL.Path) {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// longestShown is how much of a text that a client chose is logged.
const longestShown = 256

// secretText is a key or token that a client put where it does not belong.
var secretText = regexp.MustCompile(`(ern|inv|ses|set|oid|cal)_[0-9A-Za-z]{8,}`)

// shown returns a text of a client as it may be logged.
func shown(text string) string {
	if strings.Contains(text, "_") { // every secret has one, and hardly any path
		text = secretText.ReplaceAllString(text, "${1}_…")
	}
	if len(text) > longestShown {
		return strings.ToValidUTF8(text[:longestShown], "") + "…"
	}
	return text
}

// withRecover turns a panic into a 500, or cuts the answer short if it has begun.
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

// withHeaders sets what every answer carries; a page that needs more sets a policy of its own.
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
		names, values = append(names, "Strict-Transport-Security"), append(values, yearOfHTTPS)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for i, name := range names {
			h[name] = values[i : i+1 : i+1] // shared by all answers: who sets another replaces it
		}
		if len(r.TransferEncoding) > 0 { // net/http does not say whether there was a Content-Length too, by which a proxy may have read it
			h.Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
