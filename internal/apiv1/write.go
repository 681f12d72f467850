package apiv1

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"time"

	"earnest/internal/admit"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/front/answers"
)

// flushAt is how much of a response is buffered before it is sent, so that errors found meanwhile can still be reported and a short list
// frees its database reader before it is sent.
const flushAt = 64 << 10

// writer writes one response: the five rate headers, then an envelope.
type writer struct {
	front.Sender
	ctx     context.Context //nolint:containedctx // the request's context, which ends when the client disconnects
	log     *slog.Logger
	limit   *front.Deadline
	streams *streams
	user    int64 // the caller
	turn    bool  // the response holds a turn from streams
	pace    pace
	rate    admit.Rate
	head    bool
	buf     bytes.Buffer
	etag    string       // of the response, if it succeeds
	unless  []string     // If-None-Match of a read whose ETag only the handler knows
	keep    func([]byte) // receives a complete successful answer, or nil if it is too long; nil: the answer is not cached
	copy    []byte       // the bytes sent so far, for keep
	long    bool         // too long for keep

	quotas   *admit.Service
	admitted admit.Admission // of the request, once it is admitted
}

// envelope is the shape of a response with one object.
type envelope struct {
	Data any `json:"data"`
}

// counted is the shape of a response with an aggregate and the number of its items.
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

// deleted is the response to every delete.
type deleted struct {
	Deleted bool `json:"deleted" doc:"always true"`
}

// answer writes the result of a handler.
func (w *writer) answer(route *Route, result any) {
	if s, ok := result.(streamer); ok {
		w.stream(s)
		return
	}
	if t, ok := result.(tagged); ok {
		w.tag(t)
		if front.Matches(w.unless, t.etag, true) {
			w.unchanged()
			return
		}
	}
	if err := w.encode(enveloped(result)); err != nil {
		w.fail(err)
		return
	}
	w.finish(route.Status)
}

// unchanged tells the client that it has the current version of an object.
func (w *writer) unchanged() {
	w.begin(http.StatusNotModified)
	if w.keep != nil {
		w.keep(nil)
	}
}

// giveBack takes the request out of the key's usage again: a request that is refused because of the quota does not count.
func (w *writer) giveBack() {
	wait := w.rate.RetryAfter
	w.rate = w.quotas.GiveBack(w.admitted)
	w.rate.RetryAfter = wait
}

// enveloped returns the response to a request with this result.
func enveloped(result any) any {
	switch r := result.(type) {
	case counted:
		return r
	case tagged:
		return envelope{r.data}
	default:
		return envelope{r}
	}
}

// fail writes an error envelope, unless the client has disconnected.
func (w *writer) fail(err error) {
	if w.gone(err) {
		w.abandon(err)
	}
	f := front.APIFailure(w.limit.Late(err))
	if f.Status == http.StatusUnauthorized {
		w.Header()["WWW-Authenticate"] = []string{"Bearer"}
	}
	f.Report(w.ctx, w.log, w.Header(), w.rate.RetryAfter)
	w.buf.Reset()
	_ = w.encode(errorEnvelope{errorBody{f.Code, f.Message}}) // encoding two strings cannot fail
	w.finish(f.Status)
}

// noRoute refuses a request that matches no route.
func (w *writer) noRoute(m front.Match[*Route]) {
	if m.Allow != "" {
		w.Header().Set("Allow", m.Allow)
	}
	w.fail(m.Err)
}

func (w *writer) encode(v any) error { return encode(&w.buf, v) }

// encode appends a value as JSON without escaping <, > and &, because the response is not HTML.
func encode(to *bytes.Buffer, v any) error {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	to.Truncate(to.Len() - 1) // the encoder ends every value with a newline
	return nil
}

// finish sends the buffered data. A response that was buffered in full gets a Content-Length.
func (w *writer) finish(status int) {
	w.buf.WriteByte('\n')
	if !w.Begun {
		w.Header()["Content-Length"] = []string{strconv.Itoa(w.buf.Len())}
	}
	err := w.flushWhole(status) // an error only means that the client has disconnected
	if w.keep != nil && status == http.StatusOK && err == nil && !w.head {
		w.keep(w.copy)
	}
}

// flushWhole sends a short response in one write, for which the server's own write timeout is enough.
func (w *writer) flushWhole(status int) error {
	if w.Begun || w.head || w.buf.Len() > flushAt {
		return w.flush(status)
	}
	w.begin(status)
	w.rememberWhole()
	_, err := w.Write(w.buf.Bytes()) //nolint:gosec // JSON, sent with nosniff
	return err
}

// flush sends the buffered data, preceded by the headers if they have not been sent.
func (w *writer) flush(status int) error {
	w.begin(status)
	defer w.buf.Reset()
	if w.head {
		w.extendDeadline()
		return nil
	}
	w.remember()
	return w.sendAll(w.buf.Bytes())
}

// remember copies the data about to be sent, as long as the answer is short enough to keep.
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

// rememberWhole keeps the bytes about to be sent without copying them, since nothing is written after them. It copies them only if the
// buffer has much spare capacity.
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

// begin sends the headers, if they have not been sent, and leaves the gate, since long lists have their own limit.
func (w *writer) begin(status int) {
	if w.Begun {
		return
	}
	w.setHeaders()
	if w.etag != "" && carriesTag(status) {
		w.Header()["ETag"] = []string{w.etag}
	}
	w.WriteHeader(status)
}

// carriesTag reports whether a response with this status has an ETag, if one is known.
func carriesTag(status int) bool {
	switch status {
	case http.StatusOK, http.StatusCreated, http.StatusNotModified, http.StatusPreconditionFailed:
		return true
	default:
		return false
	}
}

// sendAll writes a response in pieces, each with its own deadline.
func (w *writer) sendAll(body []byte) error {
	for piece := range slices.Chunk(body, pieceBytes) {
		if err := w.send(piece); err != nil {
			return err
		}
	}
	return nil
}

// send writes one piece, or fails if the client takes too long.
func (w *writer) send(piece []byte) error {
	began := w.extendDeadline()
	n, err := w.Write(piece)
	w.pace.note(n, began)
	if err != nil {
		return unsentError{err}
	}
	return nil
}

// extendDeadline sets the write deadline according to the client's pace, and returns the current time.
func (w *writer) extendDeadline() time.Time {
	now := time.Now()
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(now.Add(w.pace.left())) // not every writer supports deadlines
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
		h[name] = values[i : i+1 : i+1] // all share one array
	}
}

// answerHeaders lists the headers of every response as the contract spells them; Header.Set would change RateLimit to Ratelimit.
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

// stamp formats a time for the wire.
func stamp(t time.Time) string { return domain.Stamp(t) }
