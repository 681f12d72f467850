package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	moneystore "earnest/internal/money/store"
	workstore "earnest/internal/work/store"
)

// Content is everything in a new project, ready for a bulk insert: every row has its id (see NewIDs), and every reference is an
// id. The project itself, its statuses and its ticket types are stored beforehand.
type Content struct {
	Members       []domain.Member
	Rates         []workstore.UserRate
	Tags          []TagRow
	SuperEpics    []domain.SuperEpic
	SuperEpicTags []Pair
	Epics         []domain.Epic
	EpicTags      []Pair
	Sprints       []domain.Sprint
	Tickets       []TicketRow
	Commitments   []CommitmentRow
	TicketTags    []Pair
	Dependencies  []Pair
	Subtasks      []domain.Subtask
	Comments      []domain.Comment
	TimeEntries   []domain.TimeEntry
	Milestones    []domain.Milestone
	Links         []domain.Link
	Changes       []domain.Change
	IndicatorDays []moneystore.IndicatorDay
	Commentaries  []domain.Commentary
	Effort        Effort
}

// TagRow is a tag with its times.
type TagRow struct {
	domain.Tag
	CreatedAt time.Time
	UpdatedAt time.Time
}

// TicketRow is a ticket with the columns that domain.Ticket lacks.
type TicketRow struct {
	domain.Ticket
	DeletedAt *time.Time
	BeganAt   *time.Time // when it was first in a status in which work has begun
}

// CommitmentRow is one ticket of a sprint's commitment.
type CommitmentRow struct {
	SprintID, TicketID int64
	Points             float64
}

// Pair is a row of a join table.
type Pair struct{ From, To int64 }

// InsertContent stores the content of a project, each table after those it refers to.
func InsertContent(ctx context.Context, tx *db.Tx, projectID int64, c *Content) error {
	for _, insert := range []func() error{
		func() error { return copyTeam(ctx, tx, projectID, c) },
		func() error { return copyPlan(ctx, tx, projectID, c) },
		func() error { return copyTickets(ctx, tx, projectID, c) },
		func() error { return copyTalk(ctx, tx, projectID, c) },
		func() error { return copyRoadmap(ctx, tx, projectID, c) },
		func() error { return copyChanges(ctx, tx, projectID, c.Changes) },
		func() error { return moneystore.CopyIndicatorDays(ctx, tx, projectID, c.IndicatorDays) },
		func() error { return moneystore.CopyCommentaries(ctx, tx, projectID, c.Commentaries) },
		func() error { return copyEffort(ctx, tx, projectID, c.Effort) },
	} {
		if err := insert(); err != nil {
			return err
		}
	}
	return nil
}

// copyPairs stores the rows of a join table within a project.
func copyPairs(ctx context.Context, tx *db.Tx, name, from, to string, projectID int64, rows []Pair) error {
	return db.CopyInto(ctx, tx, db.Columns[Pair]{
		Name: name, Columns: from + " " + to + " project_id",
		Values: func(p Pair) []any { return []any{p.From, p.To, projectID} },
	}, rows)
}
