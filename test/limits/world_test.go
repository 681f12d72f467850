package limits

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
	identitystore "earnest/internal/identity/store"
)

// world is an instance with the large project, both fronts and the people who call them.
type world struct {
	app   *app.App
	store *db.DB
	v1    http.Handler
	dash  http.Handler

	uuids  map[string]string // by the objects' refs in the file
	users  map[string]int64  // by email
	people map[who]person
	hash   string // the hash of password
	last   int    // the last number used to make a value unique
}

// who is a kind of caller.
type who int

const (
	viewer who = iota
	member
	admin
	owner
	administrator // of the instance
	nobody        // not signed in
)

// person is a user with a key and a session.
type person struct {
	id     int64
	email  string
	key    string
	cookie string
}

// patience is how long a request may take in wall-clock time. It is generous, since the tests measure cost, not how busy the
// machine is.
const patience = 5 * time.Minute

const password = "correct horse battery"

// mustWorld creates an instance in an empty database and imports the file into it.
func mustWorld(t testing.TB, url string) *world {
	t.Helper()
	w := &world{store: dbtest.MustOpen(t, url), people: map[who]person{}}
	w.app = app.New(w.store, app.Config{
		Grid:   domain.PlanGrid{APIFrom: domain.Pro, Since: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)},
		Limits: admit.Limits{Hour: 1_000_000, Month: 10_000_000},
		Clock:  today,
	})
	w.app.Start()
	t.Cleanup(func() {
		if err := w.app.Stop(context.Background()); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	w.v1 = apiv1.New(w.app, apiv1.Options{Timeout: patience})
	w.dash = dash.New(w.app, dash.Options{BaseURL: "http://earnest.example", Timeout: patience})
	begin := time.Now()
	result, err := w.app.Transfer.Import(t.Context(), bytes.NewReader(mustFile(t)))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("imported in %.1f s", time.Since(begin).Seconds())
	w.uuids, w.users = result.UUIDs, result.Users
	w.mustPeople(t)
	return w
}

func (w *world) mustPeople(t testing.TB) {
	t.Helper()
	hash, err := auth.NewPasswords(1).Hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	w.hash = hash
	for kind, number := range map[who]int{owner: ownerNumber, admin: adminNumber, viewer: viewerNumber, member: memberNumber} {
		w.people[kind] = w.mustPerson(t, w.users[email(number)], email(number))
	}
	boss := identity.NewUser{Email: "administrator@example.org", Firstname: "The", Lastname: "Administrator", Plan: domain.Business, Admin: true}
	id, _, err := w.app.Accounts.CreateUser(t.Context(), boss)
	if err != nil {
		t.Fatal(err)
	}
	w.people[administrator] = w.mustPerson(t, id, boss.Email)
}

// mustPerson gives a user a session and a key with every scope.
func (w *world) mustPerson(t testing.TB, id int64, address string) person {
	t.Helper()
	scopes, err := domain.ParseScopes("all")
	if err != nil {
		t.Fatal(err)
	}
	key, err := w.app.Keys.CreateKey(t.Context(), identity.NewKey{UserEmail: address, Name: "limits", Scopes: scopes})
	if err != nil {
		t.Fatal(err)
	}
	return person{id: id, email: address, key: key.Reveal(), cookie: w.mustSession(t, id)}
}

// mustSession signs a user in and returns the cookie.
func (w *world) mustSession(t testing.TB, id int64) string {
	t.Helper()
	token, now := auth.NewToken("ses_"), today()
	hash := token.Hash()
	row := identitystore.SessionRow{User: domain.User{ID: id}, Address: "192.0.2.1", CreatedAt: now, LastSeenAt: now, ExpiresAt: now.AddDate(0, 0, 30)}
	err := w.store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := identitystore.InsertSession(t.Context(), tx, row, hash[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return "earnest=" + token.Reveal()
}

// mustUser adds a signed-in user who has a password but no project.
func (w *world) mustUser(t testing.TB) person {
	t.Helper()
	n := identity.NewUser{Email: w.fresh("user") + "@example.org", Firstname: "New", Lastname: "Person", PasswordHash: &w.hash, Plan: domain.Business}
	id, _, err := w.app.Accounts.CreateUser(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return person{id: id, email: n.Email, cookie: w.mustSession(t, id)}
}

// fresh returns a unique name.
func (w *world) fresh(prefix string) string {
	w.last++
	return prefix + strconv.Itoa(w.last)
}

// call is one request.
type call struct {
	method, path string // the path includes its base
	body         any
	by           person
	hangsUp      int // the client hangs up after this many chunks of the response; 0: it reads to the end
}

// answer records the beginning of a response and its length.
type answer struct {
	header http.Header
	status int
	length int
	body   bytes.Buffer
	pieces int                // received so far
	last   int                // the chunk after which the client hangs up; 0: none
	hangUp context.CancelFunc // ends the request
}

// kept is how many bytes of a response are kept for the tests.
const kept = 64 << 10

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	a.length += len(p)
	if a.pieces++; a.pieces == a.last {
		a.hangUp()
	}
	a.body.Write(p[:min(len(p), max(0, kept-a.body.Len()))])
	return len(p), nil
}

// http.ResponseController requires these methods. They do nothing, because there is no connection.

func (a *answer) FlushError() error                { return nil }
func (a *answer) SetReadDeadline(time.Time) error  { return nil }
func (a *answer) SetWriteDeadline(time.Time) error { return nil }

// prepared is a request that is ready to be served, and the response to be filled in.
type prepared struct {
	request *http.Request
	answer  *answer
}

// prepare creates the request for a call. The request is cancelled when the test ends.
func (c call) prepare(t testing.TB) prepared {
	t.Helper()
	var body bytes.Buffer
	if file, ok := c.body.([]byte); ok {
		body.Write(file)
	} else if c.body != nil {
		if err := json.NewEncoder(&body).Encode(c.body); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	r := httptest.NewRequestWithContext(ctx, c.method, c.path, &body)
	r.Header.Set("Accept-Encoding", "gzip")
	if c.body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if strings.HasPrefix(c.path, apiv1.Base+"/") {
		r.Header.Set("Authorization", "Bearer "+c.by.key)
	} else if c.by.cookie != "" {
		r.Header.Set("Cookie", c.by.cookie)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	return prepared{r, &answer{header: http.Header{}, last: c.hangsUp, hangUp: cancel}}
}

// serve runs a prepared request.
func (w *world) serve(p prepared) *answer {
	if strings.HasPrefix(p.request.URL.Path, apiv1.Base+"/") {
		w.v1.ServeHTTP(p.answer, p.request)
	} else {
		w.dash.ServeHTTP(p.answer, p.request)
	}
	return p.answer
}

// must makes a call that has to succeed and decodes the response: its data member for the API, the whole body for the dashboard.
func must[T any](t testing.TB, w *world, c call) T {
	t.Helper()
	p := c.prepare(t)
	p.request.Header.Del("Accept-Encoding")
	a := w.serve(p)
	if a.status >= http.StatusBadRequest {
		t.Fatalf("%s %s answers %d: %s", c.method, c.path, a.status, a.body.String())
	}
	var whole struct {
		Data json.RawMessage `json:"data"`
	}
	var out T
	text := a.body.Bytes()
	if err := json.Unmarshal(text, &whole); err == nil && whole.Data != nil {
		text = whole.Data
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%s %s: %v in %s", c.method, c.path, err, text)
	}
	return out
}

// touch changes a ticket in the large project, so that nothing cached about the project is still valid.
func (w *world) touch(t testing.TB) {
	t.Helper()
	w.last++
	must[thing](t, w, call{method: "PUT", path: "/dash/tickets/" + w.uuids[name("ticket", tickets-1)], by: w.people[member], body: fields{"story_points": w.last % 9000}})
}

// fields is the body of a request.
type fields = map[string]any

// thing is anything that has a uuid or an id.
type thing struct {
	UUID string `json:"uuid"`
	ID   any    `json:"id"`
}

func (t thing) id() string { return fmt.Sprint(t.ID) }
