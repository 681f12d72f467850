package apiv1

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"earnest/internal/admit"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/front/answers"
	"earnest/internal/front/coding"
)

// flushAt is how much of a response is buffered before it is sent, so that errors found meanwhile can still be reported and a short list
// frees its database reader before it is sent.
const flushAt = 64 << 10

// writer writes one response: the five rate headers, then an envelope. What it remembers for the cache is not compressed.
type writer struct {
	front.Sender
	ctx     context.Context //nolint:containedctx // the request's context, which ends when the client disconnects
	log     *slog.Logger
	limit   *front.Deadline
	streams *streams
	user    int64 // the caller
	turn    bool  // the response holds a turn from streams
	pace    front.Pace
	rate    admit.Rate
	head    bool
	buf     *bytes.Buffer  // from API.buffers
	etag    string         // of the response, if it succeeds
	unless  []string       // If-None-Match of a read whose ETag only the handler knows
	keep    func(kept)     // receives a complete successful answer; nil: the answer is not cached
	copy    []byte         // the response so far, for keep
	long    bool           // too long for keep
	accepts coding.Coding  // the coding that the client prefers
	packed  *coding.Writer // compresses a long list while it is sent
	sentAs  coding.Coding  // the coding of the response
	ignored []string       // see request.ignore

	quotas   *admit.Service
	admitted admit.Admission // of the request, once it is admitted
}

// kept is an answer for the cache: its body, or nil if that is too long, and the body as it was sent if it was compressed as a whole.
type kept struct{ body, packed []byte }

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

	Fields []front.Field `json:"fields,omitempty"`
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
	if d, ok := result.(download); ok {
		w.sendFile(d)
		return
	}
	if t, ok := result.(tagged); ok {
		w.tag(t)
		if tag, same := front.Matches(w.unless, t.etag, true); same {
			w.unchanged(tag)
			return
		}
	}
	if err := w.encode(enveloped(result)); err != nil {
		w.fail(err)
		return
	}
	w.finish(route.Status)
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
	_ = w.encode(errorEnvelope{errorBody{f.Code, f.Message, f.Fields}}) // encoding strings cannot fail
	w.finish(f.Status)
}

// noRoute refuses a request that matches no route.
func (w *writer) noRoute(m front.Match[*Route]) {
	if m.Allow != "" {
		w.Header().Set("Allow", m.Allow)
	}
	w.fail(m.Err)
}

func (w *writer) encode(v any) error { return encode(w.buf, v) }

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

// finish sends the rest of the response.
func (w *writer) finish(status int) {
	w.buf.WriteByte('\n')
	if w.Begun {
		w.finishLong(status)
		return
	}
	w.rememberWhole()
	body := w.pack(w.buf.Bytes())
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	if err := w.sendWhole(status, body); err == nil { // an error only means that the client has disconnected
		w.offer(status, body)
	}
}

// finishLong sends the end of a list whose beginning has been sent.
func (w *writer) finishLong(status int) {
	err := w.flush(status)
	if err == nil && w.packed != nil {
		err = w.packed.Close()
	}
	if err == nil {
		w.offer(status, nil)
	}
}

// offer passes a complete answer on to the cache. body is the answer as it was sent, if it was sent as a whole.
func (w *writer) offer(status int, body []byte) {
	if w.keep == nil || status != http.StatusOK || w.head {
		return
	}
	answer := kept{body: w.copy}
	if w.sentAs != coding.None && w.copy != nil {
		answer.packed = body
	}
	w.keep(answer)
}

// pack compresses a response that is buffered in full, if it is long enough and the client allows it.
func (w *writer) pack(body []byte) []byte {
	if w.accepts == coding.None || len(body) <= coding.Least {
		return body
	}
	w.sentAs = w.accepts
	return w.sentAs.Pack(body)
}

// sendWhole sends a response that is complete. If it is short, it is sent in one write, for which the server's own write timeout is enough.
func (w *writer) sendWhole(status int, body []byte) error {
	w.begin(status)
	switch {
	case w.head:
		w.extendDeadline()
		return nil
	case len(body) > flushAt:
		return w.sendAll(body)
	default:
		_, err := w.Write(body) //nolint:gosec // JSON, sent with nosniff
		return err
	}
}

// flush sends the buffered part of a long response, preceded by the headers if they have not been sent.
func (w *writer) flush(status int) error {
	if !w.Begun && !w.head && w.accepts != coding.None {
		w.sentAs = w.accepts
		w.packed = w.sentAs.NewWriter(pieces{w})
	}
	w.begin(status)
	defer w.buf.Reset()
	if w.head {
		w.extendDeadline()
		return nil
	}
	w.remember()
	if w.packed != nil {
		_, err := w.packed.Write(w.buf.Bytes())
		return err
	}
	return w.sendAll(w.buf.Bytes())
}

// pieces is the io.Writer of a compressed response.
type pieces struct{ to *writer }

func (p pieces) Write(data []byte) (int, error) {
	if err := p.to.sendAll(data); err != nil {
		return 0, err
	}
	return len(data), nil
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

// rememberWhole copies the data about to be sent, which is the whole response, if it is short enough to keep.
func (w *writer) rememberWhole() {
	if body := w.buf.Bytes(); w.keep != nil && len(body) <= answers.MaxBody {
		w.copy = bytes.Clone(body)
	}
}

// begin sends the headers, if they have not been sent, and leaves the gate, since long lists have their own limit.
func (w *writer) begin(status int) {
	if w.Begun {
		return
	}
	h := w.Header()
	tagged := w.etag != "" && carriesTag(status)
	w.setHeaders(tagged)
	if tagged {
		h["ETag"] = []string{w.sentAs.Tag(w.etag)}
	}
	if w.sentAs != coding.None {
		h["Content-Encoding"] = []string{w.sentAs.String()}
	}
	if len(w.ignored) > 0 {
		h["Earnest-Ignored"] = []string{strings.Join(w.ignored, ",")}
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
	w.pace.Note(n, began)
	if err != nil {
		return unsentError{err}
	}
	return nil
}

// extendDeadline sets the write deadline according to the client's pace, and returns the current time.
func (w *writer) extendDeadline() time.Time {
	now := time.Now()
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(now.Add(w.pace.Left())) // not every writer supports deadlines
	return now
}

// setHeaders sets the headers of every response. A response with an ETag may be kept by the client, which must then ask before it uses it
// again; the shared caches on the way may keep none.
func (w *writer) setHeaders(tagged bool) {
	caching := "no-store"
	if tagged {
		caching = "private, no-cache"
	}
	values := [...]string{
		"application/json; charset=utf-8",
		caching,
		"Accept-Encoding",
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
func answerHeaders() [9]string {
	return [9]string{
		"Content-Type",
		"Cache-Control",
		"Vary",
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
