// Package dash is the dashboard's own API, which the web app calls with a session cookie. It may change whenever the pages do; the frozen
// API for keys is apiv1. routes.go lists all routes. Each resource has its own file; its handlers decode the request, call one use case and
// convert the result.
package dash

//go:generate go run ./typegen ../../web/src/api/types.gen.ts

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"earnest/internal/admit"
	"earnest/internal/app"
	"earnest/internal/dash/calendar"
	"earnest/internal/dash/download"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/gate"
	"earnest/internal/identity"
	"earnest/internal/transfer"
)

// Base is the path prefix of the dashboard's API.
const Base = "/dash"

// Options configures the dashboard of an instance.
type Options struct {
	Log     *slog.Logger
	Version string
	BaseURL string        // the public address without a trailing slash; https makes cookies secure
	Timeout time.Duration // until a response is ready (default 30 s)

	Gate        *gate.Gate // shared with the API; if nil, the dashboard creates its own
	MaxInFlight int        // concurrent requests, if Gate is nil (default 64)
}

// Dash answers every request under Base.
type Dash struct {
	app    *app.App
	opt    Options
	log    *slog.Logger
	routes *front.Table[*Route]
	shield *http.CrossOriginProtection

	gate      *gate.Gate
	calendars *calendar.Feed
	streams   *gate.Limit
	spools    *download.Spools
	stopped   chan struct{} // closed by Stop
	stopOnce  sync.Once
}

// New returns the dashboard's API for an App.
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
	d.calendars = &calendar.Feed{App: a, Gate: opt.Gate, Log: opt.Log, BaseURL: opt.BaseURL, Timeout: opt.Timeout}
	d.streams, d.stopped = gate.NewLimit(mostStreams, mostUserStreams), make(chan struct{})
	d.spools = download.NewSpools(a.Transfer.Folders(), transfer.HasSpace)
	d.routes = newTable()
	return d
}

// ServeHTTP refuses cross-site requests, then finds the route.
func (d *Dash) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out := &front.Sender{ResponseWriter: w}
	defer d.recover(out, r)
	out.Header().Set("Cache-Control", "no-store")
	if err := d.shield.Check(r); err != nil {
		d.fail(out, r, domain.Wrap(domain.Forbidden, err, "this request comes from another site"))
		return
	}
	d.route(out, r)
}

// request is a call to a route.
type request struct {
	front.Call
	ctx     context.Context //nolint:containedctx // the call's Limit, as a context
	w       *front.Sender
	UUID    string           // from the path, if it contains one
	session identity.Session // empty on public routes without a cookie
}

// caller returns the caller of the request.
func (r *request) caller() domain.Caller { return domain.Caller{UserID: r.session.User.ID} }

// visit returns the origin of a request and its session token.
func (d *Dash) visit(r *request) admit.Visit {
	return admit.Visit{Header: r.Header, RemoteAddr: r.RemoteAddr, Token: d.token(r.Request)}
}

// handle passes a request through the gate to its route's handler and writes the result.
func (d *Dash) handle(out *front.Sender, r *http.Request, found front.Match[*Route]) {
	limit := front.NewDeadline(r.Context(), d.opt.Timeout)
	defer limit.End()
	call := &request{Call: front.Call{Request: r, Limit: limit, Conn: http.NewResponseController(out), Values: found.Values}, ctx: limit, w: out}
	origin := d.app.Admission.SessionOrigin(d.visit(call))
	if err := call.Enter(d.gate, gate.Key{User: origin.UserID, Address: origin.Address}); err != nil {
		d.refuse(call, err)
		return
	}
	out.Pass = call.Pass
	defer call.Pass.Leave()
	result, err := d.run(call, found.Route)
	if err != nil {
		d.refuse(call, err)
		return
	}
	d.answer(out, r, result)
}

// refuse responds with an error, unless the error only means that the browser disconnected.
func (d *Dash) refuse(r *request, err error) {
	if front.Gone(r.Context(), err) {
		front.Abandon(r.Context(), d.log, "the browser disconnected before it received the response", err)
	}
	d.fail(r.w, r.Request, r.Limit.Late(err))
}

// run calls the handler of a route, if the caller is in its audience.
func (d *Dash) run(r *request, route *Route) (_ any, err error) {
	if err := d.enter(r, route.Audience); err != nil {
		return nil, err
	}
	if err := r.Identify(r.session.User.ID); err != nil {
		return nil, err
	}
	if noun := route.noun(); noun != "" {
		if r.UUID, err = r.Values.UUID(noun); err != nil {
			return nil, err
		}
		if err := d.resolveKey(r); err != nil {
			return nil, err
		}
	}
	return route.Handle(d, r)
}

// resolveKey replaces the key of a ticket in the path with the ticket's uuid. A key that the caller may not know stays as it is, and so names nothing.
func (d *Dash) resolveKey(r *request) error {
	if _, _, ok := domain.ParseTicketKey(r.UUID); !ok {
		return nil
	}
	found, err := d.app.Tickets.TicketUUIDs(r.ctx, r.caller(), []string{r.UUID})
	if uuid := found[r.UUID]; uuid != "" {
		r.UUID = uuid
	}
	return err
}

// enter identifies the caller and refuses callers outside the audience.
func (d *Dash) enter(r *request, audience Audience) error {
	session, err := d.app.Sessions.Session(r.ctx, d.token(r.Request))
	switch kind := domain.KindOf(err); {
	case err == nil:
		r.session = session
		front.TraceOf(r.Context()).UserID = session.User.ID
		d.app.Sessions.RecordUse(session, d.visit(r))
	case audience == Public && (kind == domain.SignedOut || kind == domain.AccountInactive):
		return nil
	default:
		return err
	}
	if audience == Administrator && !session.User.IsAdmin {
		return domain.Errorf(domain.Forbidden, "only an administrator of this instance may do this")
	}
	return nil
}

// recover turns a panic into an error response, or aborts the response if it has begun.
func (d *Dash) recover(out *front.Sender, r *http.Request) {
	if p := recover(); p != nil {
		d.fail(out, r, front.Panicked(d.log, r, p, out.Begun))
	}
}
