package dash_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
	identitystore "earnest/internal/identity/store"
)

// world is an instance with its own database, and the dashboard's API on a real socket.
type world struct {
	*apitest.World
	dash *httptest.Server
}

// each runs f in a fresh world on each engine.
func each(t *testing.T, f func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		f(t, newWorld(t, url, nil))
	})
}

// newWorld creates a world on a database; adjust may change its configuration.
func newWorld(t testing.TB, url string, adjust func(*app.Config)) *world {
	t.Helper()
	w := &world{World: apitest.New(t, url, adjust)}
	w.dash = httptest.NewServer(dash.New(w.App, dash.Options{BaseURL: "http://earnest.example"}))
	t.Cleanup(w.dash.Close)
	return w
}

// browser is a person who uses the pages, with their session cookie.
type browser struct {
	*world
	ID     int64
	Email  string
	cookie string
}

// stranger returns a browser without a session.
func (w *world) stranger() *browser { return &browser{world: w} }

// mustBrowser adds a user and signs them in. It stores the session directly, because password hashing is slow on purpose.
func (w *world) mustBrowser(t testing.TB, name string) *browser {
	t.Helper()
	id, _, err := w.App.Accounts.CreateUser(t.Context(), identity.NewUser{Email: name + "@example.com", Firstname: name, Lastname: "Test", Plan: domain.Business})
	if err != nil {
		t.Fatal(err)
	}
	return w.mustSession(t, id, name+"@example.com")
}

// mustSession signs a user in on a new browser.
func (w *world) mustSession(t testing.TB, id int64, email string) *browser {
	t.Helper()
	token := auth.NewToken("ses_")
	hash := token.Hash()
	now := w.Clock.Now()
	row := identitystore.SessionRow{User: domain.User{ID: id}, Address: "127.0.0.1", CreatedAt: now, LastSeenAt: now, ExpiresAt: now.AddDate(0, 0, 30)}
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := identitystore.InsertSession(t.Context(), tx, row, hash[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return &browser{world: w, ID: id, Email: email, cookie: "earnest=" + token.Reveal()}
}

// answer is the response to a request.
type answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// call sends a request as the browser would.
func (b *browser) call(t testing.TB, method, path string, body any) answer {
	t.Helper()
	req := b.mustRequest(t, method, path, body)
	if b.cookie != "" {
		req.Header.Set("Cookie", b.cookie)
	}
	return b.send(t, req)
}

// mustRequest prepares a request as sent by our own pages, without a session.
func (w *world) mustRequest(t testing.TB, method, path string, body any) *http.Request {
	t.Helper()
	var reader io.Reader
	if text, ok := body.(string); ok {
		reader = bytes.NewReader([]byte(text))
	} else if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		reader = bytes.NewReader(encoded)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, w.dash.URL+"/dash"+path, reader)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	return req
}

func (b *browser) send(t testing.TB, req *http.Request) answer {
	t.Helper()
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := (&http.Client{Timeout: time.Minute, CheckRedirect: stay}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, text}
}

// must sends a request that must succeed, and decodes the response into a T.
func must[T any](t testing.TB, b *browser, method, path string, body any) T {
	t.Helper()
	got := b.call(t, method, path, body)
	if got.Status >= 300 {
		t.Fatalf("%s %s = %d %s", method, path, got.Status, got.Body)
	}
	return read[T](t, got)
}

func read[T any](t testing.TB, a answer) T {
	t.Helper()
	var out T
	if err := json.Unmarshal(a.Body, &out); err != nil {
		t.Fatalf("%s: %v", a.Body, err)
	}
	return out
}

// refused checks that a response is an error with the given status and code, and returns its message.
func refused(t testing.TB, a answer, status int, code string) string {
	t.Helper()
	got := read[struct {
		Error struct {
			Code    string `json:"code"`
			Message string `json:"message"`
			Field   string `json:"field"`
		} `json:"error"`
	}](t, a)
	if a.Status != status || got.Error.Code != code {
		t.Errorf("answer = %d %s, want %d %s", a.Status, a.Body, status, code)
	}
	return got.Error.Message
}
