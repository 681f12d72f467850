package apiv1

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"sync"
	"time"

	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/input"
)

const (
	idempotencyKey = "Idempotency-Key"
	// maxName is the maximum length of an Idempotency-Key.
	maxName = 255
	// runningPoll is how often a repeated request checks whether the first one, on another node, has ended.
	runningPoll = 50 * time.Millisecond
)

// requestBody is the body of a request, which is read once, however often the handler asks for it.
type requestBody struct {
	read   bool
	object input.Object
	err    error
}

// Object reads the body, which must be a JSON object, and notes the members that the route does not have.
func (r *request) Object() (input.Object, error) {
	if !r.body.read {
		r.body.read = true
		r.body.object, r.body.err = r.Call.Object()
		known := r.route.members
		if r.route.Items != nil {
			known = map[string]bool{"items": true, "atomic": true}
		}
		r.ignoreMembers(r.body.object, known, "")
	}
	return r.body.object, r.body.err
}

// run runs the handler of a route. A POST with an Idempotency-Key has a receipt, and waits while another request with the same key is running.
func (a *API) run(r *request, route *Route) (any, error) {
	if route.Method != post || len(r.Header[idempotencyKey]) == 0 {
		if err := a.resolveKeys(r); err != nil {
			return nil, err
		}
		return route.Handle(a, r)
	}
	if err := r.takeReceipt(); err != nil {
		return nil, err
	}
	if err := a.resolveKeys(r); err != nil {
		return nil, err
	}
	late := time.NewTimer(a.opt.RepeatWait)
	defer late.Stop()
	var leave func()
	err := r.wait(func() (err error) {
		leave, err = a.running.enter(r.ctx, claim{r.caller.KeyID, r.receipt.Name}, late.C)
		return err
	})
	if leave != nil {
		defer leave()
	}
	if err != nil {
		return nil, err
	}
	for {
		result, err := route.Handle(a, r)
		if domain.KindOf(err) != domain.Running {
			return result, err
		}
		waited := r.wait(func() error {
			select {
			case <-time.After(runningPoll):
				return nil
			case <-late.C:
				return err
			case <-r.ctx.Done():
				return r.ctx.Err()
			}
		})
		if waited != nil {
			return nil, waited
		}
	}
}

// wait runs a function that waits for another request, without holding a slot at the gate.
func (r *request) wait(f func() error) (err error) {
	in := r.Pass.Wait(r.ctx, func() { err = f() })
	return cmp.Or(err, front.Busy(in))
}

// takeReceipt reads the Idempotency-Key and the body of a request.
func (r *request) takeReceipt() error {
	names := r.Header[idempotencyKey]
	if len(names) > 1 || !validName(names[0]) {
		return domain.Invalidf("the header %s must be sent once and consist of 1 to %d printable ASCII characters", idempotencyKey, maxName)
	}
	r.receipt = &domain.Receipt{Name: names[0]}
	if r.route.Kind == UploadReply {
		return nil // the handler knows the hash once the file has been received
	}
	sum := sha256.New()
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(r.Body, sum), r.Body}
	if _, err := r.Object(); err != nil {
		return err
	}
	r.receipt.Request = r.named(sum.Sum(nil))
	return nil
}

// named returns the method, the path and the hash of a request, which tell it from others with the same Idempotency-Key.
func (r *request) named(hash []byte) string {
	return r.Method + " " + r.URL.EscapedPath() + " " + hex.EncodeToString(hash)
}

func validName(name string) bool {
	return name != "" && len(name) <= maxName && strings.IndexFunc(name, func(c rune) bool { return c < ' ' || c > '~' }) < 0
}

// made runs a use case that creates something, and returns its wire form. If the request has a receipt, the answer is stored in the same transaction.
func made[T any](r *request, convert func(T) tagged, run func(domain.Caller) (T, error)) (any, error) {
	wire := func(result T) tagged {
		t := convert(result)
		t.location = cmp.Or(t.location, Base+r.route.Path+"/"+t.uuid)
		return t
	}
	result, err := run(keeping(r, wire))
	return wire(result), err
}

// keeping returns the caller of a request whose answer is to be stored, if it has a receipt; convert returns the answer to the result of the use case.
func keeping[T, A any](r *request, convert func(T) A) domain.Caller {
	caller := r.caller
	if r.receipt == nil {
		return caller
	}
	r.receipt.Answer = func(result any) (domain.Answer, error) {
		var answer any = convert(result.(T)) //nolint:errcheck,forcetypeassert // the result of the use case
		var body bytes.Buffer
		err := encode(&body, enveloped(answer))
		kept := domain.Answer{Status: r.route.Status, Body: body.String()}
		if t, ok := answer.(tagged); ok {
			kept.ETag, kept.Location = t.etag, t.location
		}
		r.answer = &kept
		return kept, err
	}
	caller.Receipt = r.receipt
	return caller
}

// replay sends the answer to an earlier request again.
func (w *writer) replay(kept domain.Answer) {
	w.Header()["Idempotency-Replayed"] = []string{"true"}
	w.sendKept(kept)
}

// sendKept sends an answer that is stored.
func (w *writer) sendKept(kept domain.Answer) {
	w.tag(tagged{etag: kept.ETag, location: kept.Location})
	w.buf.WriteString(kept.Body)
	w.finish(kept.Status)
}

// tag sets the headers that belong to one object.
func (w *writer) tag(t tagged) {
	w.etag = t.etag
	if t.location != "" {
		w.Header().Set("Location", t.location)
	}
}

// running knows the requests with an Idempotency-Key that this node is carrying out. Those of other nodes are known to the database.
type running struct {
	mu   sync.Mutex
	ends map[claim]chan struct{} // closed when the request ends
}

// claim identifies requests that must not run at the same time.
type claim struct {
	keyID int64
	name  string
}

// enter waits until no other request with the claim is running. It returns Running if late fires first.
func (l *running) enter(ctx context.Context, c claim, late <-chan time.Time) (leave func(), err error) {
	for {
		ended := l.join(c)
		if ended == nil {
			return func() { l.leave(c) }, nil
		}
		select {
		case <-ended:
		case <-late:
			return nil, domain.StillRunning()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// join returns nil if no other request with the claim is running, and otherwise a channel that is closed when it ends.
func (l *running) join(c claim) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ended, busy := l.ends[c]; busy {
		return ended
	}
	l.ends[c] = make(chan struct{})
	return nil
}

func (l *running) leave(c claim) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.ends[c])
	delete(l.ends, c)
}
