package client

import (
	"context"
	"time"
)

// WithSleep replaces the wait between attempts.
func WithSleep(f func(context.Context, time.Duration) error) Option {
	return func(c *Client) { c.sleep = f }
}
