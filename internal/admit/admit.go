// Package admit decides which requests to admit: it checks the key or the session's origin, the address, the account, the plan
// and the quota. Its SQL is in admit/store.
package admit

import (
	"context"
	"errors"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/instance"
	"earnest/internal/recent"
)

// keysKept is the maximum number of keys, and of sessions, that are cached; each takes about half a KiB.
const keysKept = 4096

// Config holds an instance's settings for admitting requests.
type Config struct {
	Grid    domain.PlanGrid
	Limits  Limits
	Proxies auth.Proxies
}

// Service implements the use cases of this package. It is safe for concurrent use.
type Service struct {
	*instance.Instance
	Config

	quota *Quota
	uses  *keyUses
	keys  *recent.Map[[32]byte, knownKey] // as the database last reported them; see admitCached
	// sessions maps the hash of a session token to its user, or to 0 once the session has ended; see SessionOrigin.
	sessions *recent.Map[[32]byte, int64]
}

// New returns the admission service of an instance.
func New(i *instance.Instance, config Config) *Service {
	return &Service{
		Instance: i,
		Config:   config,
		quota:    NewQuota(i.DB, config.Limits, i.Now, i.Log),
		uses:     newKeyUses(i.DB),
		keys:     recent.Count[[32]byte, knownKey](keysKept),
		sessions: recent.Count[[32]byte, int64](keysKept),
	}
}

// Start starts the background work.
func (a *Service) Start() {
	a.quota.Start()
	a.uses.Start()
}

// Stop ends the background work and stores whatever has not been stored yet.
func (a *Service) Stop(ctx context.Context) error {
	return errors.Join(a.quota.Stop(ctx), a.uses.Stop(ctx))
}
