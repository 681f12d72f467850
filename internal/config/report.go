package config

import (
	"errors"
	"math"
)

// Zone holds the time zone in which a day begins.
type Zone struct {
	Timezone string `help:"Time zone in which a day begins; use the server's." default:"UTC"`
}

// At selects a project and a day.
type At struct {
	Project string `help:"The project: its uuid, its key, or its name if it is unique." required:"" placeholder:"PROJECT"`
	AsOf    string `help:"Treat this day as today; a past day is restated with what is known now and the budget of that day." placeholder:"DATE"`
}

// Report holds the output options of a status report.
type Report struct {
	Format string `help:"Format: ${enum}; auto is text on a terminal, otherwise json." enum:"json,text,html,auto" default:"auto"`
	JSON   bool   `name:"json" help:"Print JSON, whatever --format says."`
	Lang   string `help:"Language of html: ${enum}; text and json are always in English." enum:"en,fr" default:"en"`
	Output string `help:"File to write; stdout if omitted or -." placeholder:"FILE"`
}

// Thresholds holds the limits that decide a project's colour, both on the server and in reports.
type Thresholds struct {
	Amber float64 `help:"A project with a cpi or spi below this is amber." default:"0.95"`
	Red   float64 `help:"A project with a cpi or spi below this is red." default:"0.85"`
}

// Check refuses invalid limits. It is not called Validate, because kong would then call neither this method nor
// Database.Validate for a command that has both.
func (t Thresholds) Check() error {
	ordered := 0 <= t.Red && t.Red <= t.Amber && t.Amber <= math.MaxFloat64 // false for NaN
	switch {
	case !ordered:
		return errors.New("--amber must not be below --red, and --red not below 0")
	case t.Amber == 0:
		return errors.New("--amber must be above 0; --red 0 makes nothing red")
	}
	return nil
}

// Explain names a number and limits its explanation.
type Explain struct {
	Indicator string `help:"Which number, such as cpi, eac or planned_sp." required:"" placeholder:"NAME"`
	Depth     int    `help:"Steps to show under the number; 0 shows all." default:"0"`
}
