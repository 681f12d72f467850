package domain

import "time"

// DefaultSuperEpicStatus is the status of a new super-epic.
const DefaultSuperEpicStatus = "backlog"

// SuperEpic groups epics.
type SuperEpic struct {
	ID          int64
	UUID        string
	ProjectID   int64
	Title       string
	Description *string
	Status      string
	Tags        []Tag
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Position returns the position of a super-epic in a list: lists are sorted by id.
func (s SuperEpic) Position() Position { return Position{ID: s.ID} }

// SuperEpicPatch holds the fields that can be set when a super-epic is created or updated.
type SuperEpicPatch struct {
	Title       Opt[string]
	Description Opt[*string]
	Status      Opt[string]
	Tags        Opt[[]string]
}

// NewSuperEpic returns a super-epic of a project with default values, to which a patch can then be applied.
func NewSuperEpic(uuid string, projectID int64, now time.Time) SuperEpic {
	return SuperEpic{
		UUID:      uuid,
		ProjectID: projectID,
		Status:    DefaultSuperEpicStatus,
		Tags:      []Tag{},
		CreatedAt: now,
		UpdatedAt: now,
	}
}

// ApplyPlain sets the fields that do not refer to other objects.
func (p SuperEpicPatch) ApplyPlain(s *SuperEpic) {
	p.Title.Apply(&s.Title)
	p.Description.Apply(&s.Description)
	p.Status.Apply(&s.Status)
}
