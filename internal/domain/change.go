package domain

import "time"

// The words of the change log for what happened to a thing as a whole; otherwise What is the name of
// the field.
const (
	Created  = "created"
	Deleted  = "deleted"
	Restored = "restored" // what was deleted is there again
)

// Change is one row of the append-only log: who changed what of which thing, when, from and to. From
// and To are JSON; empty where there is none.
type Change struct {
	ID       int64
	Revision int64
	At       time.Time
	UserID   *int64
	KeyID    *int64
	Noun     string
	NounUUID string
	What     string
	From     string
	To       string
}
