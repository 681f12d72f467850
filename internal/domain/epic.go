package domain

import "time"

// The epic statuses that the rules depend on.
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
	StartDate     *Date // its own dates replace those of its sprints; see evm.Roadmap
	TargetDate    *Date
	Tags          []Tag
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// Position returns the position of an epic in a list: lists are sorted by id.
func (e Epic) Position() Position { return Position{ID: e.ID} }

// EpicPatch holds the fields that can be set when an epic is created or updated. The public API leaves the dates unset.
type EpicPatch struct {
	Title       Opt[string]
	Description Opt[*string]
	SuperEpic   Opt[*string]
	Status      Opt[string]
	Tags        Opt[[]string]
	StartDate   Opt[*Date]
	TargetDate  Opt[*Date]
}

// NewEpic returns an epic of a project with default values, to which a patch can then be applied.
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

// ApplyPlain sets the fields that do not refer to other objects. It returns an error if the target would then be before the start.
func (p EpicPatch) ApplyPlain(e *Epic) error {
	p.Title.Apply(&e.Title)
	p.Description.Apply(&e.Description)
	p.Status.Apply(&e.Status)
	p.StartDate.Apply(&e.StartDate)
	p.TargetDate.Apply(&e.TargetDate)
	return CheckEpicDates(e.StartDate, e.TargetDate)
}

// CheckEpicDates returns an error if the target of an epic is before its start. Either may be nil.
func CheckEpicDates(start, target *Date) error {
	if start != nil && target != nil && *target < *start {
		return Invalidf("target_date must not be before start_date: the epic would run from %s to %s", *start, *target).At("target_date")
	}
	return nil
}
