package store

import (
	"context"

	"earnest/internal/db"
)

// Favourites returns the ids of the projects that a user has pinned.
func Favourites(ctx context.Context, tx *db.Tx, userID int64) ([]int64, error) {
	return tx.IDs(ctx, db.NewQuery(`SELECT project_id FROM favourites WHERE user_id = $1 ORDER BY project_id`, userID))
}

// InsertFavourite pins a project for a user, if it is not pinned already.
func InsertFavourite(ctx context.Context, tx *db.Tx, userID, projectID int64) error {
	return tx.Run(ctx, `INSERT INTO favourites (user_id, project_id) VALUES ($1, $2) ON CONFLICT (user_id, project_id) DO NOTHING`, userID, projectID)
}

// DeleteFavourite unpins a project, if it is pinned.
func DeleteFavourite(ctx context.Context, tx *db.Tx, userID, projectID int64) error {
	return tx.Run(ctx, `DELETE FROM favourites WHERE user_id = $1 AND project_id = $2`, userID, projectID)
}
