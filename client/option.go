package client

import (
	"net/http"
	"time"
)

// Option configures a client created by [New].
type Option func(*Client)

// WithHTTPClient sends requests through h, with its transport, timeout and cookies. The client keeps a copy. Unless h has its
// own CheckRedirect, redirects are not followed. Nil changes nothing.
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) {
		if h != nil {
			c.http = h
		}
	}
}

// WithUserAgent sets the User-Agent header, which names the calling program.
func WithUserAgent(agent string) Option {
	return func(c *Client) { c.agent = agent }
}

// WithRetry allows up to tries further attempts at a call, waiting at most maxWait before each; the defaults are 3 and 30
// seconds. If the server asks for a longer wait, the error is returned immediately. WithRetry(0, 0) disables retries.
func WithRetry(tries int, maxWait time.Duration) Option {
	return func(c *Client) { c.retry = retryRule{max: tries, maxWait: maxWait} }
}
