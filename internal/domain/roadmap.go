package domain

import "time"

// NodeType is what a roadmap link joins.
type NodeType string

// The two kinds of node, and the one kind of link.
const (
	EpicNode      NodeType = "epic"
	SuperEpicNode NodeType = "super_epic"
	FinishToStart          = "FS"
)

// Link says that one node of the roadmap follows another.
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

// Milestone is a dated mark on the roadmap.
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
