package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	firstBackoff = 200 * time.Millisecond
	lastBackoff  = 5 * time.Second
)

type retryRule struct {
	max     int
	maxWait time.Duration
}

// attempt sends the call until it succeeds, fails permanently or runs out of retries.
func (c *Client) attempt(ctx context.Context, call call) (*Response, error) {
	for n := 0; ; n++ {
		resp, err := c.send(ctx, call)
		if resp != nil {
			resp.Attempts = n + 1
		}
		wait, again := c.retry.next(call, n, err)
		if !again {
			return resp, err
		}
		if stopped := c.sleep(ctx, wait); stopped != nil {
			return resp, fmt.Errorf("%w; stopped waiting to try again: %w", err, stopped)
		}
	}
}

// next reports whether to try again after attempt n (from 0) ended with err, and how
// long to wait first.
func (r retryRule) next(call call, n int, err error) (time.Duration, bool) {
	e, ok := errors.AsType[*Error](err)
	if !ok || n >= r.max || !repeatable(call, e) || e.RetryAfter > r.maxWait {
		return 0, false
	}
	if e.RetryAfter > 0 {
		return e.RetryAfter, true
	}
	return min(backoff(n), r.maxWait), true
}

// repeatable reports whether the call may be sent again. A call that is not idempotent may be sent again only if the service itself, not a gateway in
// front of it, reported that it did nothing.
func repeatable(call call, e *Error) bool {
	if e.Code == RateLimitExceeded || e.Code == ServiceUnavailable || e.Code == IdempotencyInProgress {
		return true
	}
	if !idempotent(call) {
		return false
	}
	switch e.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	case http.StatusInternalServerError:
		return call.method == http.MethodPost // with a key: whoever makes the call again would use another, and might create a second object
	}
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](e.cause)
	return e.Code == Unreachable && !untrusted
}

// idempotent reports whether sending the call twice has the effect of sending it once. A conditional call does not: the second attempt would be refused
// because of what the first has changed.
func idempotent(call call) bool {
	switch call.method {
	case http.MethodGet, http.MethodHead:
		return true
	case http.MethodPut, http.MethodDelete:
		return call.match == nil
	case http.MethodPost:
		return call.name != ""
	}
	return false
}

// backoff doubles with each attempt. The jitter keeps clients that failed together from retrying together.
func backoff(n int) time.Duration {
	d := lastBackoff
	if n < 5 {
		d = min(firstBackoff<<n, lastBackoff)
	}
	return d/2 + rand.N(d/2) //nolint:gosec // jitter need not be secret
}

// retryAfter parses both forms of the header, seconds and a date. It returns 0 if the header is missing or invalid, or
// if the date is in the past.
func retryAfter(header http.Header, now time.Time) time.Duration {
	const most = 1 << 31 // in seconds; more would overflow a Duration
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 64); err == nil {
		return time.Duration(min(seconds, most)) * time.Second
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(date.Sub(now), 0)
	}
	return 0
}
