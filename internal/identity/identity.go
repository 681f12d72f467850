// Package identity knows who people are: accounts, sessions, signing in, second factors, the identity provider, invitations and API keys. The SQL
// is in identity/store.
package identity

import (
	"cmp"
	"context"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/instance"
	"earnest/internal/work"
)

// passwordsAtOnce is how many passwords are hashed at the same time: each takes 19 MiB and a good part of a processor.
const passwordsAtOnce = 2

// Config is what an instance decides about its users.
type Config struct {
	Provider    *auth.Provider  // of identities; nil: people sign in with a password only
	CreateUsers bool            // whom the provider knows and we do not becomes a user
	Passwords   *auth.Passwords // nil: as costly as they should be, two at a time
}

// base is what the services of this package share.
type base struct {
	*instance.Instance

	config    Config
	admission *admit.Service
	passwords *auth.Passwords
	renames   work.Signal // wakes the job that marks what shows a new name as modified
	seen      *sightings
}

// Services are the use cases of this package, by noun.
type Services struct {
	Accounts *Accounts
	Sessions *Sessions
	Keys     *Keys
}

// New makes the services of an instance.
func New(i *instance.Instance, admission *admit.Service, config Config) Services {
	b := &base{
		Instance:  i,
		config:    config,
		admission: admission,
		passwords: cmp.Or(config.Passwords, auth.NewPasswords(passwordsAtOnce)),
		renames:   work.NewSignal(),
		seen:      newSightings(i.DB),
	}
	return Services{Accounts: &Accounts{b}, Sessions: &Sessions{b}, Keys: &Keys{b}}
}

// Accounts are the use cases of people and their accounts, of invitations, and of handing over a project.
type Accounts struct{ *base }

// Sessions are the use cases of signing in and out.
type Sessions struct{ *base }

// Stop waits until what sessions show of their last use is stored.
func (a *Sessions) Stop(ctx context.Context) error { return a.seen.stop(ctx) }

// Keys are the use cases of API keys.
type Keys struct{ *base }
