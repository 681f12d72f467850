package store

import (
	"context"
	"strings"
	"time"

	"earnest/internal/domain"
)

// InsertTag adds a tag to a project and gives its id. Two names that differ only in case are the same:
// the second breaks a uniqueness rule (see db.IsUnique).
func (tx *Tx) InsertTag(ctx context.Context, projectID int64, t domain.Tag, created, updated time.Time) (int64, error) {
	return tx.insert(ctx, `
INSERT INTO tags (uuid, project_id, name, name_folded, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
		t.UUID,
		projectID,
		t.Name,
		strings.ToLower(t.Name),
		micros(created),
		micros(updated),
	)
}
