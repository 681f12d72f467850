package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/work/store"
)

// ProjectRow is a project in the operator's list.
type ProjectRow = store.ProjectRow

// All lists every project of the instance, for the operator, as the projects are read. The sequence must not be used after out returns.
func (a *Projects) All(ctx context.Context, out func(iter.Seq2[ProjectRow, error]) error) error {
	return a.DB.Read(ctx, func(tx *db.Tx) error { return out(store.AllProjects(ctx, tx)) })
}

// Named returns the uuids of the projects with exactly that name, or with that key, for the operator; of many, it returns only the first few.
func (a *Projects) Named(ctx context.Context, name string) ([]string, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) ([]string, error) { return store.ProjectsNamed(ctx, tx, name) })
}
