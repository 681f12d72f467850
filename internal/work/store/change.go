package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// InsertChange adds one row to the append-only log of a project.
func InsertChange(ctx context.Context, tx *db.Tx, projectID int64, c domain.Change) error {
	return tx.Add(ctx, db.Insert{
		Table:   `changes`,
		Columns: `project_id, revision, at, user_id, key_id, noun, noun_uuid, what, from_value, to_value`,
		Types:   `bigint,bigint,bigint,bigint,bigint,text,text,text,text,text`,
	},
		projectID,
		c.Revision,
		db.Micros(c.At),
		c.UserID,
		c.KeyID,
		c.Noun,
		c.NounUUID,
		c.What,
		OrNull(c.From),
		OrNull(c.To),
	)
}

// OrNull returns nil for an empty string, so that it is stored as NULL.
func OrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
