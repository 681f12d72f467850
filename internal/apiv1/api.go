// Package apiv1 is the frozen public API. routes.go is the whole contract on one page. Each resource has its own file; its handlers decode
// the request, call one use case and convert the result. They contain no business rules.
package apiv1

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"earnest/internal/admit"
	"earnest/internal/app"
	"earnest/internal/domain"
	"earnest/internal/files"
	"earnest/internal/front"
	"earnest/internal/front/answers"
	"earnest/internal/front/coding"
	"earnest/internal/gate"
	"earnest/internal/work"
)

// Base is the path prefix of the API.
const Base = "/api/v1"

// Options limits the work that the API accepts.
type Options struct {
	Log         *slog.Logger
	Gate        *gate.Gate    // shared with the dashboard; if nil, the API creates its own
	MaxInFlight int           // concurrent requests, if Gate is nil (default 64)
	MaxStreams  int           // long lists sent concurrently; must be below the number of database readers (default 8)
	Timeout     time.Duration // until a response is ready, or a long list begins (default 30 s)
	Patience    time.Duration // time for a client to read 1 MiB of a response (default 30 s)
	RepeatWait  time.Duration // how long a repeated request waits for the first one (default 5 s)
}

// filled returns the options with defaults in place of zero values.
func (opt Options) filled() Options {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.MaxInFlight <= 0 {
		opt.MaxInFlight = 64
	}
	if opt.Gate == nil {
		opt.Gate = gate.New(opt.MaxInFlight)
	}
	if opt.MaxStreams <= 0 {
		opt.MaxStreams = 8
	}
	if opt.Timeout <= 0 {
		opt.Timeout = 30 * time.Second
	}
	if opt.Patience <= 0 {
		opt.Patience = 30 * time.Second
	}
	if opt.RepeatWait <= 0 {
		opt.RepeatWait = 5 * time.Second
	}
	return opt
}

// API answers every request under Base.
type API struct {
	app     *app.App
	opt     Options
	log     *slog.Logger
	table   *front.Table[*Route]
	gate    *gate.Gate
	streams *streams
	answers *answers.Cache
	running *running
	batches chan struct{} // has an element for each batch that is being carried out
	buffers sync.Pool     // of the *bytes.Buffer of a writer
}

// New returns the API for an App.
func New(a *app.App, opt Options) *API {
	opt = opt.filled()
	return &API{
		app:     a,
		opt:     opt,
		log:     opt.Log,
		table:   newTable(),
		gate:    opt.Gate,
		streams: newStreams(opt.MaxStreams),
		answers: answers.New(build() + "\n" + a.Zone.String()),
		running: &running{ends: map[claim]chan struct{}{}},
		batches: make(chan struct{}, maxBatches),
		buffers: sync.Pool{New: func() any { return &bytes.Buffer{} }},
	}
}

// request is a call on its way through the admission checks to its handler.
type request struct {
	front.Call
	ctx    context.Context //nolint:containedctx // the call's Limit, as a context
	caller domain.Caller
	uuid   string // from the path, if it contains one

	route    *Route
	admitted admit.Admission
	rate     admit.Rate
	counted  bool            // the items of a batch are part of rate
	snapshot *admit.Snapshot // state of the objects that a GET reads; nil if none was taken
	body     requestBody
	staged   *files.Staged   // the file of an upload, once it has been received
	receipt  *domain.Receipt // of a POST with an Idempotency-Key; see keeping
	answer   *domain.Answer  // what the receipt stores, once it is known
	present  string          // the ETag of the object that a PUT or DELETE with If-Match found
	ignored  []string        // see ignore

	tickets map[string]string // uuids of the tickets that the request names by their keys
}

// newTable builds the routing table. A path that supports GET also supports HEAD and lists it in Allow.
func newTable() *front.Table[*Route] {
	t := front.NewTable[*Route]("there is nothing at this path")
	routes := Routes()
	for _, r := range routes {
		r.members, r.tickets = r.knownMembers(routes), r.ticketMembers()
		t.Add(r.Method, Base+r.Path, &r)
		if r.Method == get {
			t.Add(http.MethodHead, Base+r.Path, &r)
		}
	}
	return t
}

