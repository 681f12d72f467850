package store

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store/db"
)

// ProjectUUIDs gives the uuids of all projects in the order of their creation.
func (tx *Tx) ProjectUUIDs(ctx context.Context) ([]string, error) {
	return Collect(each(ctx, tx, query{text: `SELECT uuid FROM projects WHERE deleted_at IS NULL ORDER BY id`}, func(rows db.Rows) (string, error) {
		var uuid string
		err := rows.Scan(&uuid)
		return uuid, err
	}))
}

// Users gives every user in the order of their creation.
func (tx *Tx) Users(ctx context.Context) iter.Seq2[domain.User, error] {
	return each(ctx, tx, query{text: userColumns + `ORDER BY u.id`}, scanUser)
}

// peopleText is everyone whom a project's rows name by id; mentions are apart.
const peopleText sqlText = `
SELECT user_id FROM members WHERE project_id = $1
UNION SELECT user_id FROM rates WHERE project_id = $1
UNION SELECT assignee_id FROM tickets WHERE project_id = $1 AND assignee_id IS NOT NULL
UNION SELECT assignee_id FROM subtasks WHERE project_id = $1 AND assignee_id IS NOT NULL
UNION SELECT author_id FROM comments WHERE project_id = $1
UNION SELECT user_id FROM time_entries WHERE project_id = $1
UNION SELECT user_id FROM changes WHERE project_id = $1 AND user_id IS NOT NULL`

// People adds to a set everyone whom a project refers to, also those who left it.
func (tx *Tx) People(ctx context.Context, projectID int64, set map[int64]bool) error {
	ids := each(ctx, tx, query{peopleText, []any{projectID}}, func(rows db.Rows) (int64, error) {
		var id int64
		err := rows.Scan(&id)
		return id, err
	})
	for id, err := range ids {
		if err != nil {
			return err
		}
		set[id] = true
	}
	const text = `SELECT mentions FROM comments WHERE project_id = $1 AND mentions <> '[]'`
	mentions := each(ctx, tx, query{text, []any{projectID}}, func(rows db.Rows) ([]int64, error) {
		var ids []int64
		err := rows.Scan(jsonList[int64]{&ids})
		return ids, err
	})
	for ids, err := range mentions {
		if err != nil {
			return err
		}
		for _, id := range ids {
			set[id] = true
		}
	}
	return nil
}

// CustomStatuses gives the statuses that a project has besides the built-in ones, in the order of their
// creation.
func (tx *Tx) CustomStatuses(ctx context.Context, projectID int64) iter.Seq2[domain.Status, error] {
	const text = `
SELECT key, label, color, bg_color, sort_order, is_done, is_default
FROM statuses
WHERE project_id = $1 AND NOT is_default
ORDER BY id`
	return each(ctx, tx, query{text, []any{projectID}}, scanStatus)
}

// TagRows gives the tags of a project with their times, in the order of their creation.
func (tx *Tx) TagRows(ctx context.Context, projectID int64) iter.Seq2[TagRow, error] {
	const text = `SELECT id, uuid, name, created_at, updated_at FROM tags WHERE project_id = $1 ORDER BY id`
	return each(ctx, tx, query{text, []any{projectID}}, func(rows db.Rows) (TagRow, error) {
		var t TagRow
		err := rows.Scan(&t.ID, &t.UUID, &t.Name, moment{&t.CreatedAt}, moment{&t.UpdatedAt})
		return t, err
	})
}

// Changes gives the log of a project in its order.
func (tx *Tx) Changes(ctx context.Context, projectID int64) iter.Seq2[domain.Change, error] {
	const text = `
SELECT id, revision, at, user_id, key_id, noun, noun_uuid, what, COALESCE(from_value, ''), COALESCE(to_value, '')
FROM changes
WHERE project_id = $1
ORDER BY id`
	return each(ctx, tx, query{text, []any{projectID}}, func(rows db.Rows) (domain.Change, error) {
		var c domain.Change
		err := rows.Scan(&c.ID, &c.Revision, moment{&c.At}, &c.UserID, &c.KeyID, &c.Noun, &c.NounUUID, &c.What, &c.From, &c.To)
		return c, err
	})
}
