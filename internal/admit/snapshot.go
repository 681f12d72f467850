package admit

import (
	"earnest/internal/admit/store"
)

// Snapshot is everything that decides what a caller can read at a target; see store.Snapshot. An answer read after its Snapshot
// was taken can only be newer, and then the next Snapshot differs.
type Snapshot = store.Snapshot

// Target is what a request reads: something in the project of the object with a uuid or, without a noun, in all projects of the
// caller.
type Target struct{ Noun, UUID string }

func (t Target) of(userID int64) store.Target {
	return store.Target{Noun: t.Noun, UUID: t.UUID, UserID: userID}
}
