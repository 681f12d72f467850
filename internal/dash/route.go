package dash

import (
	"net/http"
	"slices"
	"strings"

	"earnest/internal/domain"
)

// Door says who may call a route at all; what they may do in a project is for the use case to judge.
type Door int

// The doors.
const (
	SignedIn      Door = iota // somebody with a session
	Public                    // anybody
	Administrator             // an administrator of the instance
)

// Route is one operation: what finds it, who may call it, what runs it.
type Route struct {
	Method string
	Path   string
	Door   Door
	Handle func(*Dash, *request) (any, error)
}

// mux finds the handler of a request. Every path has a sibling without a method, so that another method is told
// what would work, and all the rest is not found.
func (d *Dash) mux(routes []Route) *http.ServeMux {
	mux := http.NewServeMux()
	methods := map[string][]string{}
	for _, route := range routes {
		mux.HandleFunc(route.Method+" "+Base+route.Path, d.handle(route))
		methods[route.Path] = append(methods[route.Path], route.Method)
	}
	for path, allowed := range methods {
		slices.Sort(allowed)
		mux.HandleFunc(Base+path, d.refuseMethod(strings.Join(allowed, ", ")))
	}
	mux.HandleFunc(CalendarBase, d.serveCalendar)
	mux.HandleFunc(CalendarBase+"/", d.serveCalendar)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { d.fail(w, r, domain.NoSuch("path")) })
	return mux
}

func (d *Dash) refuseMethod(allowed string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed)
		d.fail(w, r, domain.Errorf(domain.MethodNotAllowed, "this path does not support this method; it supports %s", allowed))
	}
}
