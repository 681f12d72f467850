package domain

import (
	"slices"
	"time"
)

// DefaultColor is a project's colour when none is chosen.
const DefaultColor = "#4f46e5"

// DefaultContingencyPct is a project's contingency reserve when none is chosen.
const DefaultContingencyPct = 10

// Project is a piece of work with a team and perhaps a budget.
type Project struct {
	ID             int64
	UUID           string
	Key            string // such as TIC; its tickets are TIC-1, TIC-2 and so on
	NextNumber     int64  // of its next ticket
	Name           string
	Description    *string
	Color          string
	DefaultDoD     []string // nil: none
	ContingencyPct float64
	Budget         *float64
	Currency       *string // nil: nobody has said which
	RatesFor       RatesFor
	Workdays       []int64 // 1 for Monday to 7 for Sunday, sorted
	Holidays       []Date  // sorted; nil: none
	Revision       int64
	CreatedAt      time.Time
	UpdatedAt      time.Time
	UserRole       Role // the caller's
	MemberCount    int  // not set by NewProject
}

// Position returns the position of a project in a list: lists are sorted by id.
func (p Project) Position() Position { return Position{ID: p.ID} }

// ProjectPatch holds the fields that can be set when a project is created or updated. The public API leaves RatesFor, Workdays
// and Holidays unset.
type ProjectPatch struct {
	Name           Opt[string]
	Description    Opt[*string]
	Color          Opt[string]
	DefaultDoD     Opt[[]string]
	ContingencyPct Opt[float64]
	Budget         Opt[*float64]
	Currency       Opt[*string] // a change relabels amounts and never converts them
	RatesFor       Opt[string]
	Workdays       Opt[[]int64]
	Holidays       Opt[[]Date]
	Key            Opt[string]
}

// DefaultWorkdays returns the working days of a project when none are chosen: Monday to Friday.
func DefaultWorkdays() []int64 { return []int64{1, 2, 3, 4, 5} }

// NewProject returns a project with default values for the fields the patch leaves out, except for its key: see ProposeKey.
func NewProject(uuid string, p ProjectPatch, now time.Time) Project {
	project := Project{
		UUID:           uuid,
		Color:          DefaultColor,
		ContingencyPct: DefaultContingencyPct,
		RatesFor:       RatesForEveryone,
		Workdays:       DefaultWorkdays(),
		NextNumber:     1,
		UserRole:       Owner,
		CreatedAt:      now,
	}
	p.Apply(&project, now)
	return project
}

// Apply applies the patch. An empty default DoD is stored as nil.
func (p ProjectPatch) Apply(project *Project, now time.Time) {
	p.Name.Apply(&project.Name)
	p.Description.Apply(&project.Description)
	p.Color.Apply(&project.Color)
	p.DefaultDoD.Apply(&project.DefaultDoD)
	if len(project.DefaultDoD) == 0 {
		project.DefaultDoD = nil
	}
	p.ContingencyPct.Apply(&project.ContingencyPct)
	p.Budget.Apply(&project.Budget)
	p.Currency.Apply(&project.Currency)
	if p.RatesFor.Set {
		project.RatesFor = RatesFor(p.RatesFor.Value)
	}
	if p.Workdays.Set {
		project.Workdays = sorted(p.Workdays.Value)
	}
	if p.Holidays.Set {
		project.Holidays = sorted(p.Holidays.Value)
	}
	p.Key.Apply(&project.Key)
	project.UpdatedAt = now
}

// sorted returns a list in order and without duplicates, or nil if it is empty.
func sorted[T int64 | Date](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}
