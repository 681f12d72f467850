// Package app assembles the parts of the product. It has no rules of its own; every front calls the same services in work, changelog, files,
// money, identity, admit, transfer and operate, so the fronts cannot disagree.
package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"earnest/evm"
	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/changelog"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/files"
	"earnest/internal/identity"
	"earnest/internal/instance"
	"earnest/internal/money"
	"earnest/internal/operate"
	"earnest/internal/transfer"
	"earnest/internal/work"
)

// Config holds the settings of an instance.
type Config struct {
	Grid    domain.PlanGrid
	Limits  admit.Limits
	Proxies auth.Proxies
	Zone    *time.Location   // defines the current day; nil: UTC
	Clock   func() time.Time // nil: the system clock
	Log     *slog.Logger     // for background errors; nil: discarded

	Thresholds evm.Thresholds // limits for amber and red; zero: the defaults

	Provider    *auth.Provider // identity provider; nil: people sign in with a password only
	CreateUsers bool           // create users who are known only to the provider

	Passwords *auth.Passwords // nil: the default cost, two at a time

	Files files.Config // the limits on files, and where they are stored
}

// App is the product without its fronts. It is safe for concurrent use.
type App struct {
	*instance.Instance

	Admission *admit.Service

	Projects   *work.Projects
	Plan       *work.Plan
	Tickets    *work.Tickets
	Categories *work.Categories
	Time       *work.Time
	ChangeLog  *changelog.Service
	Files      *files.Service

	Money *money.Service

	Accounts *identity.Accounts
	Sessions *identity.Sessions
	Keys     *identity.Keys

	Transfer   *transfer.Service
	Operations *operate.Service
}

// New returns an App that uses the given database. Start and Stop run its background work.
func New(d *db.DB, config Config) *App {
	i := instance.New(d, instance.Config{Zone: config.Zone, Clock: config.Clock, Log: config.Log, Thresholds: config.Thresholds})
	w := work.New(i)
	admission := admit.New(i, admit.Config{Grid: config.Grid, Limits: config.Limits, Proxies: config.Proxies})
	people := identity.New(i, admission, identity.Config{Provider: config.Provider, CreateUsers: config.CreateUsers, Passwords: config.Passwords})
	figures := money.New(i)
	attached := files.New(i, config.Files)
	return &App{
		Instance:   i,
		Admission:  admission,
		Projects:   w.Projects,
		Plan:       w.Plan,
		Tickets:    w.Tickets,
		Categories: w.Categories,
		Time:       w.Time,
		ChangeLog:  changelog.New(i),
		Files:      attached,
		Money:      figures,
		Accounts:   people.Accounts,
		Sessions:   people.Sessions,
		Keys:       people.Keys,
		Transfer:   transfer.New(i, w, people.Accounts, figures, attached),
		Operations: operate.New(i, admission, attached.Ready),
	}
}

// Start begins the background work.
func (a *App) Start() { a.Admission.Start() }

// Stop ends the background work and stores whatever has not been stored yet.
func (a *App) Stop(ctx context.Context) error {
	return errors.Join(a.Admission.Stop(ctx), a.Sessions.Stop(ctx), a.Transfer.Stop(ctx))
}

// Ready returns an error if the database does not respond.
func (a *App) Ready(ctx context.Context) error { return a.DB.Ping(ctx) }

// Broken returns a channel that is closed when nothing can be stored any more and the process should exit; see db.DB.Broken.
func (a *App) Broken() <-chan struct{} { return a.DB.Broken() }
