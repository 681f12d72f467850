// Package secrecy proves that readers without the right to see daily rates cannot learn them. It plays the same history in two
// worlds that differ only in what people cost, and compares every byte that such readers can get.
package secrecy_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/server"
	"earnest/web"
)

// begin returns the start of every history: a Monday.
func begin() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) }

// world is one instance with both fronts. Nothing in it runs in the background, so that it is deterministic.
type world struct {
	app    *app.App
	store  *db.DB
	clock  *apitest.Clock
	server http.Handler
	people map[string]*person
}

// person is a user with a session and an API key that has every scope.
type person struct {
	id       int64
	email    string
	cookie   string
	key      string
	calendar map[string]string // path of the calendar feed by project
}

func mustWorld(t *testing.T, url string) *world {
	t.Helper()
	clock := &apitest.Clock{}
	clock.Set(begin())
	w := &world{clock: clock, store: dbtest.MustOpen(t, url), people: map[string]*person{}}
	w.app = app.New(w.store, app.Config{
		Grid:   domain.PlanGrid{APIFrom: domain.Pro, Since: begin().AddDate(0, -2, 0)},
		Limits: admit.Limits{Hour: 1_000_000, Month: 10_000_000},
		Clock:  clock.Now,
	})
	t.Cleanup(func() {
		if err := w.app.Stop(context.Background()); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	w.server = server.New(server.Options{
		Version: "test",
		API:     apiv1.New(w.app, apiv1.Options{}),
		Dash:    dash.New(w.app, dash.Options{BaseURL: "http://earnest.example"}),
		Web:     web.Plain(),
		Ready:   w.app.Ready,
	}).Handler()
	return w
}

// mustPerson adds a user. The session is stored directly, because checking passwords is deliberately slow. Its last use is set to
// a time long after the history, so that no later use is stored in the background.
func (w *world) mustPerson(t *testing.T, name string) {
	t.Helper()
	ctx, now := t.Context(), w.clock.Now()
	end := now.AddDate(9, 0, 0)
	p := &person{email: name + "@example.com", calendar: map[string]string{}}
	var err error
	p.id, _, err = w.app.Accounts.CreateUser(ctx, identity.NewUser{Email: p.email, Firstname: name, Lastname: "Test", Plan: domain.Business})
	if err != nil {
		t.Fatal(err)
	}
	scopes, err := domain.ParseScopes("all")
	if err != nil {
		t.Fatal(err)
	}
	key, err := w.app.Keys.CreateKey(ctx, identity.NewKey{UserEmail: p.email, Name: "key of " + name, Scopes: scopes})
	if err != nil {
		t.Fatal(err)
	}
	token := auth.NewToken("ses_")
	hash := token.Hash()
	row := identitystore.SessionRow{User: domain.User{ID: p.id}, Address: "127.0.0.1", CreatedAt: now, LastSeenAt: end, ExpiresAt: end}
	err = w.store.Write(ctx, func(tx *db.Tx) error {
		_, err := identitystore.InsertSession(ctx, tx, row, hash[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	p.cookie, p.key = "earnest="+token.Reveal(), key.Reveal()
	w.people[name] = p
}

// answer is everything a client receives.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// mustRequest returns a request with the credentials for its front: a key for the API, a session for the dashboard.
func (w *world) mustRequest(ctx context.Context, t *testing.T, who, method, target string, body any) *http.Request {
	t.Helper()
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	r := httptest.NewRequestWithContext(ctx, method, target, bytes.NewReader(text))
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("X-Request-Id", "proof")
	switch p := w.people[who]; {
	case strings.HasPrefix(target, apiv1.Base):
		r.Header.Set("Authorization", "Bearer "+p.key)
	case strings.HasPrefix(target, dash.Base):
		r.Header.Set("Cookie", p.cookie)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	return r
}

// call sends a request and waits for the whole response.
func (w *world) call(t *testing.T, who, method, target string, body any, header ...string) answer {
	t.Helper()
	r := w.mustRequest(t.Context(), t, who, method, target, body)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	out := newRecorder()
	w.server.ServeHTTP(out, r)
	return out.answer()
}

// eventTime is how long a stream may take to send its events.
const eventTime = 5 * time.Second

// follow opens an event stream and ends it after the second event, since the first only signals that the stream is ready.
func (w *world) follow(t *testing.T, who, target string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), eventTime)
	defer cancel()
	out, ended := newRecorder(), make(chan struct{})
	out.enough = func(body []byte) bool { return bytes.Count(body, []byte("\n\n")) >= 2 }
	out.cancel = cancel
	go func() {
		defer close(ended)
		w.server.ServeHTTP(out, w.mustRequest(ctx, t, who, http.MethodGet, target, nil))
	}()
	<-ended
	return out.answer()
}

// recorder records a response. It accepts deadlines, as a connection would.
type recorder struct {
	mu     sync.Mutex
	got    answer
	enough func(body []byte) bool // nil: never
	cancel func()
}

func newRecorder() *recorder { return &recorder{got: answer{header: http.Header{}}} }

func (r *recorder) Header() http.Header              { return r.got.header }
func (r *recorder) SetReadDeadline(time.Time) error  { return nil }
func (r *recorder) SetWriteDeadline(time.Time) error { return nil }
func (r *recorder) Flush()                           {}
func (r *recorder) WriteHeader(status int)           { r.mu.Lock(); defer r.mu.Unlock(); r.begin(status) }

func (r *recorder) begin(status int) {
	if r.got.status == 0 && status >= http.StatusOK {
		r.got.status = status
		r.got.header = r.got.header.Clone()
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begin(http.StatusOK)
	r.got.body = append(r.got.body, p...)
	if r.enough != nil && r.enough(r.got.body) {
		r.cancel()
	}
	return len(p), nil
}

func (r *recorder) answer() answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.got
}
