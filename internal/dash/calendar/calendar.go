// Package calendar serves the calendars of projects to calendar programs, at private addresses.
package calendar

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"earnest/internal/admit"
	"earnest/internal/app"
	"earnest/internal/dash/download"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/gate"
	"earnest/internal/work"
)

// Base is the path of the private addresses. It is not under the dashboard's API, because a calendar program has no session.
const Base = "/calendar"

// Feed serves calendars.
type Feed struct {
	App     *app.App
	Gate    *gate.Gate
	Log     *slog.Logger
	BaseURL string        // the address that people use
	Timeout time.Duration // until a response is ready
}

// Address returns the private address of a calendar.
func (f *Feed) Address(token string) string { return f.BaseURL + Base + "/" + token + ".ics" }

// Serve serves a calendar to anyone who has its private address. The token has 256 random bits, so it cannot be guessed. A revoked token
// gets the same response as one that never existed.
func (f *Feed) Serve(w *front.Sender, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "A calendar can only be read.", http.StatusMethodNotAllowed)
		return
	}
	call := front.Call{Request: r, Limit: front.NewDeadline(r.Context(), f.Timeout)}
	defer call.Limit.End()
	origin := f.App.Admission.SessionOrigin(admit.Visit{Header: r.Header, RemoteAddr: r.RemoteAddr})
	if err := call.Enter(f.Gate, gate.Key{Address: origin.Address}); err != nil {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "The service is busy; try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	w.Pass = call.Pass
	defer call.Pass.Leave()
	f.answer(w, &call)
}

func (f *Feed) answer(w http.ResponseWriter, call *front.Call) {
	token, found := strings.CutSuffix(strings.TrimPrefix(call.URL.Path, Base+"/"), ".ics")
	c, err := f.App.Projects.Calendar(call.Limit, token)
	switch {
	case !found || domain.KindOf(err) == domain.NotFound:
		http.Error(w, "There is no calendar at this address.", http.StatusNotFound)
	case err != nil:
		f.Log.ErrorContext(call.Context(), "a calendar could not be read", "error", err)
		w.Header().Set("Retry-After", "60")
		http.Error(w, "The calendar cannot be read now; try again in a moment.", http.StatusServiceUnavailable)
	default:
		f.send(w, call.Request, c)
	}
}

func (f *Feed) send(w http.ResponseWriter, r *http.Request, c work.Calendar) {
	text := textOf(c, f.BaseURL)
	sum := sha256.Sum256([]byte(text))
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	h := w.Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", tag)
	if _, same := front.Matches(r.Header["If-None-Match"], tag, true); same {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "text/calendar; charset=utf-8")
	h.Set("Content-Disposition", download.Attachment(c.Project.Name, "calendar.ics"))
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write([]byte(text)) // an error only means that the client has disconnected
}
