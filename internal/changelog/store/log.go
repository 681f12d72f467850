package store

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/work/store"
)

// LogFilter selects rows of the log of the whole instance; nil or empty fields match everything.
type LogFilter struct {
	ProjectID *int64 // 0 selects the rows that belong to no project
	UserID    *int64
	Noun      string
	From, To  *time.Time // To is exclusive
}

// LogCursor is a position in the log, which is ordered by time and then by id.
type LogCursor struct {
	At time.Time
	ID int64
}

// LogRow is a row of the log of the whole instance, with its author and project.
type LogRow struct {
	PastChange

	UserEmail   string
	ProjectID   int64
	ProjectUUID *string // nil if the project was deleted or the row belongs to no project
	ProjectName *string
}

// Cursor returns the position of a row.
func (r LogRow) Cursor() LogCursor { return LogCursor{r.At, r.ID} }

// LogCursorOf returns the position of the row with that id.
func LogCursorOf(ctx context.Context, tx *db.Tx, id int64) (LogCursor, error) {
	cursor := LogCursor{ID: id}
	err := tx.One(ctx, `SELECT at FROM changes WHERE id = $1`, []any{id}, db.Moment{To: &cursor.At})
	return cursor, db.Found(err, "change")
}

// Log returns up to limit rows of the log of the whole instance, latest first: those that precede the given position, or the latest rows if
// it is nil.
func Log(ctx context.Context, tx *db.Tx, f LogFilter, before *LogCursor, limit int) ([]LogRow, error) {
	return db.Collect(db.Each(ctx, tx, logQuery(f, before, limit), scanLogRow))
}

// logQuery joins authors and projects only for the rows on the page. It leaves out the texts of deleted projects, which PurgeProject removes later.
func logQuery(f LogFilter, before *LogCursor, limit int) db.Query {
	q := logRows(f, before, limit)
	q.Text = `
SELECT c.id, c.at, c.noun, c.noun_uuid, c.what,
       CASE WHEN p.id IS NULL AND ` + store.Forgotten + ` THEN '' ELSE COALESCE(c.from_value, '') END,
       CASE WHEN p.id IS NULL AND ` + store.Forgotten + ` THEN '' ELSE COALESCE(c.to_value, '') END,
       u.firstname, u.lastname, k.name, c.user_id, COALESCE(u.email, ''), c.project_id, p.uuid, p.name
FROM (` + q.Text + `) c
LEFT JOIN users u ON u.id = c.user_id
LEFT JOIN api_keys k ON k.id = c.key_id
LEFT JOIN projects p ON p.id = c.project_id AND p.deleted_at IS NULL
ORDER BY c.at DESC, c.id DESC`
	return q
}

// logRows selects the rows on the page through an index that is already in the right order.
func logRows(f LogFilter, before *LogCursor, limit int) db.Query {
	q := db.Query{Text: `SELECT c.* FROM changes c WHERE TRUE`}
	if f.ProjectID != nil {
		q.And(` AND c.project_id = `, *f.ProjectID)
	}
	if f.UserID != nil {
		q.And(` AND c.user_id = `, *f.UserID)
	}
	if f.Noun != "" {
		q.And(` AND c.noun = `, f.Noun)
	}
	if f.From != nil {
		q.And(` AND c.at >= `, db.Micros(*f.From))
	}
	if f.To != nil {
		q.And(` AND c.at < `, db.Micros(*f.To))
	}
	if before != nil {
		q.And(` AND (c.at, c.id) < (`, db.Micros(before.At))
		q.And(`, `, before.ID)
		q.Text += `)`
	}
	q.And(` ORDER BY c.at DESC, c.id DESC LIMIT `, limit)
	return q
}

func scanLogRow(rows db.Rows) (LogRow, error) {
	var r LogRow
	var who db.FullName
	err := rows.Scan(
		&r.ID,
		db.Moment{To: &r.At},
		&r.Noun,
		&r.NounUUID,
		&r.What,
		&r.From,
		&r.To,
		&who.First,
		&who.Last,
		&r.KeyName,
		&r.UserID,
		&r.UserEmail,
		&r.ProjectID,
		&r.ProjectUUID,
		&r.ProjectName,
	)
	if name := who.Value(); name != nil {
		r.User = *name
	}
	return r, err
}

