package apiv1

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"earnest/internal/app"
	"earnest/internal/domain"
)

// flushAt is how much of an answer is held back, so that an error found meanwhile can still be told, and so
// that a short list gives its reader of the database back before it is sent.
const flushAt = 64 << 10

// writer writes one answer: the five rate headers, then an envelope.
type writer struct {
	http.ResponseWriter
	ctx     context.Context //nolint:containedctx // of the request: it ends when the client goes away
	log     *slog.Logger
	limit   *deadline
	streams streams
	turn    bool // one of the streams is ours
	pace    pace
	rate    app.Rate
	head    bool
	begun   bool
	buf     bytes.Buffer
}

// envelope is the shape of an answer that is one thing.
type envelope struct {
	Data any `json:"data"`
}

// counted is the shape of an answer that is one thing made of several, with their number.
type counted struct {
	Data any  `json:"data"`
	Meta meta `json:"meta"`
}

type errorEnvelope struct {
	Error errorBody `json:"error"`
}

type errorBody struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// deleted is the answer to every delete.
type deleted struct {
	Deleted bool `json:"deleted" doc:"always true"`
}

// answer writes the result of a handler.
func (w *writer) answer(route Route, result any) {
	if s, ok := result.(streamer); ok {
		w.stream(s)
		return
	}
	if _, whole := result.(counted); !whole {
		result = envelope{result}
	}
	if err := w.encode(result); err != nil {
		w.fail(err)
		return
	}
	w.finish(route.Status)
}

// fail writes an error envelope, if there is somebody to read it.
func (w *writer) fail(err error) {
	if w.gone(err) {
		w.abandon(err)
	}
	if w.limit.passed() && unsettled(err) {
		err = domain.Wrap(domain.Unavailable, err, "the request took too long; try again in a moment")
	}
	c, message := wireError(err)
	switch c.Status {
	case http.StatusInternalServerError:
		w.log.ErrorContext(w.ctx, "internal error", "error", err)
	case http.StatusTooManyRequests:
		w.Header().Set("Retry-After", seconds(w.rate.RetryAfter))
	case http.StatusServiceUnavailable:
		w.log.WarnContext(w.ctx, "refused for now", "error", err, "cause", errors.Unwrap(err))
		w.Header().Set("Retry-After", "1")
	}
	w.buf.Reset()
	_ = w.encode(errorEnvelope{errorBody{c.Code, message}}) // two texts always encode
	w.finish(c.Status)
}

func seconds(d time.Duration) string {
	return strconv.FormatInt(int64(math.Ceil(d.Seconds())), 10)
}

// allow tells the methods of a path whose route was found under another.
func (w *writer) allow(route Route) {
	if route.Method != "" {
		w.Header().Set("Allow", route.Method)
	}
}

// encode appends a value as JSON, with < > & as they are: the answer is no HTML.
func (w *writer) encode(v any) error {
	e := json.NewEncoder(&w.buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	w.buf.Truncate(w.buf.Len() - 1) // the encoder ends every value with a new line
	return nil
}

// finish sends what is held back. An answer that was held back whole gets its length.
func (w *writer) finish(status int) {
	w.buf.WriteByte('\n')
	if !w.begun {
		w.Header().Set("Content-Length", strconv.Itoa(w.buf.Len()))
	}
	_ = w.flush(status) // a client that went away needs no answer
}

// flush sends what is held back, after the headers if they have not been sent.
func (w *writer) flush(status int) error {
	if !w.begun {
		w.begun = true
		w.setHeaders()
		w.WriteHeader(status)
	}
	defer w.buf.Reset()
	if w.head {
		w.hurry()
		return nil
	}
	for piece := range slices.Chunk(w.buf.Bytes(), pieceBytes) {
		if err := w.send(piece); err != nil {
			return err
		}
	}
	return nil
}

// send writes one piece, or gives up on a client that takes too long.
func (w *writer) send(piece []byte) error {
	began := w.hurry()
	n, err := w.Write(piece)
	w.pace.note(n, began)
	if err != nil {
		return unsentError{err}
	}
	return nil
}

// hurry gives the client as long as its pace allows, from now.
func (w *writer) hurry() time.Time {
	now := time.Now()
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(now.Add(w.pace.left())) // not every writer has one
	return now
}

func (w *writer) setHeaders() {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	for name, n := range map[string]int64{
		"X-RateLimit-Limit-Hour":      w.rate.Limits.Hour,
		"X-RateLimit-Remaining-Hour":  w.rate.HourLeft,
		"X-RateLimit-Limit-Month":     w.rate.Limits.Month,
		"X-RateLimit-Remaining-Month": w.rate.MonthLeft,
		"X-RateLimit-Reset-Hour":      w.rate.HourReset.Unix(),
	} {
		h[name] = []string{strconv.FormatInt(n, 10)} // spelt as the contract spells them; Set would write Ratelimit
	}
}

// stamp is a moment on the wire.
func stamp(t time.Time) string { return domain.Stamp(t) }
