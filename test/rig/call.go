package rig

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"
)

// Caller calls one URL with one key. It is safe for concurrent use.
type Caller struct {
	URL  string
	Key  string
	HTTP *http.Client
}

// Answer is a response.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// NewCaller returns a caller with its own connections and a timeout of half a minute.
func NewCaller(url, key string) *Caller {
	return &Caller{URL: url, Key: key, HTTP: &http.Client{
		Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256, Proxy: nil},
	}}
}

// Do sends a request; a body other than nil is sent as JSON. An error means that no complete response arrived, so the request may
// or may not have been carried out.
func (c *Caller) Do(ctx context.Context, method, path string, body any) (Answer, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return Answer{}, err
		}
		content = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.URL+path, content)
	if err != nil {
		return Answer{}, err
	}
	r.Header.Set("Authorization", "Bearer "+c.Key)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	response, err := c.HTTP.Do(r)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return Answer{Status: response.StatusCode, Header: response.Header, Body: text}, err
}

// Must is like Do but fails the test unless the response has the given status.
func (c *Caller) Must(t testing.TB, status int, method, path string, body any) Answer {
	t.Helper()
	a, err := c.Do(context.Background(), method, path, body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	if a.Status != status {
		t.Fatalf("%s %s answers %d, not %d: %s", method, path, a.Status, status, a.Body)
	}
	return a
}

// MustData decodes the `data` member of a response from the API.
func (a Answer) MustData(t testing.TB, into any) {
	t.Helper()
	body := struct {
		Data any `json:"data"`
	}{Data: into}
	if err := json.Unmarshal(a.Body, &body); err != nil {
		t.Fatalf("what was answered with %d: %v: %s", a.Status, err, a.Body)
	}
}
