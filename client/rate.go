package client

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// Rate is the quota of the key as the server last reported it.
type Rate struct {
	LimitHour      int
	RemainingHour  int
	LimitMonth     int
	RemainingMonth int
	ResetHour      time.Time
}

type rateKey struct{}

// WithRate returns a context that makes calls store the quota from their responses in rate. Concurrent calls each need their own
// Rate.
func WithRate(ctx context.Context, rate *Rate) context.Context {
	return context.WithValue(ctx, rateKey{}, rate)
}

// Rate returns the quota reported by the latest response, and false if there has been none.
func (c *Client) Rate() (Rate, bool) {
	if last := c.rate.Load(); last != nil {
		return *last, true
	}
	return Rate{}, false
}

func (c *Client) noteRate(ctx context.Context, resp *Response) {
	rate, ok := resp.Rate()
	if !ok {
		return
	}
	c.rate.Store(&rate)
	if wanted, ok := ctx.Value(rateKey{}).(*Rate); ok && wanted != nil {
		*wanted = rate
	}
}

// parseRate requires all five headers, because a missing one would be read as a quota of 0.
func parseRate(header http.Header) (Rate, bool) {
	complete := true
	number := func(name string) int64 {
		n, err := strconv.ParseInt(header.Get("X-RateLimit-"+name), 10, 64)
		complete = complete && err == nil
		return n
	}
	rate := Rate{
		LimitHour:      int(number("Limit-Hour")),
		RemainingHour:  int(number("Remaining-Hour")),
		LimitMonth:     int(number("Limit-Month")),
		RemainingMonth: int(number("Remaining-Month")),
		ResetHour:      time.Unix(number("Reset-Hour"), 0).UTC(),
	}
	if !complete {
		return Rate{}, false
	}
	return rate, true
}
