package dash

import (
	"net/http"
	"strings"

	"earnest/internal/dash/calendar"
	"earnest/internal/front"
)

// Audience is the set of callers that a route is for. The use case decides what they may do in a project.
type Audience int

// The audiences.
const (
	SignedIn      Audience = iota // callers with a session
	Public                        // everyone
	Administrator                 // administrators of the instance
)

// Route is one operation: its method, path, audience and handler.
type Route struct {
	Method   string
	Path     string
	Audience Audience
	Handle   func(*Dash, *request) (any, error)
}

// noun returns the singular noun for the uuid in the path, such as "ticket", or "" if there is no uuid.
func (r *Route) noun() string {
	before, _, found := strings.Cut(r.Path, "/{uuid}")
	if !found {
		return ""
	}
	switch last := before[strings.LastIndexByte(before, '/')+1:]; last {
	case "types":
		return "ticket type"
	case "entries":
		return "time entry"
	default:
		return strings.TrimSuffix(last, "s")
	}
}

func newTable() *front.Table[*Route] {
	t := front.NewTable[*Route]("path not found")
	for _, r := range Routes() {
		t.Add(r.Method, Base+r.Path, &r)
	}
	return t
}

// route dispatches a request. Calendar programs have no session, so their paths are not routes of this API.
func (d *Dash) route(out *front.Sender, r *http.Request) {
	p, trace := front.Path(r.URL), front.TraceOf(r.Context())
	if p == calendar.Base || strings.HasPrefix(p, calendar.Base+"/") {
		trace.Route = calendar.Base
		d.calendars.Serve(out, r)
		return
	}
	found := d.routes.Find(r.Method, p)
	trace.Route = found.Pattern
	if found.Allow != "" {
		out.Header().Set("Allow", found.Allow)
	}
	if found.Err != nil {
		d.fail(out, r, found.Err)
		return
	}
	d.handle(out, r, found)
}
