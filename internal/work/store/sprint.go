package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
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
		db.JSONList[string]{To: &s.DoD},
		db.MomentOrNull{To: &s.CommittedAt},
		&s.GoalMet,
		db.JSONList[string]{To: &s.DoDDone},
		db.Moment{To: &s.CreatedAt},
		db.Moment{To: &s.UpdatedAt},
	)
	return s, err
}

// Sprint returns the sprint with that uuid.
func Sprint(ctx context.Context, tx *db.Tx, uuid string) (domain.Sprint, error) {
	return db.One(ctx, tx, "sprint", db.NewQuery(sprintColumns+`WHERE s.uuid = $1`, uuid), scanSprint)
}

// Sprints returns a page of the sprints of a project in creation order.
func Sprints(ctx context.Context, tx *db.Tx, projectID int64, p domain.Page) iter.Seq2[domain.Sprint, error] {
	return db.Each(ctx, tx, sprintList(projectID, p), scanSprint)
}

func sprintList(projectID int64, p domain.Page) db.Query {
	q := db.NewQuery(sprintColumns+`WHERE s.project_id = $1`, projectID)
	q.Sort(p, `s.id`)
	return q
}

// SprintsByID returns sprints by id.
func SprintsByID(ctx context.Context, tx *db.Tx, ids []int64) (map[int64]domain.Sprint, error) {
	q := db.Query{Text: sprintColumns + `WHERE s.id`}
	q.In(tx, ``, db.List(tx, ids))
	sprints := map[int64]domain.Sprint{}
	for s, err := range db.Each(ctx, tx, q, scanSprint) {
		if err != nil {
			return nil, err
		}
		sprints[s.ID] = s
	}
	return sprints, nil
}

// CountSprints counts the sprints of a project.
func CountSprints(ctx context.Context, tx *db.Tx, projectID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM sprints WHERE project_id = $1`, projectID))
}

// InsertSprint stores a new sprint, without its commitment, and returns its id.
func InsertSprint(ctx context.Context, tx *db.Tx, s domain.Sprint) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO sprints (uuid, project_id, title, goal, status, start_date, end_date, dod, committed_at, goal_met, dod_done, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		s.UUID,
		s.ProjectID,
		s.Title,
		s.Goal,
		s.Status,
		s.StartDate,
		s.EndDate,
		db.AsJSON(s.DoD),
		db.MicrosOrNull(s.CommittedAt),
		s.GoalMet,
		db.AsJSON(s.DoDDone),
		db.Micros(s.CreatedAt),
		db.Micros(s.UpdatedAt),
	)
}

// UpdateSprint stores a changed sprint.
func UpdateSprint(ctx context.Context, tx *db.Tx, s domain.Sprint) error {
	return tx.Run(ctx, `
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
		db.AsJSON(s.DoD),
		db.MicrosOrNull(s.CommittedAt),
		s.GoalMet,
		db.AsJSON(s.DoDDone),
		db.Micros(s.UpdatedAt),
	)
}
