// Package store holds the SQL for earned value, its history and the portfolio. It deals with rows, not with permissions.
package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// Finance is the data needed to compute a project's earned value: its plan and points row by row, and its time rolled up.
type Finance struct {
	Project domain.Project
	Sprints []FinanceSprint
	Epics   []FinanceEpic
	Tickets []FinanceTicket
	Effort  []FinanceEffort
}

// FinanceSprint is a sprint with its commitment, which is nil if there is none.
type FinanceSprint struct {
	ID         int64
	Status     domain.SprintStatus
	Start, End *domain.Date
	Committed  []domain.CommittedTicket
}

// FinanceEpic is an epic and whether it is finished.
type FinanceEpic struct {
	ID   int64
	Done bool
}

// FinanceTicket is a ticket with the fields that earned value needs.
type FinanceTicket struct {
	ID       int64
	Points   float64
	Done     bool
	SprintID int64 // 0 means none
	EpicID   int64 // 0 means none
}

// FinanceEffort is a member's minutes at one rate in one scope.
type FinanceEffort struct {
	workstore.Scope
	UserID  int64
	Rate    *float64 // nil means none
	Minutes int64
}

// Finances returns the data needed to compute the earned value of several projects. The number of statements is constant, and time
// entries are never read.
func Finances(ctx context.Context, tx *db.Tx, projectIDs []int64) (map[int64]*Finance, error) {
	return finances(ctx, tx, projectIDs, financeProjects, financeSprints, financeEpics, financeTickets, financeEffort)
}

// FinancePlan returns a project's sprints and tickets without its effort, which makes up most of a large project's data.
func FinancePlan(ctx context.Context, tx *db.Tx, projectID int64) (*Finance, error) {
	all, err := finances(ctx, tx, []int64{projectID}, financeProjects, financeSprints, financeTickets)
	return all[projectID], err
}

func finances(
	ctx context.Context, tx *db.Tx, projectIDs []int64, parts ...func(context.Context, *db.Tx, any, map[int64]*Finance) error,
) (map[int64]*Finance, error) {
	all := make(map[int64]*Finance, len(projectIDs))
	for _, id := range projectIDs {
		all[id] = &Finance{}
	}
	for _, load := range parts {
		if err := load(ctx, tx, db.List(tx, projectIDs), all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func financeProjects(ctx context.Context, tx *db.Tx, ids any, all map[int64]*Finance) error {
	text := `SELECT p.id, p.uuid, p.name, p.contingency_pct, p.budget, p.revision FROM projects p WHERE p.id` + tx.In(1)
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var p domain.Project
		if err := rows.Scan(&p.ID, &p.UUID, &p.Name, &p.ContingencyPct, &p.Budget, &p.Revision); err != nil {
			return err
		}
		all[p.ID].Project = p
		return nil
	})
}

// financeSprints reads the sprints with their commitments: one row per sprint and committed ticket.
func financeSprints(ctx context.Context, tx *db.Tx, ids any, all map[int64]*Finance) error {
	text := `
SELECT s.project_id, s.id, s.status, s.start_date, s.end_date, COALESCE(c.ticket_id, 0), COALESCE(c.points, 0)
FROM sprints s
LEFT JOIN commitments c ON c.sprint_id = s.id
WHERE s.project_id` + tx.In(1) + `
ORDER BY s.id, c.ticket_id`
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var projectID int64
		var s FinanceSprint
		var c domain.CommittedTicket
		if err := rows.Scan(&projectID, &s.ID, &s.Status, &s.Start, &s.End, &c.TicketID, &c.Points); err != nil {
			return err
		}
		f := all[projectID]
		if n := len(f.Sprints); n == 0 || f.Sprints[n-1].ID != s.ID {
			f.Sprints = append(f.Sprints, s)
		}
		if last := &f.Sprints[len(f.Sprints)-1]; c.TicketID != 0 {
			last.Committed = append(last.Committed, c)
		}
		return nil
	})
}

// ReadFinanceSprint returns one sprint of a project with its commitment.
func ReadFinanceSprint(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (FinanceSprint, error) {
	const text = `SELECT id, status, start_date, end_date FROM sprints WHERE uuid = $1 AND project_id = $2`
	s, err := db.One(ctx, tx, "sprint", db.NewQuery(text, uuid, projectID), func(rows db.Rows) (s FinanceSprint, err error) {
		err = rows.Scan(&s.ID, &s.Status, &s.Start, &s.End)
		return s, err
	})
	if err != nil {
		return s, err
	}
	const snapshot = `SELECT ticket_id, points FROM commitments WHERE sprint_id = $1 ORDER BY ticket_id`
	s.Committed, err = db.Collect(db.Each(ctx, tx, db.NewQuery(snapshot, s.ID), func(rows db.Rows) (c domain.CommittedTicket, err error) {
		err = rows.Scan(&c.TicketID, &c.Points)
		return c, err
	}))
	return s, err
}

func financeEpics(ctx context.Context, tx *db.Tx, ids any, all map[int64]*Finance) error {
	text := `SELECT e.project_id, e.id, e.status = 'done' FROM epics e WHERE e.project_id` + tx.In(1)
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var projectID int64
		var e FinanceEpic
		if err := rows.Scan(&projectID, &e.ID, &e.Done); err != nil {
			return err
		}
		all[projectID].Epics = append(all[projectID].Epics, e)
		return nil
	})
}

func financeTickets(ctx context.Context, tx *db.Tx, ids any, all map[int64]*Finance) error {
	text := `
SELECT t.project_id, t.id, t.story_points, COALESCE(s.is_done, FALSE), COALESCE(t.sprint_id, 0), COALESCE(t.epic_id, 0)
FROM tickets t
LEFT JOIN statuses s ON s.project_id = t.project_id AND s.key = t.status
WHERE t.deleted_at IS NULL AND t.project_id` + tx.In(1)
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var projectID int64
		var t FinanceTicket
		if err := rows.Scan(&projectID, &t.ID, &t.Points, &t.Done, &t.SprintID, &t.EpicID); err != nil {
			return err
		}
		all[projectID].Tickets = append(all[projectID].Tickets, t)
		return nil
	})
}

func financeEffort(ctx context.Context, tx *db.Tx, ids any, all map[int64]*Finance) error {
	text := `
SELECT e.project_id, e.sprint_id, e.epic_id, e.user_id, r.tjm, e.minutes
FROM effort_rates e
LEFT JOIN rates r ON r.project_id = e.project_id AND r.user_id = e.user_id AND r.from_day = e.rate_from
WHERE e.project_id` + tx.In(1)
	return tx.ForEach(ctx, text, ids, func(rows db.Rows) error {
		var projectID int64
		var e FinanceEffort
		if err := rows.Scan(&projectID, &e.SprintID, &e.EpicID, &e.UserID, &e.Rate, &e.Minutes); err != nil {
			return err
		}
		all[projectID].Effort = append(all[projectID].Effort, e)
		return nil
	})
}
