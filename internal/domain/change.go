package domain

import "time"

// The values of Change.What for events that concern an object as a whole; for other events, What is the name of the field.
const (
	Created  = "created"
	Deleted  = "deleted"
	Restored = "restored" // undeleted
)

// Change is one row of the append-only log: who changed what and when, and the values before and after. From and To are JSON,
// or empty.
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
