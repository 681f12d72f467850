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
	// unusedFor is how long an object may be unused before it is swept: longer than an import takes, which uses its objects at its end.
	unusedFor = 24 * time.Hour
	// sweepBatch is the maximum number of contents or objects that are looked up at a time.
	sweepBatch = 100
	// sweepPieces is the maximum number of pieces that one transaction deletes.
	sweepPieces = 16
)

// Sweep deletes the contents of interrupted uploads and of deleted attachments, in short transactions. Several nodes may do this at the same time. If
// the store of an object fails, the contents are deleted nevertheless, and all objects later.
func (s *Service) Sweep(ctx context.Context) error {
	before, away := s.Now().Add(-StagedFor), false
	for {
		ids, err := db.Read(ctx, s.DB, func(tx *db.Tx) ([]int64, error) { return store.Leftovers(ctx, tx, before, sweepBatch) })
		if err != nil {
			return err
		}
		for _, id := range ids {
			if away, err = s.sweepContent(ctx, id, away); err != nil {
				return err
			}
		}
		if len(ids) < sweepBatch {
			break
		}
	}
	if away {
		return nil
	}
	return s.sweepObjects(ctx)
}

// sweepObjects deletes the objects that are of no use any more: those that could not be deleted with their contents, and those of deleted projects.
func (s *Service) sweepObjects(ctx context.Context) error {
	before := s.Now().Add(-unusedFor)
	for s.bucket != nil {
		keys, err := db.Read(ctx, s.DB, func(tx *db.Tx) ([]string, error) { return store.UnusedObjects(ctx, tx, before, sweepBatch) })
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := s.dropObject(ctx, key); err != nil {
				return err
			}
		}
		if len(keys) < sweepBatch {
			return nil
		}
	}
	return nil
}

// sweepContent deletes a staged content and, unless the store is away, its object. It returns whether the store is away afterwards.
func (s *Service) sweepContent(ctx context.Context, id int64, away bool) (bool, error) {
	key, err := db.Read(ctx, s.DB, func(tx *db.Tx) (string, error) { return store.ObjectOf(ctx, tx, id) })
	if err != nil {
		return away, err
	}
	if err := s.deleteStaged(ctx, id); err != nil || away {
		return away, err
	}
	if err := s.dropObject(ctx, key); err != nil {
		s.Log.WarnContext(ctx, "objects that are of no use any more could not be deleted yet", "key", key, "error", err)
		return true, nil
	}
	return false, nil
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

// dropObject deletes an object, unless a content has it. The row is deleted last, so that an object that could not be deleted is tried again.
func (s *Service) dropObject(ctx context.Context, key string) error {
	if key == "" || s.bucket == nil {
		return nil
	}
	unused, err := db.Write(ctx, s.DB, func(tx *db.Tx) (bool, error) { return store.IsUnused(ctx, tx, key) })
	if err != nil || !unused {
		return err
	}
	if err := within(ctx, func(ctx context.Context) error { return s.bucket.Delete(ctx, key) }); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error { return store.ForgetObject(ctx, tx, key) })
}
