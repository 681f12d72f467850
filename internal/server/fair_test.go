package server_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/gate"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/server"
)

// mustServeBoth serves the API and the dashboard behind one gate.
func mustServeBoth(t *testing.T, url string, slots int) *world {
	t.Helper()
	inner, g := apitest.New(t, url, nil), gate.New(slots)
	return mustServeWorld(t, inner, apiv1.Options{Gate: g}, func(opt *server.Options) {
		opt.Dash = dash.New(inner.App, dash.Options{Gate: g})
	})
}

// mustSession signs a user in and returns the Cookie header.
func (w *world) mustSession(t *testing.T, user int64) string {
	t.Helper()
	token, now := auth.NewToken("ses_"), w.Clock.Now()
	hash := token.Hash()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := identitystore.InsertSession(t.Context(), tx, identitystore.SessionRow{
			User: domain.User{ID: user}, Address: "127.0.0.1", CreatedAt: now, LastSeenAt: now, ExpiresAt: now.AddDate(0, 0, 30),
		}, hash[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return "earnest=" + token.Reveal()
}

// mustHold locks a project until the function it returns is called.
func (w *world) mustHold(t *testing.T, project string) (release func()) {
	t.Helper()
	held, leave, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- w.Store.Write(context.Background(), func(tx *db.Tx) error {
			_, err := tx.Exec(context.Background(), `UPDATE projects SET name = 'held' WHERE uuid = $1`, project)
			close(held)
			<-leave
			return err
		})
	}()
	<-held
	return func() {
		close(leave)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// exchange is a request and its outcome.
type exchange struct {
	method, path, body string
	header, value      string

	status int
	answer http.Header
	err    error
}

func (p *exchange) send(w *world) {
	r, err := http.NewRequestWithContext(context.Background(), p.method, "http://"+w.Addr+p.path, strings.NewReader(p.body))
	if err != nil {
		p.err = err
		return
	}
	r.Header.Set(p.header, p.value)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		p.err = err
		return
	}
	_ = a.Body.Close()
	p.status, p.answer = a.StatusCode, a.Header
}

func sendAll(w *world, list []*exchange) (wait func()) {
	var all sync.WaitGroup
	for _, p := range list {
		all.Go(func() { p.send(w) })
	}
	return all.Wait
}

// Package gate tests the order in which requests are served; this test checks that both fronts share one gate, which treats all
// keys and sessions of a user as one.
func TestOneUsersFloodIsLimitedAndOthersAreServed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		const held = 500 * time.Millisecond
		w := mustServeBoth(t, url, 8)
		greedy, other := w.MustCast(t, "greedy"), w.MustCast(t, "other")
		flood := floodOf(t, w, greedy, 300)
		calm := []*exchange{}
		cookie := w.mustSession(t, other.Owner.ID)
		for range 10 {
			calm = append(calm,
				&exchange{method: "GET", path: "/api/v1/projects/" + other.Project, header: "Authorization", value: "Bearer " + other.Owner.Key},
				&exchange{method: "GET", path: "/dash/projects/" + other.Project, header: "Cookie", value: cookie})
		}
		for _, p := range []*exchange{flood[3], calm[1]} { // so that their sessions are cached, as they are while people work
			(&exchange{method: "GET", path: "/dash/projects", header: p.header, value: p.value}).send(w)
		}
		release := w.mustHold(t, greedy.Project)
		flooded := sendAll(w, flood)
		time.Sleep(held) // until the flood holds all the slots
		served := sendAll(w, calm)
		time.Sleep(held) // until all of them are waiting
		release()
		served()
		flooded()
		for _, p := range calm {
			if p.status != http.StatusOK {
				t.Errorf("%s: %d %v", p.path, p.status, p.err)
			}
		}
		mustBeCut(t, flood)
	})
}

// floodOf returns many slow requests from one user, with several keys and a session.
func floodOf(t *testing.T, w *world, c *apitest.Cast, n int) []*exchange {
	t.Helper()
	keys := []string{c.Owner.Key, w.MustKey(t, c.Owner.Email, "all"), w.MustKey(t, c.Owner.Email, "all")}
	cookie, list := w.mustSession(t, c.Owner.ID), []*exchange{}
	for i := range n {
		p := &exchange{method: "PUT", path: "/api/v1/projects/" + c.Project, body: `{"name": "x"}`, header: "Authorization", value: "Bearer " + keys[i%3]}
		if i%4 == 3 {
			p.method, p.path, p.header, p.value = "PUT", "/dash/projects/"+c.Project, "Cookie", cookie
		}
		list = append(list, p)
	}
	return list
}

// mustBeCut checks that a flood's excess requests were refused correctly and that the others were served.
func mustBeCut(t *testing.T, flood []*exchange) {
	t.Helper()
	served, refused := 0, 0
	for _, p := range flood {
		switch p.status {
		case http.StatusOK:
			served++
		case http.StatusServiceUnavailable:
			refused++
			if p.answer.Get("Retry-After") == "" || p.header == "Authorization" && p.answer.Get("X-RateLimit-Remaining-Hour") == "" {
				t.Errorf("%s: a refusal with %v", p.path, p.answer)
			}
		default:
			t.Errorf("%s: %d %v", p.path, p.status, p.err)
		}
	}
	if served < 8 || refused == 0 {
		t.Errorf("%d were served and %d refused", served, refused)
	}
}
