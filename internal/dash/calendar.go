package dash

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"earnest/internal/admit"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/gate"
	"earnest/internal/work"
)

// CalendarBase is the path under which calendars have their private addresses, outside Base: a calendar's program holds
// no session.
const CalendarBase = "/calendar"

// calendarState is the private address of the caller's calendar of a project. The address is shown once, when it is made.
type calendarState struct {
	URL    *string `json:"url"`
	MadeAt *string `json:"made_at"` // null if the calendar has no address
}

func (d *Dash) getCalendar(r *request) (any, error) {
	project, err := r.uuid("project")
	if err != nil {
		return nil, err
	}
	made, err := d.app.Projects.CalendarMade(r.ctx, r.caller(), project)
	if err != nil {
		return nil, err
	}
	return calendarState{MadeAt: stampOrNil(made)}, nil
}

func (d *Dash) makeCalendar(r *request) (any, error) {
	project, err := r.uuid("project")
	if err != nil {
		return nil, err
	}
	token, at, err := d.app.Projects.MakeCalendar(r.ctx, r.caller(), project)
	if err != nil {
		return nil, err
	}
	url := d.opt.BaseURL + CalendarBase + "/" + token.Reveal() + ".ics"
	return made{calendarState{URL: &url, MadeAt: stampOrNil(&at)}}, nil
}

func (d *Dash) endCalendar(r *request) (any, error) {
	project, err := r.uuid("project")
	if err != nil {
		return nil, err
	}
	return done{true}, d.app.Projects.EndCalendar(r.ctx, r.caller(), project)
}

// serveCalendar gives a calendar to who holds its private address. The token has 256 random bits, so that nobody finds
// one by trying; one that is over is answered like one that never was.
func (d *Dash) serveCalendar(w *front.Sender, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "A calendar can only be read.", http.StatusMethodNotAllowed)
		return
	}
	token, found := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, CalendarBase+"/"), ".ics")
	limit := front.NewDeadline(r.Context(), d.opt.Timeout)
	defer limit.End()
	origin := d.app.Admission.SessionOrigin(admit.Visit{Header: r.Header, RemoteAddr: r.RemoteAddr})
	pass, err := d.gate.Enter(limit, gate.Key{Address: origin.Address})
	if err != nil {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "The service is busy; try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	defer pass.Leave()
	w.Pass = pass
	c, err := d.app.Projects.Calendar(limit, token)
	switch {
	case !found || domain.KindOf(err) == domain.NotFound:
		http.Error(w, "There is no calendar at this address.", http.StatusNotFound)
	case err != nil:
		d.log.ErrorContext(r.Context(), "a calendar could not be read", "error", err)
		w.Header().Set("Retry-After", "60")
		http.Error(w, "The calendar cannot be read now; try again in a moment.", http.StatusServiceUnavailable)
	default:
		d.sendCalendar(w, r, c)
	}
}

func (d *Dash) sendCalendar(w http.ResponseWriter, r *http.Request, c work.Calendar) {
	text := calendarText(c, d.opt.BaseURL)
	sum := sha256.Sum256([]byte(text))
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	h := w.Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", tag)
	if matches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "text/calendar; charset=utf-8")
	h.Set("Content-Disposition", attachment(c.Project.Name, "calendar.ics"))
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write([]byte(text)) // a client that went away needs no answer
}

// matches tells whether one of the tags that a client holds is ours.
func matches(held, tag string) bool {
	for one := range strings.SplitSeq(held, ",") {
		if one = strings.TrimPrefix(strings.TrimSpace(one), "W/"); one == tag || one == "*" {
			return true
		}
	}
	return false
}

// icsStamp is a moment as calendars write it.
func icsStamp(at time.Time) string { return at.UTC().Format("20060102T150405Z") }
