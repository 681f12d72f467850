package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const epicColumns = `
SELECT e.id,
       e.uuid,
       e.project_id,
       e.super_epic_id,
       s.uuid,
       e.title,
       e.description,
       e.status,
       e.start_date,
       e.target_date,
       ` + db.PackTags + `epic_tags g ON g.tag_id = x.id WHERE g.epic_id = e.id` + db.TagsPacked + `,
       e.created_at,
       e.updated_at
FROM epics e
LEFT JOIN super_epics s ON s.id = e.super_epic_id `

func scanEpic(rows db.Rows) (domain.Epic, error) {
	var e domain.Epic
	var tags *string
	err := rows.Scan(
		&e.ID,
		&e.UUID,
		&e.ProjectID,
		&e.SuperEpicID,
		&e.SuperEpicUUID,
		&e.Title,
		&e.Description,
		&e.Status,
		&e.StartDate,
		&e.TargetDate,
		&tags,
		db.Moment{To: &e.CreatedAt},
		db.Moment{To: &e.UpdatedAt},
	)
	if err != nil {
		return e, err
	}
	e.Tags, err = db.UnpackTags(tags)
	return e, err
}

// Epic returns the epic with that uuid.
func Epic(ctx context.Context, tx *db.Tx, uuid string) (domain.Epic, error) {
	return db.One(ctx, tx, "epic", db.NewQuery(epicColumns+`WHERE e.uuid = $1`, uuid), scanEpic)
}

// Epics returns a page of the epics of a project in creation order.
func Epics(ctx context.Context, tx *db.Tx, projectID int64, p domain.Page) iter.Seq2[domain.Epic, error] {
	return db.Each(ctx, tx, epicList(projectID, p), scanEpic)
}

func epicList(projectID int64, p domain.Page) db.Query {
	q := db.NewQuery(epicColumns+`WHERE e.project_id = $1`, projectID)
	q.Sort(p, `e.id`)
	return q
}

// CountEpics counts the epics of a project.
func CountEpics(ctx context.Context, tx *db.Tx, projectID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM epics WHERE project_id = $1`, projectID))
}

// InsertEpic stores a new epic and returns its id; tags are stored separately.
func InsertEpic(ctx context.Context, tx *db.Tx, e domain.Epic) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO epics (uuid, project_id, super_epic_id, title, description, status, start_date, target_date, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		e.UUID,
		e.ProjectID,
		e.SuperEpicID,
		e.Title,
		e.Description,
		e.Status,
		e.StartDate,
		e.TargetDate,
		db.Micros(e.CreatedAt),
		db.Micros(e.UpdatedAt),
	)
}

// UpdateEpic stores a changed epic; tags are stored separately.
func UpdateEpic(ctx context.Context, tx *db.Tx, e domain.Epic) error {
	return tx.Run(ctx, `
UPDATE epics SET super_epic_id = $2, title = $3, description = $4, status = $5, start_date = $6, target_date = $7, updated_at = $8
WHERE id = $1`,
		e.ID,
		e.SuperEpicID,
		e.Title,
		e.Description,
		e.Status,
		e.StartDate,
		e.TargetDate,
		db.Micros(e.UpdatedAt),
	)
}

// DeleteEpic deletes an epic and its tag assignments. The caller must first detach its tickets and their minutes, and delete its links; see
// DetachTickets, LeaveEpic and DeleteLinksAt.
func DeleteEpic(ctx context.Context, tx *db.Tx, id int64) error {
	return tx.Run(ctx, `DELETE FROM epics WHERE id = $1`, id)
}

// DetachEpics detaches every epic from a super-epic and logs the given change for each epic.
func DetachEpics(ctx context.Context, tx *db.Tx, superEpicID int64, row domain.Change) error {
	err := logEach(ctx, tx, `FROM epics WHERE super_epic_id = $1 ORDER BY id`, superEpicID, row)
	if err != nil {
		return err
	}
	return tx.Run(ctx, `UPDATE epics SET super_epic_id = NULL, updated_at = $2 WHERE super_epic_id = $1`, superEpicID, db.Micros(row.At))
}

// DetachTickets detaches every ticket from an epic and logs the given change for each ticket.
func DetachTickets(ctx context.Context, tx *db.Tx, epicID int64, row domain.Change) error {
	err := logEach(ctx, tx, `FROM tickets WHERE epic_id = $1 AND deleted_at IS NULL ORDER BY id`, epicID, row)
	if err != nil {
		return err
	}
	return tx.Run(ctx, `UPDATE tickets SET epic_id = NULL, updated_at = $2 WHERE epic_id = $1 AND deleted_at IS NULL`, epicID, db.Micros(row.At))
}

// logEach logs the same change for every item that from selects; from takes the parent's id as $1.
func logEach(ctx context.Context, tx *db.Tx, from db.Text, parentID int64, row domain.Change) error {
	return tx.Run(ctx, `
INSERT INTO changes (project_id, revision, at, user_id, key_id, noun, noun_uuid, what, from_value, to_value)
SELECT project_id, $2, $3, $4, $5, $6, uuid, $7, $8, $9
`+from,
		parentID,
		row.Revision,
		db.Micros(row.At),
		row.UserID,
		row.KeyID,
		row.Noun,
		row.What,
		OrNull(row.From),
		OrNull(row.To),
	)
}

// LeaveEpic detaches all minutes from an epic that is about to be deleted; they stay in the same sprints.
func LeaveEpic(ctx context.Context, tx *db.Tx, projectID int64, e domain.Epic) error {
	if e.Status != domain.EpicDone {
		if err := EngageEpic(ctx, tx, projectID, e.ID, false); err != nil {
			return err
		}
	}
	for _, text := range []db.Text{
		`
INSERT INTO effort_days (project_id, sprint_id, epic_id, user_id, day, minutes)
SELECT e.project_id, e.sprint_id, 0, e.user_id, e.day, CAST(SUM(e.minutes) AS BIGINT)
FROM effort_days e
` + ofEpic + `
GROUP BY e.project_id, e.sprint_id, e.user_id, e.day
ON CONFLICT (project_id, sprint_id, epic_id, user_id, day)
DO UPDATE SET minutes = effort_days.minutes + excluded.minutes`,
		`DELETE FROM effort_days AS e ` + ofEpic,
	} {
		if err := tx.Run(ctx, text, projectID, e.ID); err != nil {
			return err
		}
	}
	return nil
}