// ServeHTTP runs the admission checks in this order: load, key, address, account, plan, quota (all in Admit), route, scope. Then the
// handler checks the resource and the input. The route is looked up early only so that Admit can take a snapshot of the objects that will
// be read.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	limit := front.NewDeadline(r.Context(), a.opt.Timeout)
	defer limit.End()
	out := a.writer(w, r, limit)
	defer a.release(out)
	defer a.recover(out, r)
	visit := admit.Visit{Header: r.Header, RemoteAddr: r.RemoteAddr}
	origin := a.app.Admission.Origin(&visit)
	found := a.table.Find(r.Method, front.Path(r.URL))
	trace := front.TraceOf(r.Context())
	trace.Route, trace.UserID = found.Pattern, origin.UserID
	call := &request{ctx: limit, uuid: found.Values.Get("uuid")}
	call.Call = front.Call{Request: r, Limit: limit, Conn: http.NewResponseController(w), Values: found.Values}
	if err := call.Enter(a.gate, gate.Key{User: origin.UserID, Address: origin.Address}); err != nil {
		out.rate = a.app.Admission.IdleRate(visit)
		out.fail(err)
		return
	}
	out.Pass = call.Pass
	defer call.Pass.Leave()
	if found.Err == nil && found.Route.Method == get {
		visit.Target = func() (admit.Target, bool) { return found.Route.target(call) }
	}
	admission, err := a.app.Admission.Admit(limit, visit)
	out.rate, out.user, out.admitted = admission.Rate, admission.Caller.UserID, admission
	trace.UserID, trace.KeyID = admission.Owner.UserID, admission.Owner.KeyID
	if err == nil {
		err = call.Identify(admission.Caller.UserID)
	}
	switch {
	case err != nil:
		out.fail(err)
	case found.Err != nil:
		out.noRoute(found)
	case found.Route.Scope != "" && !admission.Scopes.Has(found.Route.Scope):
		out.fail(domain.Errorf(domain.ScopeMissing, "this API key lacks the scope %s", found.Route.Scope))
	default:
		call.admitted, call.caller, call.rate, call.snapshot = admission, admission.Caller, admission.Rate, admission.Snapshot
		a.serve(out, call, found.Route)
	}
}

// serve runs an admitted request.
func (a *API) serve(out *writer, r *request, route *Route) {
	r.route = route
	r.ignoreParams()
	out.ignored = r.ignored
	if route.Method == get {
		a.read(out, r, route)
		return
	}
	a.handle(out, r, route)
}

// writer returns the writer of a response. Its buffer is reused by a later response, once release has been called.
func (a *API) writer(w http.ResponseWriter, r *http.Request, limit *front.Deadline) *writer {
	return &writer{
		buf:     a.buffers.Get().(*bytes.Buffer), //nolint:forcetypeassert,errcheck // the pool has nothing else
		Sender:  front.Sender{ResponseWriter: w},
		ctx:     r.Context(),
		log:     a.log,
		limit:   limit,
		streams: a.streams,
		pace:    front.Pace{Patience: a.opt.Patience, Bytes: paceBytes},
		head:    r.Method == http.MethodHead,
		accepts: coding.Of(r.Header),
		quotas:  a.app.Admission,
	}
}

// release returns the buffer of a response to the pool. Nothing may keep its bytes.
func (a *API) release(out *writer) {
	if out.buf.Cap() <= 2*flushAt { // a longer one is rare
		out.buf.Reset()
		a.buffers.Put(out.buf)
	}
}

// handle runs the handler of a route and writes its result.
func (a *API) handle(out *writer, r *request, route *Route) {
	if route.HasUUID() {
		uuid, err := r.Values.UUID(route.Noun())
		if err != nil {
			out.fail(err)
			return
		}
		r.uuid = uuid
	}
	result, err := a.run(r, route)
	out.rate, out.ignored = r.rate, r.ignored
	switch {
	case errors.Is(err, work.ErrAnswered):
		out.replay(*r.receipt.Kept)
	case err != nil:
		out.etag = r.present
		out.fail(err)
	case r.answer != nil:
		out.sendKept(*r.answer)
	default:
		out.answer(route, result)
	}
}

// recover turns a panic into an error response, or aborts the response if it has begun.
func (a *API) recover(out *writer, r *http.Request) {
	if p := recover(); p != nil {
		out.fail(front.Panicked(a.log, r, p, out.Begun))
	}
}
