package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

const sprintColumns = `
SELECT s.id,
       s.uuid,
       s.project_id,
       s.title,
       s.goal,
       s.status,
       s.start_date,
       s.end_date,
       s.dod,
       s.committed_at,
       s.goal_met,
       s.dod_done,
       s.created_at,
       s.updated_at
FROM sprints s `

func scanSprint(rows db.Rows) (domain.Sprint, error) {
	var s domain.Sprint
	err := rows.Scan(
		&s.ID,
		&s.UUID,
		&s.ProjectID,
		&s.Title,
		&s.Goal,
		&s.Status,
		&s.StartDate,
		&s.EndDate,
		jsonList[string]{&s.DoD},
		momentOrNull{&s.CommittedAt},
		&s.GoalMet,
		jsonList[string]{&s.DoDDone},
		moment{&s.CreatedAt},
		moment{&s.UpdatedAt},
	)
	return s, err
}

// Sprint gives the sprint of that uuid.
func (tx *Tx) Sprint(ctx context.Context, uuid string) (domain.Sprint, error) {
	return one(ctx, tx, "sprint", query{sprintColumns + `WHERE s.uuid = $1`, []any{uuid}}, scanSprint)
}

// Sprints gives the sprints of a project in the order of their creation.
func (tx *Tx) Sprints(ctx context.Context, projectID int64) iter.Seq2[domain.Sprint, error] {
	const text = sprintColumns + `WHERE s.project_id = $1 ORDER BY s.id`
	return each(ctx, tx, query{text, []any{projectID}}, scanSprint)
}

// CountSprints counts what Sprints gives.
func (tx *Tx) CountSprints(ctx context.Context, projectID int64) (int, error) {
	return tx.count(ctx, query{`SELECT COUNT(*) FROM sprints WHERE project_id = $1`, []any{projectID}})
}

// InsertSprint stores a new sprint and gives its id. CommittedAt goes with rows of InsertCommitment.
func (tx *Tx) InsertSprint(ctx context.Context, s domain.Sprint) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO sprints (uuid, project_id, title, goal, status, start_date, end_date, dod, committed_at, goal_met, dod_done, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		s.UUID,
		s.ProjectID,
		s.Title,
		s.Goal,
		s.Status,
		s.StartDate,
		s.EndDate,
		asJSON(s.DoD),
		microsOrNull(s.CommittedAt),
		s.GoalMet,
		asJSON(s.DoDDone),
		micros(s.CreatedAt),
		micros(s.UpdatedAt),
	)
}

// UpdateSprint stores a changed sprint.
func (tx *Tx) UpdateSprint(ctx context.Context, s domain.Sprint) error {
	return tx.run(ctx, `
UPDATE sprints
SET title = $2, goal = $3, status = $4, start_date = $5, end_date = $6, dod = $7, committed_at = $8, goal_met = $9, dod_done = $10,
    updated_at = $11
WHERE id = $1`,
		s.ID,
		s.Title,
		s.Goal,
		s.Status,
		s.StartDate,
		s.EndDate,
		asJSON(s.DoD),
		microsOrNull(s.CommittedAt),
		s.GoalMet,
		asJSON(s.DoDDone),
		micros(s.UpdatedAt),
	)
}
