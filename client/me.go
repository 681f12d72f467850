package client

import (
	"context"
	"net/http"
	"time"
)

// Me is the key that a client uses.
type Me struct {
	Name         string    `json:"name"`
	Scopes       []string  `json:"scopes"`
	ExpiresAt    Time      `json:"expires_at"` // zero if it does not expire
	ExpiresAtISO time.Time `json:"expires_at_iso,omitzero"`
	Owner        KeyOwner  `json:"owner"`
	Quotas       KeyQuotas `json:"quotas"` // after the call
}

// KeyOwner is the user that a key acts for.
type KeyOwner struct {
	UserID    int64  `json:"user_id"`
	Firstname string `json:"firstname"`
	Lastname  string `json:"lastname"`
	Email     string `json:"email"`
}

// KeyQuotas holds the quotas of a key.
type KeyQuotas struct {
	Hour  Quota `json:"hour"`
	Month Quota `json:"month"`
}

// Quota is the number of requests allowed and left until a time.
type Quota struct {
	Limit       int       `json:"limit"`
	Remaining   int       `json:"remaining"`
	ResetsAt    Time      `json:"resets_at"`
	ResetsAtISO time.Time `json:"resets_at_iso,omitzero"`
}

// Me returns the key that the client uses: its name, scopes and expiry, its owner, and what is left of its quotas. Any valid key may call
// it.
func (c *Client) Me(ctx context.Context) (*Me, error) {
	return one[Me](ctx, c, http.MethodGet, "/me", nil)
}
