package client

import (
	"net/http"
	"time"
)

// Option adjusts a client being made by [New].
type Option func(*Client)

// WithHTTPClient sends through h, whose transport, timeout and cookies then hold.
// The client keeps a copy. Unless h has its own CheckRedirect, redirects are not
// followed. Nil changes nothing.
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) {
		if h != nil {
			c.http = h
		}
	}
}

// WithUserAgent names the calling program in the User-Agent header.
func WithUserAgent(agent string) Option {
	return func(c *Client) { c.agent = agent }
}

// WithRetry allows up to tries further attempts of a call and single waits of up to
// maxWait before each; the default is 3 and 30 seconds. When the server asks for
// a longer wait, the error comes back at once. WithRetry(0, 0) tries once.
func WithRetry(tries int, maxWait time.Duration) Option {
	return func(c *Client) { c.retry = retryRule{max: tries, maxWait: maxWait} }
}
