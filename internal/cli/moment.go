package cli

import (
	"time"

	"earnest/internal/domain"
)

// parseEnd reads when something ends: a date means the end of that day in UTC, a time that moment. The last
// day there is ends with its last microsecond: what comes after it has no date.
func parseEnd(flag, text string) (time.Time, error) {
	end, ok := domain.ParseEnd(text)
	if !ok {
		return time.Time{}, notAMoment(flag, text)
	}
	return end, nil
}

// parseStart reads when something begins: a date means its first moment in UTC, a time that moment.
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
