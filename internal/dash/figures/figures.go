// Package figures converts what the capability money computes to the form in which the pages receive it: indicators, curves, forecasts,
// explanations, charts. It has no routes; the handlers in dash decode the request, call one use case and pass its result here.
package figures

import (
	"time"

	"earnest/evm"
)

// Named holds the uuid and title of an object, and the key of a ticket.
type Named struct {
	UUID  string `json:"uuid"`
	Key   string `json:"key,omitempty"`
	Title string `json:"title"`
}

// Person is a user's id and name.
type Person struct {
	UserID int64  `json:"user_id"`
	Name   string `json:"name"`
}

// DayText formats an optional day.
func DayText(d *evm.Day) *string {
	if d == nil {
		return nil
	}
	return new(d.String())
}

// TextOrNil returns nil for an empty text.
func TextOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Stamp formats a time for the pages.
func Stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
