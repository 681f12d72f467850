package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

const (
	apiPath      = "/api/v1"
	defaultAgent = "earnest-go-client"
	// maxAnswer limits the size of a response, after decompression.
	maxAnswer = 64 << 20
	// callTimeout limits each attempt made with the default HTTP client.
	callTimeout = 2 * time.Minute
)

// Client calls one server with one key. Create it with [New]; it is safe for concurrent use. Printing it never shows the key.
type Client struct {
	base   string
	badURL error
	// key is a pointer so that fmt, which reads unexported fields, prints an address at worst.
	key   *string
	http  *http.Client
	agent string
	retry retryRule
	limit int64
	sleep func(context.Context, time.Duration) error
	rate  atomic.Pointer[Rate]
}

// New returns a client for the server at baseURL, which is the server's origin (https://earnest.example.org), with or without
// /api/v1. White space around the key is ignored. If the base URL is invalid, every call returns an error.
func New(baseURL, key string, opts ...Option) *Client {
	key = strings.TrimSpace(key)
	c := &Client{
		key:   &key,
		http:  &http.Client{Transport: newTransport(), Timeout: callTimeout},
		agent: defaultAgent,
		retry: retryRule{max: 3, maxWait: 30 * time.Second},
		limit: maxAnswer,
		sleep: sleep,
	}
	c.base, c.badURL = apiRoot(baseURL)
	for _, opt := range opts {
		opt(c)
	}
	c.http = withoutRedirects(c.http)
	return c
}

// String names the server and hides the key.
func (c *Client) String() string {
	return fmt.Sprintf("client of %s (key hidden)", c.base)
}

// GoString returns the same text as String, so that %#v does not show the key either.
func (c *Client) GoString() string { return c.String() }

// redact removes the key from text that came from elsewhere.
func (c *Client) redact(text string) string {
	if *c.key == "" {
		return text
	}
	return strings.ReplaceAll(text, *c.key, "[key]")
}

// apiRoot returns the address that paths are appended to. Its errors do not quote the URL, which may contain a password.
func apiRoot(raw string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(raw))
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return "", errors.New("client: the base URL must be an origin such as http://127.0.0.1:8080")
	case u.User != nil:
		return "", errors.New("client: the base URL must not hold a user name; the key is an argument of its own")
	case u.RawQuery != "" || u.Fragment != "":
		return "", errors.New("client: the base URL must not hold a query or a fragment")
	}
	prefix := strings.TrimSuffix(strings.TrimRight(u.EscapedPath(), "/"), apiPath)
	return u.Scheme + "://" + u.Host + strings.TrimRight(prefix, "/") + apiPath, nil
}

// newTransport returns the standard transport with more than two idle connections per host, so that concurrent callers do not
// dial for every request.
func newTransport() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	t := standard.Clone()
	t.MaxIdleConnsPerHost = 64
	return t
}

// withoutRedirects returns a copy of h in which a redirect becomes an error, because the API never redirects and following a
// redirect may turn a POST into a GET.
func withoutRedirects(h *http.Client) *http.Client {
	own := *h
	if own.CheckRedirect == nil {
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return &own
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
