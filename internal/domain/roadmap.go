package domain

import "time"

// NodeType is the type of a node that a roadmap link connects.
type NodeType string

// The two kinds of node, and the only kind of link.
const (
	EpicNode      NodeType = "epic"
	SuperEpicNode NodeType = "super_epic"
	FinishToStart          = "FS"
)

// Link makes one node of the roadmap follow another.
type Link struct {
	ID        int64
	UUID      string
	Type      string
	PredType  NodeType
	PredUUID  string
	SuccType  NodeType
	SuccUUID  string
	CreatedAt time.Time
	UpdatedAt time.Time
}

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

// DefaultMilestoneColor is a milestone's colour when none is chosen.
const DefaultMilestoneColor = "#0f766e"

// NewLink is a link to be created.
type NewLink struct {
	Pred, Succ Node
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

	Title  string
	Status string
	Parent *string // the uuid of an epic's super-epic; nil: none
	Tags   []Tag
}
