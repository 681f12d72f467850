package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// sprintSums selects the totals of sprints from the counts of tickets; the caller appends the condition.
const sprintSums = `
SELECT c.sprint_id,
       SUM(c.points * (c.open_tickets + c.done_tickets)),
       SUM(c.points * c.done_tickets),
       CAST(SUM(c.open_tickets + c.done_tickets) AS BIGINT),
       CAST(SUM(c.done_tickets) AS BIGINT),
       CAST(SUM(CASE WHEN c.points = 0 THEN c.open_tickets ELSE 0 END) AS BIGINT)
FROM ticket_counts c
WHERE c.project_id = $1`

// SprintSums returns the sprints of a project in creation order, each with its totals.
func SprintSums(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.SprintSum, error) {
	sprints, err := db.Collect(Sprints(ctx, tx, projectID, domain.Page{}))
	if err != nil {
		return nil, err
	}
	return sumUp(ctx, tx, sprints, db.NewQuery(sprintSums+` GROUP BY c.sprint_id`, projectID))
}

// SprintSum returns the sprint with that uuid and its totals.
func SprintSum(ctx context.Context, tx *db.Tx, uuid string) (domain.SprintSum, error) {
	s, err := Sprint(ctx, tx, uuid)
	if err != nil {
		return domain.SprintSum{}, err
	}
	return SumOfSprint(ctx, tx, s)
}

// SumOfSprint returns a sprint with its totals.
func SumOfSprint(ctx context.Context, tx *db.Tx, s domain.Sprint) (domain.SprintSum, error) {
	sums, err := sumUp(ctx, tx, []domain.Sprint{s}, db.NewQuery(sprintSums+` AND c.sprint_id = $2 GROUP BY c.sprint_id`, s.ProjectID, s.ID))
	if err != nil {
		return domain.SprintSum{}, err
	}
	return sums[0], nil
}

func sumUp(ctx context.Context, tx *db.Tx, sprints []domain.Sprint, q db.Query) ([]domain.SprintSum, error) {
	sums, positions := make([]domain.SprintSum, len(sprints)), map[int64]int{}
	for i, s := range sprints {
		sums[i].Sprint, positions[s.ID] = s, i
	}
	for sum, err := range db.Each(ctx, tx, q, scanSprintSum) {
		if err != nil {
			return nil, err
		}
		if at, ok := positions[sum.ID]; ok {
			sum.Sprint = sprints[at]
			sums[at] = sum
		}
	}
	return sums, nil
}

func scanSprintSum(rows db.Rows) (domain.SprintSum, error) {
	var s domain.SprintSum
	err := rows.Scan(&s.ID, &s.Points, &s.DonePoints, &s.Tickets, &s.DoneTickets, &s.Unestimated)
	return s, err
}

// unfinished selects the unfinished tickets of the sprint in parameter 1.
const unfinished = `FROM tickets WHERE sprint_id = $1 AND deleted_at IS NULL AND done_at IS NULL ORDER BY id`

// UnfinishedIn returns the ids of a sprint's unfinished tickets.
func UnfinishedIn(ctx context.Context, tx *db.Tx, sprintID int64) ([]int64, error) {
	return db.Collect(db.Each(ctx, tx, db.NewQuery(`SELECT id `+unfinished, sprintID), scanID))
}

// MoveUnfinished moves a sprint's unfinished tickets to another sprint, or to none, and logs the given change for each ticket. The caller
// must move their minutes.
func MoveUnfinished(ctx context.Context, tx *db.Tx, from int64, to *int64, row domain.Change) error {
	if err := logEach(ctx, tx, unfinished, from, row); err != nil {
		return err
	}
	return tx.Run(ctx, `
UPDATE tickets SET sprint_id = $2, updated_at = $3
WHERE sprint_id = $1 AND deleted_at IS NULL AND done_at IS NULL`, from, to, db.Micros(row.At))
}

// UnestimatedIn returns up to limit unfinished tickets of a sprint that have no points, in creation order.
func UnestimatedIn(ctx context.Context, tx *db.Tx, sprintID int64, limit int) ([]domain.TicketLink, error) {
	const text = `
SELECT t.uuid, ` + ticketKey + `, t.title, t.status
FROM tickets t
JOIN projects p ON p.id = t.project_id
WHERE t.sprint_id = $1 AND t.deleted_at IS NULL AND t.done_at IS NULL AND t.story_points = 0
ORDER BY t.id
LIMIT $2`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, sprintID, limit), scanTicketLink))
}
