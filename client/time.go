package client

import (
	"fmt"
	"time"
)

const timeLayout = time.DateTime // YYYY-MM-DD HH:MM:SS

// Time is a timestamp in the service's format: to the second, in UTC.
type Time struct{ time.Time }

// String formats the time as YYYY-MM-DD HH:MM:SS, in UTC.
func (t Time) String() string { return t.UTC().Format(timeLayout) }

// MarshalText formats the time like String. JSON uses MarshalJSON.
func (t Time) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText parses the output of MarshalText.
func (t *Time) UnmarshalText(text []byte) error {
	parsed, err := time.ParseInLocation(timeLayout, string(text), time.UTC)
	if err != nil {
		return fmt.Errorf("%q is not a timestamp of the form YYYY-MM-DD HH:MM:SS", text)
	}
	t.Time = parsed
	return nil
}

// MarshalJSON encodes the timestamp, or null for the zero Time.
func (t Time) MarshalJSON() ([]byte, error) {
	if t.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + t.String() + `"`), nil
}

// UnmarshalJSON decodes a timestamp, or null as the zero Time.
func (t *Time) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*t = Time{}
		return nil
	}
	if len(data) < 2 || data[0] != '"' {
		return fmt.Errorf("%s is not a timestamp", data)
	}
	return t.UnmarshalText(data[1 : len(data)-1])
}

// Date is a day, written YYYY-MM-DD. Dates can be compared as strings.
type Date string

// DateOf returns the day of t in t's own time zone.
func DateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// Time returns the start of the day in UTC.
func (d Date) Time() (time.Time, error) {
	t, err := time.ParseInLocation(time.DateOnly, string(d), time.UTC)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not a date of the form YYYY-MM-DD", string(d))
	}
	return t, nil
}
