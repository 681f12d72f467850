package rig

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// password is the password of every user that MustUser creates.
const password = "correct horse battery staple"

// MustUser creates a user who can sign in and a key with every scope for that user, and returns the key.
func (w *World) MustUser(t testing.TB, email string) (key string) {
	t.Helper()
	_, words, err := w.RunWith(strings.NewReader(password+"\n"),
		"user", "add", "--email", email, "--firstname", "Some", "--lastname", "Body", "--password-stdin")
	if err != nil {
		t.Fatalf("user add: %v\n%s", err, words)
	}
	return w.MustKey(t, email)
}

// Browser calls the dashboard's API with a session cookie. It is safe for concurrent use.
type Browser struct {
	Cookie string
	http   *http.Client
}

// MustSignIn signs in a user created by MustUser.
func MustSignIn(t testing.TB, url, email string) *Browser {
	t.Helper()
	b := &Browser{http: NewCaller(url, "").HTTP}
	a, err := b.Do(t.Context(), url, "POST", "/dash/session", map[string]any{"email": email, "password": password})
	if err != nil || a.Status != http.StatusOK {
		t.Fatalf("sign in: %d %s %v", a.Status, a.Body, err)
	}
	b.Cookie, _, _ = strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return b
}

// Do sends a request to a node; see Caller.Do.
func (b *Browser) Do(ctx context.Context, url, method, path string, body any) (Answer, error) {
	response, err := b.send(ctx, url, method, path, body)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return Answer{Status: response.StatusCode, Header: response.Header, Body: text}, err
}

func (b *Browser) send(ctx context.Context, url, method, path string, body any) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, url+path, content)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Cookie", b.Cookie)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return b.http.Do(r)
}

// Event is an event from one of the dashboard's live streams.
type Event struct {
	Name     string
	Revision int64
	UUIDs    []string // of the changed objects
}

// Follow reads a project's live changes after the given revision, or from now on if that is negative, and passes each event to
// tell until the stream ends. It returns the HTTP status of the stream, or 0 if there was no response.
func (b *Browser) Follow(ctx context.Context, url, project string, after int64, tell func(Event)) int {
	path := "/dash/projects/" + project + "/events"
	if after >= 0 {
		path += "?after=" + strconv.FormatInt(after, 10)
	}
	streaming := &Browser{Cookie: b.Cookie, http: &http.Client{Transport: b.http.Transport}} // without a timeout
	response, err := streaming.send(ctx, url, "GET", path, nil)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		readEvents(response.Body, tell)
	}
	return response.StatusCode
}

func readEvents(stream io.Reader, tell func(Event)) {
	lines := bufio.NewScanner(stream)
	lines.Buffer(nil, 1<<20)
	var e Event
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			e.Revision, _ = strconv.ParseInt(value, 10, 64)
		case "event":
			e.Name = value
		case "data":
			e.UUIDs = changedIn(value)
		case "":
			if e.Name != "" {
				tell(e)
			}
			e = Event{}
		}
	}
}

func changedIn(data string) []string {
	var news struct {
		Changes []struct {
			UUID string `json:"uuid"`
		} `json:"changes"`
	}
	_ = json.Unmarshal([]byte(data), &news) // other events have no changes
	var uuids []string
	for _, c := range news.Changes {
		uuids = append(uuids, c.UUID)
	}
	return uuids
}
