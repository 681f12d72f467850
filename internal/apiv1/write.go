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

	"earnest/internal/admit"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/front/answers"
	"earnest/internal/gate"
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
	pass    *gate.Pass // nil: the request never got one
	streams *streams
	user    int64 // who asks
	turn    bool  // one of the streams is ours
	pace    pace
	rate    admit.Rate
	head    bool
	begun   bool
	buf     bytes.Buffer
	etag    string       // of the answer, should it be a good one
	keep    func([]byte) // takes a good answer whole, or nil if it is too long; nil: nobody wants it
	copy    []byte       // what was sent so far, for keep
	long    bool         // too long for that
}

// envelope is the shape of an answer that is one thing.
type envelope struct {
	Data any `json:"data"`
}

// counted is the shape of an answer that is one thing made of several, with their number.
type counted struct {
	Data any `json:"data"`
	Meta any `json:"meta"`
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
	if unsettled(err) && w.limit.passed() {
		err = domain.Wrap(domain.Unavailable, err, "the request took too long; try again in a moment")
	}
	f := front.APIFailure(err)
	switch f.Status {
	case http.StatusUnauthorized:
		w.Header()["WWW-Authenticate"] = []string{"Bearer"}
	case http.StatusInternalServerError:
		w.log.ErrorContext(w.ctx, "internal error", "error", err)
	case http.StatusTooManyRequests:
		w.Header().Set("Retry-After", seconds(w.rate.RetryAfter))
	case http.StatusServiceUnavailable:
		w.log.WarnContext(w.ctx, "refused for now", "error", err, "cause", errors.Unwrap(err))
		w.Header().Set("Retry-After", "1")
	}
	w.buf.Reset()
	_ = w.encode(errorEnvelope{errorBody{f.Code, f.Message}}) // two texts always encode
	w.finish(f.Status)
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

func (w *writer) encode(v any) error { return encode(&w.buf, v) }

// encode appends a value as JSON, with < > & as they are: the answer is no HTML.
func encode(to *bytes.Buffer, v any) error {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	to.Truncate(to.Len() - 1) // the encoder ends every value with a new line
	return nil
}

// finish sends what is held back. An answer that was held back whole gets its length.
func (w *writer) finish(status int) {
	w.buf.WriteByte('\n')
	if !w.begun {
		w.Header()["Content-Length"] = []string{strconv.Itoa(w.buf.Len())}
	}
	err := w.flushWhole(status) // a client that went away needs no answer
	if w.keep != nil && status == http.StatusOK && err == nil && !w.head {
		w.keep(w.copy)
	}
}

// flushWhole sends a short answer at once: the server's own limit on writing will do.
func (w *writer) flushWhole(status int) error {
	if w.begun || w.head || w.buf.Len() > flushAt {
		return w.flush(status)
	}
	w.begin(status)
	w.rememberWhole()
	_, err := w.Write(w.buf.Bytes()) //nolint:gosec // it is JSON, and nosniff says so
	return err
}

// flush sends what is held back, after the headers if they have not been sent.
func (w *writer) flush(status int) error {
	w.begin(status)
	defer w.buf.Reset()
	if w.head {
		w.hurry()
		return nil
	}
	w.remember()
	return w.sendAll(w.buf.Bytes())
}

// remember copies what is about to be sent, as long as it may be kept.
func (w *writer) remember() {
	if w.keep == nil || w.long {
		return
	}
	if w.long = len(w.copy)+w.buf.Len() > answers.MaxBody; w.long {
		w.copy = nil
		return
	}
	w.copy = append(w.copy, w.buf.Bytes()...)
}

// rememberWhole keeps the very bytes that are about to be sent: nothing is written after them. Much room that they do not fill
// would be kept with them.
func (w *writer) rememberWhole() {
	body := w.buf.Bytes()
	switch {
	case w.keep == nil || len(body) > answers.MaxBody:
	case cap(body) > len(body)+len(body)/8:
		w.copy = bytes.Clone(body)
	default:
		w.copy = body
	}
}

// begin sends the headers, if they have not been sent. The place is free from then on: how fast the client reads is its own affair, and
// long lists have a bound of their own.
func (w *writer) begin(status int) {
	if w.begun {
		return
	}
	w.begun = true
	if w.pass != nil {
		w.pass.Leave()
	}
	w.setHeaders()
	if w.etag != "" && (status == http.StatusOK || status == http.StatusNotModified) {
		w.Header()["ETag"] = []string{w.etag}
	}
	w.WriteHeader(status)
}

// sendAll writes an answer in pieces, each of which the client must take in time.
func (w *writer) sendAll(body []byte) error {
	for piece := range slices.Chunk(body, pieceBytes) {
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
	values := [...]string{
		"application/json; charset=utf-8",
		"no-store",
		"nosniff",
		strconv.FormatInt(w.rate.Limits.Hour, 10),
		strconv.FormatInt(w.rate.HourLeft, 10),
		strconv.FormatInt(w.rate.Limits.Month, 10),
		strconv.FormatInt(w.rate.MonthLeft, 10),
		strconv.FormatInt(w.rate.HourReset.Unix(), 10),
	}
	h := w.Header()
	for i, name := range answerHeaders() {
		h[name] = values[i : i+1 : i+1] // one piece of memory for all of them
	}
}

// answerHeaders are in every answer of the API, spelt as the contract spells them; Header.Set would write Ratelimit.
func answerHeaders() [8]string {
	return [8]string{
		"Content-Type",
		"Cache-Control",
		"X-Content-Type-Options",
		"X-RateLimit-Limit-Hour",
		"X-RateLimit-Remaining-Hour",
		"X-RateLimit-Limit-Month",
		"X-RateLimit-Remaining-Month",
		"X-RateLimit-Reset-Hour",
	}
}

// stamp is a moment on the wire.
func stamp(t time.Time) string { return domain.Stamp(t) }
