package domain

import "time"

// The statuses of an epic that have a meaning to the rules.
const (
	DefaultEpicStatus = "backlog"
	EpicDone          = "done"
)

// Epic groups tickets.
type Epic struct {
	ID            int64
	UUID          string
	ProjectID     int64
	SuperEpicID   *int64
	SuperEpicUUID *string
	Title         string
	Description   *string
	Status        string
	Tags          []Tag
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// EpicPatch holds the fields that a create or an update may set.
type EpicPatch struct {
	Title       Opt[string]
	Description Opt[*string]
	SuperEpic   Opt[*string]
	Status      Opt[string]
	Tags        Opt[[]string]
}

// NewEpic returns an epic of a project with default values for the fields its patch leaves out.
func NewEpic(uuid string, projectID int64, now time.Time) Epic {
	return Epic{
		UUID:      uuid,
		ProjectID: projectID,
		Status:    DefaultEpicStatus,
		Tags:      []Tag{},
		CreatedAt: now,
		UpdatedAt: now,
	}
}

// ApplyPlain sets the fields that refer to nothing else.
func (p EpicPatch) ApplyPlain(e *Epic) {
	p.Title.Apply(&e.Title)
	p.Description.Apply(&e.Description)
	p.Status.Apply(&e.Status)
}
