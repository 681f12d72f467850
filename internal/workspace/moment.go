package workspace

import (
	"time"

	"earnest/internal/domain"
)

// fraction is the format of a time with a fraction of a second.
const fraction = "2006-01-02 15:04:05.000000"

// Moment parses a time from a parsed file, to the microsecond. If s is empty, it returns the zero time.
func Moment(s string) time.Time {
	t, _ := parseMoment(s) // a parsed file contains only valid times
	return t
}

// parseMoment is like domain.ParseMoment but tries the file's own format first.
func parseMoment(s string) (time.Time, bool) {
	t, err := time.Parse(time.DateTime, s) // this accepts a fraction, too
	if err != nil || t.Year() < 1 {
		var ok bool
		if t, ok = domain.ParseMoment(s); !ok {
			return time.Time{}, false
		}
	}
	return t.Truncate(time.Microsecond), true
}

// Stamp formats a time as in the file: with a fraction only if there is one.
func Stamp(t time.Time) string {
	if t = t.UTC(); t.Nanosecond()/int(time.Microsecond) == 0 {
		return t.Format(time.DateTime)
	}
	return t.Format(fraction)
}
