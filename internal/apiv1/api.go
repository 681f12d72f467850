// Package apiv1 is the frozen public API: routes.go is the whole contract on one page, a file a noun
// decodes, calls one use case and converts, and nothing here decides anything about the business.
package apiv1

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"earnest/internal/admit"
	"earnest/internal/app"
	"earnest/internal/domain"
	"earnest/internal/front/answers"
	"earnest/internal/gate"
)

// Base is the path under which the API lives.
const Base = "/api/v1"

// Options bound what the API takes on.
type Options struct {
	Log         *slog.Logger
	Gate        *gate.Gate    // shared with the dashboard; nil: one of its own
	MaxInFlight int           // requests at once, without a Gate (default 64)
	MaxStreams  int           // long lists at once; must be below the database's readers (default 8)
	Timeout     time.Duration // until an answer is ready, or a long list begins (default 30 s)
	Patience    time.Duration // in which a client must read 1 MiB of an answer (default 30 s)
}

// filled puts the defaults where nothing was said.
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
	return opt
}

// API answers every request under Base.
type API struct {
	app     *app.App
	opt     Options
	log     *slog.Logger
	table   table
	gate    *gate.Gate
	streams *streams
	answers *answers.Cache
}

// New makes the API of an App.
func New(a *app.App, opt Options) *API {
	opt = opt.filled()
	return &API{
		app:     a,
		opt:     opt,
		log:     opt.Log,
		table:   newTable(Routes()),
		gate:    opt.Gate,
		streams: newStreams(opt.MaxStreams),
		answers: answers.New(build() + "\n" + a.Zone.String()),
	}
}

// request is one call on its way through the doors.
type request struct {
	*http.Request
	ctx    context.Context //nolint:containedctx // a request is its context
	limit  *deadline       // the same
	pass   *gate.Pass
	caller domain.Caller
	uuid   string // of the path, if it has one

	snapshot *admit.Snapshot // of what a GET reads; nil if it names nothing that could be read
}

// ServeHTTP leads a request through the doors, in this order: load, key, address, account, plan, quota
// (all in Admit), route, scope; then the handler checks the resource and the input. The route is found
// earlier only so that the doors can take a snapshot of what is read on the way.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	limit := newDeadline(r.Context(), a.opt.Timeout)
	defer limit.end()
	out := a.writer(w, r, limit)
	defer a.recover(out, r)
	visit := admit.Visit{Header: r.Header, RemoteAddr: r.RemoteAddr}
	origin := a.app.Admission.Origin(&visit)
	pass, err := a.gate.Enter(limit, gate.Key{User: origin.UserID, Address: origin.Address})
	if err != nil {
		out.rate = a.app.Admission.IdleRate(visit)
		out.fail(busy(err))
		return
	}
	out.pass = pass
	defer pass.Leave()
	route, uuid, lost := a.table.find(r.Method, strings.TrimPrefix(Path(r.URL), Base))
	call := &request{Request: r, ctx: limit, limit: limit, pass: pass, uuid: uuid}
	if lost == nil && route.Method == get {
		visit.Target = func() (admit.Target, bool) { return route.target(call) }
	}
	admission, err := a.app.Admission.Admit(limit, visit)
	out.rate, out.user = admission.Rate, admission.Caller.UserID
	if err == nil && origin.UserID == 0 { // a key that was not known yet: from here on its user counts
		err = busy(pass.As(limit, gate.Key{User: admission.Caller.UserID}))
	}
	switch {
	case err != nil:
		out.fail(err)
	case lost != nil:
		out.allow(route)
		out.fail(lost)
	case !admission.Scopes.Has(route.Scope):
		out.fail(domain.Errorf(domain.ScopeMissing, "this API key lacks the scope %s", route.Scope))
	default:
		call.caller, call.snapshot = admission.Caller, admission.Snapshot
		a.serve(out, call, route)
	}
}

// serve runs a request that was let in.
func (a *API) serve(out *writer, r *request, route Route) {
	if route.Method == get {
		a.read(out, r, route)
		return
	}
	a.handle(out, r, route)
}

// busy turns what the gate said into an answer: the user has more requests under way than we take on.
func busy(err error) error {
	if errors.Is(err, gate.ErrBusy) || errors.Is(err, gate.ErrFull) {
		return domain.Wrap(domain.Unavailable, err, "the service is busy; try again in a moment")
	}
	return err
}

func (a *API) writer(w http.ResponseWriter, r *http.Request, limit *deadline) *writer {
	return &writer{
		ResponseWriter: w,
		ctx:            r.Context(),
		log:            a.log,
		limit:          limit,
		streams:        a.streams,
		pace:           pace{patience: a.opt.Patience},
		head:           r.Method == http.MethodHead,
	}
}

// handle runs the handler of a route and writes what it gives.
func (a *API) handle(out *writer, r *request, route Route) {
	if route.HasUUID() {
		uuid, ok := domain.ParseUUID(r.uuid)
		if !ok {
			out.fail(domain.NoSuch(route.Noun()))
			return
		}
		r.uuid = uuid
	}
	result, err := route.Handle(a, r)
	if err != nil {
		out.fail(err)
		return
	}
	out.answer(route, result)
}

// recover turns a panic into an error answer, or cuts the answer short if it has begun.
func (a *API) recover(out *writer, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p)
	}
	a.log.ErrorContext(r.Context(), "panic", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
	if out.begun {
		panic(http.ErrAbortHandler)
	}
	out.fail(domain.Errorf(domain.Internal, "panic"))
}
