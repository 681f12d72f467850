package admit

import (
	"earnest/internal/admit/store"
)

// Snapshot holds everything that decides what a caller can read at a target; see store.Snapshot. An answer is read after its
// Snapshot was taken, so it can only be newer, and in that case the next Snapshot differs.
type Snapshot = store.Snapshot

// Target is what a request reads: data in the project of the object with the given noun and uuid or, if Noun is empty, in all of
// the caller's projects.
type Target struct{ Noun, UUID string }

func (t Target) of(userID int64) store.Target {
	return store.Target{Noun: t.Noun, UUID: t.UUID, UserID: userID}
}
