package store

import "context"

// Favourites gives the ids of the projects that a user keeps on top.
func (tx *Tx) Favourites(ctx context.Context, userID int64) ([]int64, error) {
	return tx.ids(ctx, query{`SELECT project_id FROM favourites WHERE user_id = $1 ORDER BY project_id`, []any{userID}})
}

// InsertFavourite puts a project on top for a user, if it is not there already.
func (tx *Tx) InsertFavourite(ctx context.Context, userID, projectID int64) error {
	return tx.run(ctx, `INSERT INTO favourites (user_id, project_id) VALUES ($1, $2) ON CONFLICT (user_id, project_id) DO NOTHING`, userID, projectID)
}

// DeleteFavourite takes a project from the top, if it is there.
func (tx *Tx) DeleteFavourite(ctx context.Context, userID, projectID int64) error {
	return tx.run(ctx, `DELETE FROM favourites WHERE user_id = $1 AND project_id = $2`, userID, projectID)
}
