package dash

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/input"
	"earnest/internal/operate"
)

const (
	mostStreams     = 2000 // for all users
	mostUserStreams = 20   // per user

	heartbeat   = 15 * time.Second // interval of keep-alive lines and session checks
	eventTime   = 10 * time.Second // time for a client to read an event; a slower client is disconnected, and reconnects
	retryMillis = 1000             // how long browsers wait before reconnecting
)

// liveChange is a change in a project.
type liveChange struct {
	Noun   string  `json:"noun"`
	UUID   string  `json:"uuid"`
	What   string  `json:"what"`
	By     *int64  `json:"by"`
	Ticket *string `json:"ticket"` // the ticket that changed, or to which the changed object belongs
}

type liveNews struct {
	Revision int64        `json:"revision"`
	Changes  []liveChange `json:"changes"`
}

// stream is a browser that follows a project.
type stream struct {
	*request

	d       *Dash
	project string
	at      operate.LiveCursor
	out     *http.ResponseController
}

// Stop ends all streams, which would otherwise delay the server's shutdown. It may be called twice.
func (d *Dash) Stop() { d.stopOnce.Do(func() { close(d.stopped) }) }

// follow sends the changes to a project as they happen. A browser that reconnects sends its cursor.
func (d *Dash) follow(r *request) (any, error) {
	after, given, err := r.after()
	if err != nil {
		return nil, err
	}
	release, ok := d.streams.Take(r.session.User.ID)
	if !ok {
		return nil, domain.Errorf(domain.Unavailable, "too many pages follow projects live at once; this one does not")
	}
	defer release()
	watch, now, err := d.app.Operations.Follow(r.ctx, r.session, r.UUID)
	if err != nil {
		return nil, err
	}
	defer watch.Close()
	if given {
		now = operate.LiveCursor{Revision: after}
	}
	s := &stream{request: r, d: d, project: r.UUID, at: now, out: http.NewResponseController(r.w)}
	r.Pass.Leave() // streams have their own limit
	if err := s.open(); err == nil && r.Method == http.MethodGet {
		s.run(watch.Wake())
	}
	_ = s.out.SetReadDeadline(time.Now().Add(time.Second)) // any request body has arrived by now, or the client is gone
	return written{}, nil
}

// after returns the revision that a browser has read up to, from the header it sends on reconnecting or from the query.
func (r *request) after() (revision int64, given bool, err error) {
	p := r.params()
	text, name := r.Header.Get("Last-Event-ID"), "Last-Event-ID"
	if text == "" {
		text, name = p.Once("after"), "after"
	}
	if text == "" || p.Err != nil {
		return 0, false, p.Err
	}
	revision, err = strconv.ParseInt(text, 10, 64)
	if err != nil || revision < 0 {
		return 0, false, domain.Invalidf("%s must be a revision that an answer gave, not %q", name, input.Clip(text)).At(name)
	}
	return revision, true, nil
}

// open begins the response and lifts the server's timeouts, which are meant for responses that end.
func (s *stream) open() error {
	if err := s.out.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a proxy must not buffer events
	s.w.WriteHeader(http.StatusOK)
	return s.send(fmt.Sprintf("retry: %d\n", retryMillis) + event("ready", s.at.Revision, struct {
		Revision int64 `json:"revision"`
	}{s.at.Revision}))
}

// run sends changes until the client disconnects or loses access, or the server stops.
func (s *stream) run(wake <-chan struct{}) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for s.tell() {
		select {
		case <-wake:
		case <-beat.C:
			if s.send(":\n\n") != nil {
				return
			}
		case <-s.Context().Done():
			return
		case <-s.d.stopped:
			return
		}
	}
}

// tell sends the changes since the last call. It returns false if the stream must end.
func (s *stream) tell() bool {
	ctx, cancel := context.WithTimeout(s.Context(), s.d.opt.Timeout)
	defer cancel()
	news, err := s.news(ctx)
	switch domain.KindOf(err) {
	case domain.SignedOut, domain.AccountInactive, domain.Forbidden, domain.NotFound:
		_ = s.send(event("gone", s.at.Revision, errorBodyOf(front.PageFailure(err)))) // best effort: the stream ends anyway
		return false
	default:
		if err != nil {
			return false // the browser reconnects
		}
	}
	if news.At.Revision == s.at.Revision {
		return true
	}
	s.at = news.At
	if news.Reload {
		return s.send(event("reload", s.at.Revision, liveNews{Revision: s.at.Revision, Changes: []liveChange{}})) == nil
	}
	return s.send(event("change", s.at.Revision, newsOf(news))) == nil
}

// news reads the latest changes, after checking that the session and the membership are still valid.
func (s *stream) news(ctx context.Context) (operate.LiveUpdate, error) {
	session, err := s.d.app.Sessions.Session(ctx, s.d.token(s.Request))
	if err != nil {
		return operate.LiveUpdate{}, err
	}
	return s.d.app.Operations.LiveUpdates(ctx, domain.Caller{UserID: session.User.ID}, s.project, s.at)
}

// send writes and flushes an event.
func (s *stream) send(text string) error {
	if err := s.out.SetWriteDeadline(time.Now().Add(eventTime)); err != nil {
		return err
	}
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return s.out.Flush()
}

func event(name string, revision int64, data any) string {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // cannot happen: strings and numbers always encode
	}
	return fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", revision, name, text)
}

func newsOf(n operate.LiveUpdate) liveNews {
	out := liveNews{Revision: n.At.Revision, Changes: make([]liveChange, 0, len(n.Changes))}
	for _, c := range n.Changes {
		change := liveChange{Noun: c.Noun, UUID: c.NounUUID, What: c.What, By: c.UserID}
		if c.Ticket != "" {
			change.Ticket = &c.Ticket
		}
		out.Changes = append(out.Changes, change)
	}
	return out
}
