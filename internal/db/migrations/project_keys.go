package migrations

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// furtherStep returns what a step does after its SQL, in the same transaction, because SQL cannot do it; nil if there is nothing.
func furtherStep(name string) func(context.Context, *db.Tx) error {
	if name == "ticket_numbers" {
		return proposeKeys
	}
	return nil
}

// proposeKeys gives every project that has not been deleted a key, in order of creation.
func proposeKeys(ctx context.Context, tx *db.Tx) error {
	type project struct {
		id   int64
		name string
	}
	projects, err := db.Collect(db.Each(ctx, tx, db.NewQuery(`SELECT id, name FROM projects WHERE deleted_at IS NULL ORDER BY id`),
		func(rows db.Rows) (p project, err error) {
			err = rows.Scan(&p.id, &p.name)
			return p, err
		}))
	if err != nil {
		return err
	}
	taken := map[string]bool{}
	for _, p := range projects {
		key := domain.ProposeKey(p.name, func(key string) bool { return taken[key] })
		taken[key] = true
		if err := tx.Run(ctx, `INSERT INTO project_keys (key, project_id) VALUES ($1, $2)`, key, p.id); err != nil {
			return err
		}
		if err := tx.Run(ctx, `UPDATE projects SET key = $1 WHERE id = $2`, key, p.id); err != nil {
			return err
		}
	}
	return nil
}
