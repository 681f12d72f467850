package dash

import (
	"net/http"
	"strings"

	"earnest/internal/front"
)

// Door says who may call a route at all; what they may do in a project is for the use case to judge.
type Door int

// The doors.
const (
	SignedIn      Door = iota // somebody with a session
	Public                    // anybody
	Administrator             // an administrator of the instance
)

// Route is one operation: its method and path, who may call it, and its handler.
type Route struct {
	Method string
	Path   string
	Door   Door
	Handle func(*Dash, *request) (any, error)
}

func newTable() *front.Table[*Route] {
	t := front.NewTable[*Route]("path not found")
	for _, r := range Routes() {
		t.Add(r.Method, Base+r.Path, &r)
	}
	return t
}

// route finds what answers a request. Paths below CalendarBase belong to calendars; they have no session, so they pass no door.
func (d *Dash) route(out *front.Sender, r *http.Request) {
	path := front.Path(r.URL)
	if path == CalendarBase || strings.HasPrefix(path, CalendarBase+"/") {
		d.serveCalendar(out, r)
		return
	}
	found := d.routes.Find(r.Method, path)
	if found.Allow != "" {
		out.Header().Set("Allow", found.Allow)
	}
	if found.Err != nil {
		d.fail(out, r, found.Err)
		return
	}
	d.handle(out, r, found)
}
