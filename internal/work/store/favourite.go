package store

import (
	"context"

	"earnest/internal/db"
)

// Favourites returns the ids of the projects that a user keeps on top.
func Favourites(ctx context.Context, tx *db.Tx, userID int64) ([]int64, error) {
	return tx.IDs(ctx, db.NewQuery(`SELECT project_id FROM favourites WHERE user_id = $1 ORDER BY project_id`, userID))
}

// InsertFavourite puts a project on top for a user, if it is not there already.
func InsertFavourite(ctx context.Context, tx *db.Tx, userID, projectID int64) error {
	return tx.Run(ctx, `INSERT INTO favourites (user_id, project_id) VALUES ($1, $2) ON CONFLICT (user_id, project_id) DO NOTHING`, userID, projectID)
}

// DeleteFavourite takes a project from the top, if it is there.
func DeleteFavourite(ctx context.Context, tx *db.Tx, userID, projectID int64) error {
	return tx.Run(ctx, `DELETE FROM favourites WHERE user_id = $1 AND project_id = $2`, userID, projectID)
}
