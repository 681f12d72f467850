package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
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
       ` + packTags + `epic_tags g ON g.tag_id = x.id WHERE g.epic_id = e.id),
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
		&tags,
		moment{&e.CreatedAt},
		moment{&e.UpdatedAt},
	)
	if err != nil {
		return e, err
	}
	e.Tags, err = unpackTags(tags)
	return e, err
}

// Epic gives the epic of that uuid.
func (tx *Tx) Epic(ctx context.Context, uuid string) (domain.Epic, error) {
	return one(ctx, tx, "epic", query{epicColumns + `WHERE e.uuid = $1`, []any{uuid}}, scanEpic)
}

// Epics gives the epics of a project in the order of their creation.
func (tx *Tx) Epics(ctx context.Context, projectID int64) iter.Seq2[domain.Epic, error] {
	const text = epicColumns + `WHERE e.project_id = $1 ORDER BY e.id`
	return each(ctx, tx, query{text, []any{projectID}}, scanEpic)
}

// CountEpics counts what Epics gives.
func (tx *Tx) CountEpics(ctx context.Context, projectID int64) (int, error) {
	return tx.count(ctx, query{`SELECT COUNT(*) FROM epics WHERE project_id = $1`, []any{projectID}})
}

// InsertEpic stores a new epic and gives its id; tags are set apart.
func (tx *Tx) InsertEpic(ctx context.Context, e domain.Epic) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO epics (uuid, project_id, super_epic_id, title, description, status, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		e.UUID,
		e.ProjectID,
		e.SuperEpicID,
		e.Title,
		e.Description,
		e.Status,
		micros(e.CreatedAt),
		micros(e.UpdatedAt),
	)
}

// UpdateEpic stores a changed epic; tags are set apart.
func (tx *Tx) UpdateEpic(ctx context.Context, e domain.Epic) error {
	return tx.run(ctx, `
UPDATE epics SET super_epic_id = $2, title = $3, description = $4, status = $5, updated_at = $6
WHERE id = $1`,
		e.ID,
		e.SuperEpicID,
		e.Title,
		e.Description,
		e.Status,
		micros(e.UpdatedAt),
	)
}

// DeleteEpic removes an epic and its tags' hold on it. Its tickets, their minutes and its links are
// dealt with before: see DetachTickets, LeaveEpic and DeleteLinksAt.
func (tx *Tx) DeleteEpic(ctx context.Context, id int64) error {
	return tx.run(ctx, `DELETE FROM epics WHERE id = $1`, id)
}

// DetachEpics takes every epic out of a super-epic and logs row for each.
func (tx *Tx) DetachEpics(ctx context.Context, superEpicID int64, row domain.Change) error {
	err := tx.logEach(ctx, `FROM epics WHERE super_epic_id = $1 ORDER BY id`, superEpicID, row)
	if err != nil {
		return err
	}
	return tx.run(ctx, `UPDATE epics SET super_epic_id = NULL, updated_at = $2 WHERE super_epic_id = $1`, superEpicID, micros(row.At))
}

// DetachTickets takes every ticket out of an epic and logs row for each.
func (tx *Tx) DetachTickets(ctx context.Context, epicID int64, row domain.Change) error {
	err := tx.logEach(ctx, `FROM tickets WHERE epic_id = $1 AND deleted_at IS NULL ORDER BY id`, epicID, row)
	if err != nil {
		return err
	}
	return tx.run(ctx, `UPDATE tickets SET epic_id = NULL, updated_at = $2 WHERE epic_id = $1 AND deleted_at IS NULL`, epicID, micros(row.At))
}

// logEach adds the same row to the log for every thing that from gives; from takes the parent as $1.
func (tx *Tx) logEach(ctx context.Context, from sqlText, parentID int64, row domain.Change) error {
	return tx.run(ctx, `
INSERT INTO changes (project_id, revision, at, user_id, key_id, noun, noun_uuid, what, from_value, to_value)
SELECT project_id, $2, $3, $4, $5, $6, uuid, $7, $8, $9
`+from,
		parentID,
		row.Revision,
		micros(row.At),
		row.UserID,
		row.KeyID,
		row.Noun,
		row.What,
		orNull(row.From),
		orNull(row.To),
	)
}

// LeaveEpic moves all minutes that count in an epic to where tickets without one count.
func (tx *Tx) LeaveEpic(ctx context.Context, projectID, epicID int64) error {
	// Every sprint is looked into by itself: the key of the two tables begins with it.
	const ofEpic = `WHERE project_id = $1 AND sprint_id IN (SELECT s.id FROM sprints s WHERE s.project_id = $1 UNION ALL SELECT 0) AND epic_id = $2`
	for _, text := range []sqlText{
		`
INSERT INTO effort_days (project_id, sprint_id, epic_id, user_id, day, minutes)
SELECT project_id, sprint_id, 0, user_id, day, CAST(SUM(minutes) AS BIGINT)
FROM effort_days
` + ofEpic + `
GROUP BY project_id, sprint_id, user_id, day
ON CONFLICT (project_id, sprint_id, epic_id, user_id, day)
DO UPDATE SET minutes = effort_days.minutes + excluded.minutes`,
		`DELETE FROM effort_days ` + ofEpic,
		`
INSERT INTO effort_rates (project_id, sprint_id, epic_id, user_id, rate_from, minutes)
SELECT project_id, sprint_id, 0, user_id, rate_from, CAST(SUM(minutes) AS BIGINT)
FROM effort_rates
` + ofEpic + `
GROUP BY project_id, sprint_id, user_id, rate_from
ON CONFLICT (project_id, sprint_id, epic_id, user_id, rate_from)
DO UPDATE SET minutes = effort_rates.minutes + excluded.minutes`,
		`DELETE FROM effort_rates ` + ofEpic,
	} {
		if err := tx.run(ctx, text, projectID, epicID); err != nil {
			return err
		}
	}
	return nil
}
