package admit

import (
	"earnest/internal/admit/store"
	"earnest/internal/domain"
)

// Snapshot holds everything that decides what a caller can read at a target; see store.Snapshot. An answer is read after its
// Snapshot is taken, so it may contain later changes; if it does, the next Snapshot differs.
type Snapshot = store.Snapshot

// Target identifies the data that a request reads: those of one project, given the noun and uuid of an object in it, or, if Noun
// is empty, those of all of the caller's projects.
type Target struct{ Noun, UUID string }

// OfTicket returns the target of a read that names a ticket by its uuid or its key. A key stands for its project, whether the ticket exists or not.
func OfTicket(ref string) Target {
	if key, _, ok := domain.ParseTicketKey(ref); ok {
		return Target{Noun: store.ProjectKey, UUID: key}
	}
	return Target{Noun: "ticket", UUID: ref}
}

func (t Target) of(userID int64) store.Target {
	return store.Target{Noun: t.Noun, UUID: t.UUID, UserID: userID}
}
