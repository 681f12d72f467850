// Package identity manages people and their credentials: accounts, sessions, sign-in, second factors, the identity provider,
// invitations and API keys. Its SQL is in identity/store.
package identity

import (
	"cmp"
	"context"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/instance"
	"earnest/internal/work"
)

// passwordsAtOnce is the number of passwords hashed at the same time. It is low because hashing one takes 19 MiB of memory and a
// good part of a core.
const passwordsAtOnce = 2

// Config holds an instance's settings for its users.
type Config struct {
	Provider    *auth.Provider  // identity provider; nil: people sign in with a password only
	CreateUsers bool            // create a user for an unknown identity from the provider
	Passwords   *auth.Passwords // nil: the standard cost, two at a time
}

// base holds the state that the services of this package share.
type base struct {
	*instance.Instance

	config    Config
	admission *admit.Service
	passwords *auth.Passwords
	renames   work.Signal // wakes the job that marks as modified everything that shows a new name
	seen      *useRecorder
}

// Services groups the use cases of this package by noun.
type Services struct {
	Accounts *Accounts
	Sessions *Sessions
	Keys     *Keys
}

// New returns the services of an instance.
func New(i *instance.Instance, admission *admit.Service, config Config) Services {
	b := &base{
		Instance:  i,
		config:    config,
		admission: admission,
		passwords: cmp.Or(config.Passwords, auth.NewPasswords(passwordsAtOnce)),
		renames:   work.NewSignal(),
		seen:      newUseRecorder(i.DB),
	}
	return Services{Accounts: &Accounts{b}, Sessions: &Sessions{b}, Keys: &Keys{b}}
}

// Accounts are the use cases for people and their accounts, invitations, and project ownership.
type Accounts struct{ *base }

// Sessions are the use cases for signing in and out.
type Sessions struct{ *base }

// Stop waits until the last use of each session is stored.
func (a *Sessions) Stop(ctx context.Context) error { return a.seen.stop(ctx) }

// Keys are the use cases for API keys.
type Keys struct{ *base }
