package files

import (
	"context"
	"time"

	"earnest/internal/db"
	"earnest/internal/files/store"
)

const (
	// StagedFor is how long a content may be staged before it is swept: far longer than an upload or a download takes.
	StagedFor = time.Hour
	// sweepBatch is the maximum number of contents that are looked up at a time.
	sweepBatch = 100
	// sweepPieces is the maximum number of pieces that one transaction deletes.
	sweepPieces = 16
)

// Sweep deletes the contents of interrupted uploads and of deleted attachments, in short transactions. Several nodes may do this at the same time.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.Now().Add(-StagedFor)
	for {
		ids, err := db.Read(ctx, s.DB, func(tx *db.Tx) ([]int64, error) { return store.Leftovers(ctx, tx, before, sweepBatch) })
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.deleteStaged(ctx, id); err != nil {
				return err
			}
		}
		if len(ids) < sweepBatch {
			return nil
		}
	}
}

// deleteStaged deletes a content that is staged; others are left alone.
func (s *Service) deleteStaged(ctx context.Context, id int64) error {
	for more := true; more; {
		err := s.DB.Write(ctx, func(tx *db.Tx) (err error) {
			more, err = store.DeleteStaged(ctx, tx, id, sweepPieces)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
