package cli

import (
	"time"

	"earnest/internal/domain"
)

// parseEnd parses the end of a period: a date means the end of that day in UTC, and a time means that moment. The last possible
// day ends with its last microsecond, since the day after it cannot be represented.
func parseEnd(flag, text string) (time.Time, error) {
	end, ok := domain.ParseEnd(text)
	if !ok {
		return time.Time{}, notAMoment(flag, text)
	}
	return end, nil
}

// parseStart parses the start of a period: a date means the start of that day in UTC, and a time means that moment.
func parseStart(flag, text string) (time.Time, error) {
	at, ok := domain.ParseMoment(text)
	if !ok {
		return time.Time{}, notAMoment(flag, text)
	}
	return at, nil
}

func notAMoment(flag, text string) error {
	return usagef("%s must be %s, not %q", flag, domain.Rules("moment").Expect(), text)
}
