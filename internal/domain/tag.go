package domain

// Tag is a label of a project for its super-epics, epics and tickets.
type Tag struct {
	ID   int64
	UUID string
	Name string
}