// LoggedProject returns the id of a project; the id of a deleted project is taken from the log. The noun is hidden from the planner, which would
// otherwise read the log of every project.
func LoggedProject(ctx context.Context, tx *db.Tx, uuid string) (int64, error) {
	const text = `
SELECT id FROM projects WHERE uuid = $1 AND deleted_at IS NULL
UNION ALL
SELECT project_id FROM changes WHERE noun_uuid = $1 AND noun || '' = 'project'
LIMIT 1`
	var id int64
	err := tx.One(ctx, text, []any{uuid}, &id)
	return id, db.Found(err, "project")
}

// LoggedTitles returns the titles of items in the log by uuid, whatever their project. Comments, files and time entries have the title of
// their ticket, and links the titles of the two nodes that they connect; keys have no uuid and are left to KeyTitles.
func LoggedTitles(ctx context.Context, tx *db.Tx, uuids []string) (map[string]string, error) {
	in := db.Text(tx.In(1))
	text := `
SELECT uuid, name FROM projects WHERE deleted_at IS NULL AND uuid` + in + `
UNION ALL SELECT x.uuid, x.title FROM sprints x WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, x.title FROM epics x WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, x.title FROM super_epics x WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, x.name FROM ticket_types x WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, x.name FROM tags x WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, x.title FROM tickets x WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, x.title FROM subtasks x WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, x.name FROM milestones x WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, COALESCE(pe.title, ps.title, '') || ' → ' || COALESCE(se.title, ss.title, '')
FROM links x
LEFT JOIN epics pe ON pe.uuid = x.pred_uuid
LEFT JOIN super_epics ps ON ps.uuid = x.pred_uuid
LEFT JOIN epics se ON se.uuid = x.succ_uuid
LEFT JOIN super_epics ss ON ss.uuid = x.succ_uuid
WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, t.title FROM comments x JOIN tickets t ON t.id = x.ticket_id WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, t.title FROM attachments x JOIN tickets t ON t.id = x.ticket_id WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT x.uuid, t.title FROM time_entries x JOIN tickets t ON t.id = x.ticket_id WHERE x.uuid` + in + store.InLive + `
UNION ALL SELECT m.uuid, TRIM(u.firstname || ' ' || u.lastname) FROM members m JOIN users u ON u.id = m.user_id WHERE m.uuid` + in + `
UNION ALL SELECT uuid, TRIM(firstname || ' ' || lastname) FROM users WHERE uuid` + in
	return pairs(ctx, tx, db.NewQuery(text, db.List(tx, uuids)))
}

// KeyTitles returns the names of API keys by id.
func KeyTitles(ctx context.Context, tx *db.Tx, ids []int64) (map[string]string, error) {
	text := `SELECT CAST(id AS TEXT), name FROM api_keys WHERE id` + db.Text(tx.In(1))
	return pairs(ctx, tx, db.NewQuery(text, db.List(tx, ids)))
}

// LoggedProjects returns up to limit projects of the instance whose names contain a text, as uuid and name, sorted by name.
func LoggedProjects(ctx context.Context, tx *db.Tx, text string, limit int) ([][2]string, error) {
	q := db.Query{Text: `SELECT uuid, name FROM projects WHERE deleted_at IS NULL`}
	q.AndContains(`search_fold(name)`, text)
	q.And(` ORDER BY search_fold(name), id LIMIT `, limit)
	return db.Collect(db.Each(ctx, tx, q, scanTitle))
}

// ProjectName returns the name of a project that has not been deleted, or "".
func ProjectName(ctx context.Context, tx *db.Tx, uuid string) (string, error) {
	names, err := pairs(ctx, tx, db.NewQuery(`SELECT uuid, name FROM projects WHERE deleted_at IS NULL AND uuid = $1`, uuid))
	return names[uuid], err
}

func pairs(ctx context.Context, tx *db.Tx, q db.Query) (map[string]string, error) {
	all := map[string]string{}
	for pair, err := range db.Each(ctx, tx, q, scanTitle) {
		if err != nil {
			return nil, err
		}
		all[pair[0]] = pair[1]
	}
	return all, nil
}
