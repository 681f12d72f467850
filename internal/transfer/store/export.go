package store

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
	workstore "earnest/internal/work/store"
)

// ProjectUUIDs returns the uuids of all projects in order of creation.
func ProjectUUIDs(ctx context.Context, tx *db.Tx) ([]string, error) {
	return db.Collect(db.Each(ctx, tx, db.Query{Text: `SELECT uuid FROM projects WHERE deleted_at IS NULL ORDER BY id`}, func(rows db.Rows) (string, error) {
		var uuid string
		err := rows.Scan(&uuid)
		return uuid, err
	}))
}

// Users returns every user in order of creation.
func Users(ctx context.Context, tx *db.Tx) iter.Seq2[domain.User, error] {
	return db.Each(ctx, tx, db.Query{Text: identitystore.UserColumns + `ORDER BY u.id`}, identitystore.ScanUser)
}

// peopleText selects everyone whom a project's rows name by id; mentions are selected separately.
const peopleText db.Text = `
SELECT user_id FROM members WHERE project_id = $1
UNION SELECT user_id FROM rates WHERE project_id = $1
UNION SELECT user_id FROM budgets WHERE project_id = $1 AND user_id IS NOT NULL
UNION SELECT assignee_id FROM tickets WHERE project_id = $1 AND assignee_id IS NOT NULL
UNION SELECT assignee_id FROM subtasks WHERE project_id = $1 AND assignee_id IS NOT NULL
UNION SELECT author_id FROM comments WHERE project_id = $1
UNION SELECT author_id FROM attachments WHERE project_id = $1
UNION SELECT user_id FROM time_entries WHERE project_id = $1
UNION SELECT author_id FROM commentaries WHERE project_id = $1
UNION SELECT user_id FROM changes WHERE project_id = $1 AND user_id IS NOT NULL`

// People adds the ids of everyone in a project to a set, including former members.
func People(ctx context.Context, tx *db.Tx, projectID int64, set map[int64]bool) error {
	ids := db.Each(ctx, tx, db.NewQuery(peopleText, projectID), func(rows db.Rows) (int64, error) {
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
	mentions := db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) ([]int64, error) {
		var ids []int64
		err := rows.Scan(db.JSONList[int64]{To: &ids})
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

// CustomStatuses returns the statuses of a project other than the built-in ones, in order of creation.
func CustomStatuses(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[domain.Status, error] {
	const text = `
SELECT key, label, color, bg_color, sort_order, is_done, is_default
FROM statuses
WHERE project_id = $1 AND NOT is_default
ORDER BY id`
	return db.Each(ctx, tx, db.NewQuery(text, projectID), workstore.ScanStatus)
}

// TagRows returns the tags of a project with their times, in order of creation.
func TagRows(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[TagRow, error] {
	const text = `SELECT id, uuid, name, created_at, updated_at FROM tags WHERE project_id = $1 ORDER BY id`
	return db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (TagRow, error) {
		var t TagRow
		err := rows.Scan(&t.ID, &t.UUID, &t.Name, db.Moment{To: &t.CreatedAt}, db.Moment{To: &t.UpdatedAt})
		return t, err
	})
}

// Changes returns the log of a project in order.
func Changes(ctx context.Context, tx *db.Tx, projectID int64) iter.Seq2[domain.Change, error] {
	const text = `
SELECT id, revision, at, user_id, key_id, noun, noun_uuid, what, COALESCE(from_value, ''), COALESCE(to_value, '')
FROM changes
WHERE project_id = $1
ORDER BY id`
	return db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (domain.Change, error) {
		var c domain.Change
		err := rows.Scan(&c.ID, &c.Revision, db.Moment{To: &c.At}, &c.UserID, &c.KeyID, &c.Noun, &c.NounUUID, &c.What, &c.From, &c.To)
		return c, err
	})
}
