// Package apitest builds a small world for API tests: a real database, the real API on a real socket, people with keys, and a
// clock that tests control.
package apitest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/admit"
	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
	workstore "earnest/internal/work/store"
)

// World is one instance with its own database.
type World struct {
	App    *app.App
	Store  *db.DB
	Server *httptest.Server
	Clock  *Clock
	// Transport checks every response against the API document; the world's clients use it.
	Transport http.RoundTripper
}

// Each runs f in a fresh world on each engine.
func Each(t *testing.T, f func(t *testing.T, w *World)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		f(t, New(t, url, nil))
	})
}

// New builds a world on a database; adjust may change its configuration.
func New(t testing.TB, url string, adjust func(*app.Config)) *World {
	t.Helper()
	clock := &Clock{now: time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)}
	config := app.Config{
		Grid:   domain.PlanGrid{APIFrom: domain.Pro, Since: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)},
		Limits: admit.Limits{Hour: 1_000_000, Month: 10_000_000},
		Clock:  clock.Now,

		Passwords: CheapPasswords(),
	}
	if adjust != nil {
		adjust(&config)
	}
	w := &World{Store: dbtest.MustOpen(t, url), Clock: clock, Transport: NewValidator(t, withPrism(t, http.DefaultTransport))}
	w.App = app.New(w.Store, config)
	w.App.Start()
	w.Server = httptest.NewServer(apiv1.New(w.App, apiv1.Options{}))
	w.Server.Client().Transport = w.Transport
	t.Cleanup(func() { end(t, w.Server, w.App) })
	w.mustMultiply(t, url, config)
	return w
}

// CheapPasswords returns a hasher that is fast rather than secure, for tests.
func CheapPasswords() *auth.Passwords {
	return auth.NewPasswordsOf(auth.Cost{MemoryKiB: 64, Passes: 1}, 2)
}

// end stops a node.
func end(t testing.TB, server *httptest.Server, a *app.App) {
	t.Helper()
	server.Close()
	if err := a.Stop(context.Background()); err != nil {
		t.Errorf("stop: %v", err)
	}
}

// Person is a user with a key that has every scope.
type Person struct {
	*client.Client
	ID    int64
	Email string
	Key   string
}

// MustPerson adds a user with a key that has every scope.
func (w *World) MustPerson(t testing.TB, name string) Person {
	t.Helper()
	email := name + "@example.com"
	id, _, err := w.App.Accounts.CreateUser(context.Background(), identity.NewUser{Email: email, Firstname: name, Lastname: "Test", Plan: domain.Business})
	if err != nil {
		t.Fatal(err)
	}
	key := w.MustKey(t, email, "all")
	return Person{Client: w.Client(key), ID: id, Email: email, Key: key}
}

// MustKey creates a key for a user.
func (w *World) MustKey(t testing.TB, email, scopes string) string {
	t.Helper()
	set, err := domain.ParseScopes(scopes)
	if err != nil {
		t.Fatal(err)
	}
	key, err := w.App.Keys.CreateKey(context.Background(), identity.NewKey{UserEmail: email, Name: "test", Scopes: set})
	if err != nil {
		t.Fatal(err)
	}
	return key.Reveal()
}

// Client returns a client that uses the given key.
func (w *World) Client(key string) *client.Client {
	return client.New(w.Server.URL, key, client.WithHTTPClient(&http.Client{Transport: w.Transport}), client.WithRetry(0, 0))
}

// MustJoin adds a user to a project's team with a role.
func (w *World) MustJoin(t testing.TB, projectUUID string, userID int64, role domain.Role) {
	t.Helper()
	ctx := context.Background()
	err := w.Store.Write(ctx, func(tx *db.Tx) error {
		access, err := workstore.ProjectAccess(ctx, tx, projectUUID, userID)
		if err != nil {
			return err
		}
		now := w.Clock.Now()
		_, err = workstore.InsertMember(ctx, tx, domain.Member{
			UUID:      NewUUID(),
			ProjectID: access.ProjectID,
			UserID:    userID,
			Role:      role,
			ScrumRole: domain.DefaultScrumRole,
			Status:    domain.MemberActive,
			CreatedAt: now,
			UpdatedAt: now,
		})
		if err != nil {
			return err
		}
		return Raise(ctx, tx, access.ProjectID, now)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Raise increments a project's revision, as every write in the product does. Tests that write to the database directly must do so
// too.
func Raise(ctx context.Context, tx *db.Tx, projectID int64, now time.Time) error {
	locked, err := workstore.LockProject(ctx, tx, projectID)
	if err != nil {
		return err
	}
	if now.Before(locked.ChangedAt) {
		now = locked.ChangedAt
	}
	return workstore.SetRevision(ctx, tx, projectID, locked.Revision+1, now)
}

// Clock is a clock that moves only when a test moves it.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// Now returns the current time of the world.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Set sets the clock.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = t
}
