package cli

import (
	"time"

	"earnest/internal/domain"
)

// parseEnd reads when something ends: a date means the end of that day in UTC, a time that moment.
func parseEnd(flag, text string) (time.Time, error) {
	if day, ok := domain.ParseDate(text); ok {
		return day.AddDays(1).Time(), nil
	}
	return parseStart(flag, text)
}

// parseStart reads when something begins: a date means its first moment in UTC, a time that moment.
func parseStart(flag, text string) (time.Time, error) {
	at, ok := domain.ParseMoment(text)
	if !ok {
		return time.Time{}, usagef("%s must be %s, not %q", flag, domain.Rules("moment").Expect(), text)
	}
	return at, nil
}
