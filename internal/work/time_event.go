package work

import "earnest/internal/domain"

// IsTimeEvent reports whether a log row says that time was logged, deleted or restored. Its values are the minutes.
func IsTimeEvent(noun, what string) bool {
	return noun == timeEntryNoun && (what == domain.Created || what == domain.Deleted || what == domain.Restored)
}
