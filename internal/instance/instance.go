// Package instance holds what every capability of an installation shares: its database, its clock and time zone, its log and its thresholds.
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
	Now        func() time.Time // in UTC, as precise as it can be stored
	Zone       *time.Location   // which decides what day it is
	Log        *slog.Logger
	Thresholds evm.Thresholds // below which an index is amber or red
	Runs       *Runs
}

// Config is what an instance decides for itself; what is zero has a default.
type Config struct {
	Zone       *time.Location   // UTC
	Clock      func() time.Time // the system's
	Log        *slog.Logger     // nobody is told what goes wrong in the background
	Thresholds evm.Thresholds   // the usual ones
}

// New is an instance on a database.
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

// Today is the present day in the instance's time zone.
func (i *Instance) Today() domain.Date { return domain.DateOf(i.Now().In(i.Zone)) }

// EndOf is the first moment after a day in the instance's time zone.
func (i *Instance) EndOf(day domain.Date) time.Time {
	next := day.AddDays(1).Time()
	return time.Date(next.Year(), next.Month(), next.Day(), 0, 0, 0, 0, i.Zone)
}

// UntilTomorrow is how long today lasts from now on, in the instance's time zone.
func (i *Instance) UntilTomorrow() time.Duration { return i.EndOf(i.Today()).Sub(i.Now()) }
