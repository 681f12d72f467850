// Package app holds the use cases: each checks who may act, opens the transaction, applies the rules and
// records the change. Every front calls these, so that they cannot disagree.
package app

import (
	"cmp"
	"context"
	"iter"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"earnest/evm"
	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/htmlsafe"
	"earnest/internal/recent"
	"earnest/internal/store"
)

// passwordsAtOnce is how many passwords are hashed at the same time.
const passwordsAtOnce = 2

// keysKept is how many keys are remembered, each in about half a KiB.
const keysKept = 4096

// Config is what an instance decides for itself.
type Config struct {
	Grid    domain.PlanGrid
	Limits  Limits
	Proxies auth.Proxies
	Zone    *time.Location   // in which today is told; nil: UTC
	Clock   func() time.Time // nil: the system's
	Log     *slog.Logger     // for what goes wrong in the background; nil: nobody is told

	Thresholds evm.Thresholds // the bounds of amber and red; zero: the usual

	Provider    *auth.Provider // of identities; nil: people sign in with a password only
	CreateUsers bool           // whom the provider knows and we do not becomes a user

	Passwords *auth.Passwords // nil: as costly as they should be, two at a time
}

// App is the product without its fronts. It is safe for concurrent use.
type App struct {
	store  *store.Store
	config Config
	clock  func() time.Time
	quota  *Quota
	uses   *keyUses
	keys   *recent.Map[[32]byte, knownKey] // as the database last told; see guess
	// sessions says whose session a token was when it was last asked for; see SessionOrigin.
	sessions *recent.Map[[32]byte, int64]
	html     *htmlsafe.Cleaner
	finance  *financeCache
	// passwords are checked two at a time: each takes 19 MiB and a good part of a processor.
	passwords *auth.Passwords
	seen      *sightings
	live      *live
	renames   signal
	deletions signal
	tagEnds   signal
	runs      *runs
	backups   *backups
	started   time.Time
}

// New makes an App on a store. Start and Stop run its background work.
func New(s *store.Store, config Config) *App {
	if config.Clock == nil {
		config.Clock = time.Now
	}
	if config.Zone == nil {
		config.Zone = time.UTC
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Thresholds == (evm.Thresholds{}) {
		config.Thresholds = evm.DefaultThresholds()
	}
	clock := func() time.Time { return config.Clock().UTC().Truncate(time.Microsecond) }
	return &App{
		store:    s,
		config:   config,
		clock:    clock,
		quota:    NewQuota(s, config.Limits, clock, config.Log),
		uses:     newKeyUses(s),
		keys:     recent.Count[[32]byte, knownKey](keysKept),
		sessions: recent.Count[[32]byte, int64](keysKept),
		html:     htmlsafe.New(),
		finance:  newFinanceCache(financeProjects),

		passwords: cmp.Or(config.Passwords, auth.NewPasswords(passwordsAtOnce)),
		seen:      newSightings(s),
		live:      newLive(s, config.Log),
		renames:   newSignal(),
		deletions: newSignal(),
		tagEnds:   newSignal(),
		runs:      newRuns(),
		backups:   newBackups(),
		started:   clock(),
	}
}

// Start begins the background work.
func (a *App) Start() {
	a.quota.Start()
	a.uses.Start()
}

// Stop ends the background work and stores what it still holds.
func (a *App) Stop(ctx context.Context) error {
	return cmp.Or(a.quota.Stop(ctx), a.uses.Stop(ctx), a.seen.stop(ctx), a.backups.stop(ctx))
}

// Ready tells whether the database answers.
func (a *App) Ready(ctx context.Context) error { return a.store.Ping(ctx) }

// Broken is closed when nothing can be stored any more and the process should end; see db.DB.Broken.
func (a *App) Broken() <-chan struct{} { return a.store.DB().Broken() }

// Today is the present day in the instance's time zone.
func (a *App) Today() domain.Date { return domain.DateOf(a.clock().In(a.config.Zone)) }

// Zone is the name of the instance's time zone.
func (a *App) Zone() string { return a.config.Zone.String() }

// Thresholds are the bounds below which the instance calls an index amber or red.
func (a *App) Thresholds() evm.Thresholds { return a.config.Thresholds }

// List receives a list inside the transaction that reads it: its true total, then its items as they are
// read. It must not keep the sequence.
type List[T any] func(total int, items iter.Seq2[T, error]) error

// newUUID is a fresh, time-ordered uuid.
func newUUID() string { return uuid.Must(uuid.NewV7()).String() }

// read runs a use case that changes nothing.
func read[T any](ctx context.Context, a *App, f func(*store.Tx) (T, error)) (T, error) {
	var result T
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		result, err = f(tx)
		return err
	})
	return result, err
}

// write runs a use case in one transaction. f may run twice, so it keeps nothing outside.
func write[T any](ctx context.Context, a *App, f func(*store.Tx) (T, error)) (T, error) {
	var result T
	err := a.store.Write(ctx, func(tx *store.Tx) (err error) {
		result, err = f(tx)
		return err
	})
	return result, err
}

// list runs a use case that gives a list of a project to one of its members.
func list[T any](ctx context.Context, a *App, caller domain.Caller, project string, out List[T],
	count func(*store.Tx, domain.Access) (int, error),
	items func(*store.Tx, domain.Access) iter.Seq2[T, error],
) error {
	return a.store.Read(ctx, func(tx *store.Tx) error {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return err
		}
		total, err := count(tx, access)
		if err != nil {
			return err
		}
		return out(total, items(tx, access))
	})
}
