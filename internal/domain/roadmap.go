package domain

import "time"

// NodeType is the type of a node that a roadmap link connects.
type NodeType string

// The two kinds of node.
const (
	EpicNode      NodeType = "epic"
	SuperEpicNode NodeType = "super_epic"
)

// LinkType says which end of the successor waits for which end of the predecessor.
type LinkType string

// The types of links. Links on super-epics are finish-to-start.
const (
	FinishToStart  LinkType = "FS"
	StartToStart   LinkType = "SS"
	FinishToFinish LinkType = "FF"
	StartToFinish  LinkType = "SF"
)

// Link makes one node of the roadmap follow another.
type Link struct {
	ID        int64
	UUID      string
	Type      LinkType
	LagDays   int64 // in working days; may be negative
	PredType  NodeType
	PredUUID  string
	SuccType  NodeType
	SuccUUID  string
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Position returns the position of a link in a list: lists are sorted by id.
func (l Link) Position() Position { return Position{ID: l.ID} }

// Node is an end of a link: an epic or a super-epic.
type Node struct {
	Type NodeType
	UUID string
}

// Milestone is a named date on the roadmap.
type Milestone struct {
	ID        int64
	UUID      string
	Name      string
	Date      Date
	Color     string
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Position returns the position of a milestone in a list.
func (m Milestone) Position() Position { return Position{Key: m.Date, ID: m.ID} }

// DefaultMilestoneColor is a milestone's colour when none is chosen.
const DefaultMilestoneColor = "#0f766e"

// NewLink is a link to be created.
type NewLink struct {
	LinkPatch

	Pred, Succ Node
}

// LinkPatch holds the fields of a link that can be set when it is created or updated.
type LinkPatch struct {
	Type    Opt[string]
	LagDays Opt[int64]
}

// Apply applies the patch. It returns an error if a link on a super-epic would then not be finish-to-start.
func (p LinkPatch) Apply(l *Link) error {
	if p.Type.Set {
		l.Type = LinkType(p.Type.Value)
	}
	p.LagDays.Apply(&l.LagDays)
	if l.Type != FinishToStart && (l.PredType == SuperEpicNode || l.SuccType == SuperEpicNode) {
		return Invalidf("type must be FS: a link on a super-epic is finish-to-start").At("type")
	}
	return nil
}

// MilestonePatch holds the fields that can be set when a milestone is created or updated.
type MilestonePatch struct {
	Name  Opt[string]
	Date  Opt[Date]
	Color Opt[string]
}

// Apply applies the patch.
func (p MilestonePatch) Apply(m *Milestone) {
	p.Name.Apply(&m.Name)
	p.Date.Apply(&m.Date)
	p.Color.Apply(&m.Color)
}

// RoadmapNode is an epic or a super-epic on the roadmap.
type RoadmapNode struct {
	Node

	Title      string
	Status     string
	Parent     *string // the uuid of an epic's super-epic; nil: none
	StartDate  *Date   // an epic's own dates
	TargetDate *Date
	Tags       []Tag
}
