// Package instance holds what all parts of an installation share: its database, clock, time zone, log and thresholds.
package instance

import (
	"cmp"
	"log/slog"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
)

// Instance is one installation of the product as this process sees it. It is safe for concurrent use.
type Instance struct {
	DB         *db.DB
	Now        func() time.Time // in UTC, rounded to the stored precision
	Zone       *time.Location   // determines the current day
	Log        *slog.Logger
	Thresholds evm.Thresholds // below which an index is amber or red
	Runs       *Runs
}

// Config holds the settings of an instance; zero values select the defaults.
type Config struct {
	Zone       *time.Location   // default: UTC
	Clock      func() time.Time // default: the system clock
	Log        *slog.Logger     // default: no logging
	Thresholds evm.Thresholds   // default: evm.DefaultThresholds
}

// New returns an instance that uses the given database.
func New(d *db.DB, config Config) *Instance {
	if config.Clock == nil {
		config.Clock = time.Now
	}
	if config.Thresholds == (evm.Thresholds{}) {
		config.Thresholds = evm.DefaultThresholds()
	}
	return &Instance{
		DB:         d,
		Now:        func() time.Time { return config.Clock().UTC().Truncate(time.Microsecond) },
		Zone:       cmp.Or(config.Zone, time.UTC),
		Log:        cmp.Or(config.Log, slog.New(slog.DiscardHandler)),
		Thresholds: config.Thresholds,
		Runs:       NewRuns(),
	}
}

// Today returns the current day in the instance's time zone.
func (i *Instance) Today() domain.Date { return domain.DateOf(i.Now().In(i.Zone)) }

// EndOf returns the first moment after a day in the instance's time zone.
func (i *Instance) EndOf(day domain.Date) time.Time {
	next := day.AddDays(1).Time()
	return time.Date(next.Year(), next.Month(), next.Day(), 0, 0, 0, 0, i.Zone)
}

// UntilTomorrow returns how much of today is left, in the instance's time zone.
func (i *Instance) UntilTomorrow() time.Duration { return i.EndOf(i.Today()).Sub(i.Now()) }
