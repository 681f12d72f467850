// Package dash is the dashboard's own API: the web app talks to it with a session cookie. It is free to change
// with the pages; the frozen API of keys is apiv1. routes.go lists all of it, a file a noun decodes, calls one use
// case and converts.
package dash

//go:generate go run ./typegen ../../web/src/api/types.gen.ts

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"earnest/internal/admit"
	"earnest/internal/app"
	"earnest/internal/domain"
	"earnest/internal/gate"
	"earnest/internal/identity"
)

// Base is the path under which the dashboard's API lives.
const Base = "/dash"

// Options is what an instance decides about its dashboard.
type Options struct {
	Log     *slog.Logger
	Version string
	BaseURL string        // the address people use, without a slash at its end; https makes cookies secure
	Timeout time.Duration // until an answer is ready (default 30 s)

	Gate        *gate.Gate // shared with the API; nil: one of its own
	MaxInFlight int        // requests at once, without a Gate (default 64)
}

// Dash answers every request under Base.
type Dash struct {
	app    *app.App
	opt    Options
	log    *slog.Logger
	routes *http.ServeMux
	shield *http.CrossOriginProtection

	gate     *gate.Gate
	streams  *places
	spools   *spools
	stopped  chan struct{} // closed by Stop
	stopOnce sync.Once
}

// New makes the dashboard's API of an App.
func New(a *app.App, opt Options) *Dash {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Timeout <= 0 {
		opt.Timeout = 30 * time.Second
	}
	if opt.MaxInFlight <= 0 {
		opt.MaxInFlight = 64
	}
	if opt.Gate == nil {
		opt.Gate = gate.New(opt.MaxInFlight)
	}
	d := &Dash{app: a, opt: opt, log: opt.Log, shield: newShield(opt.BaseURL), gate: opt.Gate}
	d.streams, d.stopped = newPlaces(mostStreams, mostUserStreams, fullStreams), make(chan struct{})
	d.spools = newSpools(a)
	d.routes = d.mux(Routes())
	return d
}

// ServeHTTP refuses what another site's page sends, then finds the route.
func (d *Dash) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer d.recover(w, r)
	w.Header().Set("Cache-Control", "no-store")
	if err := d.shield.Check(r); err != nil {
		d.fail(w, r, domain.Wrap(domain.Forbidden, err, "this request comes from another site"))
		return
	}
	d.routes.ServeHTTP(w, r)
}

// request is one call of a route.
type request struct {
	*http.Request
	ctx     context.Context //nolint:containedctx // a request is its context
	w       http.ResponseWriter
	pass    *gate.Pass
	known   bool             // the pass is a user's
	session identity.Session // empty on public routes without a cookie
}

// caller is who makes the request.
func (r *request) caller() domain.Caller { return domain.Caller{UserID: r.session.User.ID} }

// visit is where a request comes from, and the session it shows.
func (d *Dash) visit(r *request) admit.Visit {
	return admit.Visit{Header: r.Header, RemoteAddr: r.RemoteAddr, Token: d.token(r.Request)}
}

// uuid gives the uuid of the path; a text that is none names nothing.
func (r *request) uuid(noun string) (string, error) {
	uuid, ok := domain.ParseUUID(r.PathValue("uuid"))
	if !ok {
		return "", domain.NoSuch(noun)
	}
	return uuid, nil
}

// handle leads a request through the gate and the door of its route to the handler, and writes what that gives.
func (d *Dash) handle(route Route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), d.opt.Timeout)
		defer cancel()
		call := &request{Request: r, ctx: ctx}
		if err := d.admit(call, w); err != nil {
			d.refuse(w, call, err)
			return
		}
		defer call.pass.Leave()
		result, err := d.run(call, route)
		if err != nil {
			d.refuse(call.w, call, err)
			return
		}
		d.answer(call.w, r, result)
	}
}

// admit takes a place for a request: as the user whose session it seems to be, or as its address.
func (d *Dash) admit(r *request, w http.ResponseWriter) (err error) {
	origin := d.app.Admission.SessionOrigin(d.visit(r))
	r.pass, err = d.gate.Enter(r.ctx, gate.Key{User: origin.UserID, Address: origin.Address})
	r.known = origin.UserID != 0
	r.w = &sender{w, r.pass}
	return busy(err)
}

// refuse answers what failed.
func (d *Dash) refuse(w http.ResponseWriter, r *request, err error) {
	d.abandonGone(r.Request, err)
	d.fail(w, r.Request, late(r.ctx, err))
}

// sender leaves the gate when the answer begins: how fast a browser reads is its own affair.
type sender struct {
	http.ResponseWriter
	pass *gate.Pass
}

// WriteHeader begins the answer.
func (s *sender) WriteHeader(status int) {
	s.pass.Leave()
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (s *sender) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// busy turns what the gate said into an answer: the user has more requests under way than we take on.
func busy(err error) error {
	if errors.Is(err, gate.ErrBusy) || errors.Is(err, gate.ErrFull) {
		return domain.Wrap(domain.Unavailable, err, "the service is busy; try again in a moment")
	}
	return err
}

func (d *Dash) run(r *request, route Route) (any, error) {
	if err := d.enter(r, route.Door); err != nil {
		return nil, err
	}
	if r.session.User.ID != 0 && !r.known { // a session that was not known yet: from here on its user counts
		if err := r.pass.As(r.ctx, gate.Key{User: r.session.User.ID}); err != nil {
			return nil, busy(err)
		}
	}
	return route.Handle(d, r)
}

// abandonGone ends a request that failed because its browser went away: there is nobody to answer, and nothing failed here.
func (d *Dash) abandonGone(r *http.Request, err error) {
	kind := domain.KindOf(err)
	if r.Context().Err() == nil || kind != domain.Internal && kind != domain.Unavailable {
		return
	}
	d.log.InfoContext(r.Context(), "the browser went away before it had its answer", "error", err)
	panic(http.ErrAbortHandler)
}

// late tells what failed because its time was up from a fault: drivers have words of their own for it.
func late(ctx context.Context, err error) error {
	if ctx.Err() == nil || domain.KindOf(err) != domain.Internal {
		return err
	}
	return domain.Wrap(domain.Unavailable, err, "the request took too long; try again in a moment")
}

// enter finds out who asks, and refuses who may not.
func (d *Dash) enter(r *request, door Door) error {
	session, err := d.app.Sessions.Session(r.ctx, d.token(r.Request))
	switch kind := domain.KindOf(err); {
	case err == nil:
		r.session = session
		d.app.Sessions.RecordUse(session, d.visit(r))
	case door == Public && (kind == domain.SignedOut || kind == domain.AccountInactive):
		return nil
	default:
		return err
	}
	if door == Administrator && !session.User.IsAdmin {
		return domain.Errorf(domain.Forbidden, "only an administrator of this instance may do this")
	}
	return nil
}

// recover turns a panic into an error answer.
func (d *Dash) recover(w http.ResponseWriter, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p)
	}
	d.log.ErrorContext(r.Context(), "panic", "panic", p, "stack", string(debug.Stack()))
	d.fail(w, r, domain.Errorf(domain.Internal, "panic"))
}
