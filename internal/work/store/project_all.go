package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// ProjectRow is a project in a list of all projects.
type ProjectRow struct {
	UUID      string
	Key       string
	Name      string
	Owner     string // email
	Members   int
	Currency  *string
	CreatedAt time.Time
	ChangedAt time.Time // of the project or anything in it
}

// AllProjects returns every project, in order of creation.
func AllProjects(ctx context.Context, tx *db.Tx) iter.Seq2[ProjectRow, error] {
	const text = `
SELECT p.uuid,
       p.key,
       p.name,
       COALESCE(u.email, ''),
       (SELECT COUNT(*) FROM members c WHERE c.project_id = p.id),
       p.currency,
       p.created_at,
       p.changed_at
FROM projects p
LEFT JOIN members m ON m.project_id = p.id AND m.role = 'owner'
LEFT JOIN users u ON u.id = m.user_id
WHERE TRUE` + IsLive + `
ORDER BY p.id`
	return db.Each(ctx, tx, db.NewQuery(text), scanProjectRow)
}

func scanProjectRow(rows db.Rows) (p ProjectRow, err error) {
	err = rows.Scan(
		&p.UUID,
		&p.Key,
		&p.Name,
		&p.Owner,
		&p.Members,
		&p.Currency,
		db.Moment{To: &p.CreatedAt},
		db.Moment{To: &p.ChangedAt},
	)
	return p, err
}

// ProjectsNamed returns the uuids of the first few projects with exactly that name, or that have or had that key, in upper or lower case.
func ProjectsNamed(ctx context.Context, tx *db.Tx, name string) ([]string, error) {
	const text = `
SELECT p.uuid
FROM projects p
WHERE (p.name = $1 OR p.id = (SELECT k.project_id FROM project_keys k WHERE k.key = $2))` + IsLive + `
ORDER BY p.id
LIMIT 5`
	key, _ := domain.ParseProjectKey(name)
	return tx.Texts(ctx, db.NewQuery(text, name, key))
}
