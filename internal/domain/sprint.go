package domain

import "time"

// SprintStatus is the state of a sprint.
type SprintStatus string

// The statuses of a sprint.
const (
	Planning  SprintStatus = "planning"
	Active    SprintStatus = "active"
	Completed SprintStatus = "completed"
)

// Sprint is an iteration with tickets committed to it.
type Sprint struct {
	ID          int64
	UUID        string
	ProjectID   int64
	Title       string
	Goal        *string
	Status      SprintStatus
	StartDate   *Date
	EndDate     *Date
	DoD         []string   // nil: none
	CommittedAt *time.Time // set while the sprint has a commitment snapshot
	GoalMet     *bool      // of a completed sprint; nil: not stated
	DoDDone     []string   // the lines of the DoD that a completed sprint met; nil: not stated
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Position returns the position of a sprint in a list: lists are sorted by id.
func (s Sprint) Position() Position { return Position{ID: s.ID} }

// SprintPatch holds the fields that can be set when a sprint is created or updated.
type SprintPatch struct {
	Title     Opt[string]
	Goal      Opt[*string]
	Status    Opt[string]
	StartDate Opt[*Date]
	EndDate   Opt[*Date]
	DoD       Opt[[]string]
}

// SprintEnd is the outcome that is recorded when a sprint is closed.
type SprintEnd struct {
	GoalMet Opt[*bool]
	DoDDone Opt[[]string]
}

// Apply records how a sprint ended.
func (e SprintEnd) Apply(s *Sprint) {
	e.GoalMet.Apply(&s.GoalMet)
	e.DoDDone.Apply(&s.DoDDone)
	if len(s.DoDDone) == 0 {
		s.DoDDone = nil
	}
}

// NewSprint returns a sprint of a project with default values, to which a patch can then be applied.
func NewSprint(uuid string, projectID int64, now time.Time) Sprint {
	return Sprint{
		UUID:      uuid,
		ProjectID: projectID,
		Status:    Planning,
		CreatedAt: now,
		UpdatedAt: now,
	}
}

// Apply applies the patch and returns an error if the sprint would then end before it starts.
func (p SprintPatch) Apply(s *Sprint) error {
	p.Title.Apply(&s.Title)
	p.Goal.Apply(&s.Goal)
	if p.Status.Set {
		s.Status = SprintStatus(p.Status.Value)
	}
	if s.Status != Completed { // a sprint that is not completed has no outcome
		s.GoalMet, s.DoDDone = nil, nil
	}
	p.StartDate.Apply(&s.StartDate)
	p.EndDate.Apply(&s.EndDate)
	p.DoD.Apply(&s.DoD)
	if len(s.DoD) == 0 {
		s.DoD = nil
	}
	if s.StartDate != nil && s.EndDate != nil && *s.EndDate < *s.StartDate {
		return Invalidf("end_date must not be before start_date: the sprint would run from %s to %s", *s.StartDate, *s.EndDate).At("end_date")
	}
	return nil
}

// CommittedTicket is one row of a sprint's commitment snapshot: a ticket and its points when the sprint started.
type CommittedTicket struct {
	TicketID   int64
	TicketUUID string
	Points     float64
}

// CommitmentAct is what a status change does to a sprint's commitment snapshot.
type CommitmentAct int

// The possible effects on a commitment.
const (
	KeepCommitment CommitmentAct = iota
	TakeCommitment               // if any ticket in the sprint has points
	DropCommitment
)

// CommitmentActOf returns the effect of a status change: leaving planning, usually by starting the sprint, takes the snapshot;
// returning to planning drops it; any other change keeps it.
func CommitmentActOf(from, to SprintStatus) CommitmentAct {
	switch {
	case from == Planning && to != Planning:
		return TakeCommitment
	case from != Planning && to == Planning:
		return DropCommitment
	default:
		return KeepCommitment
	}
}
