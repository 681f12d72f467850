package files

import (
	"context"
	"crypto/rand"
	"strings"

	"earnest/internal/db"
	"earnest/internal/files/s3"
	"earnest/internal/files/store"
)

// sink takes the pieces of a staged content, in order, and stores them: in the database or, if the operator configured one, in an S3-compatible
// store. Reader reads from both, so that an instance that changes to the other still has its files.
type sink interface {
	add(ctx context.Context, number int64, piece []byte) error
	// finish returns once the content is complete. Without it, the content cannot be read.
	finish(ctx context.Context) error
}

// newSink returns what takes the pieces of a staged content.
func (s *Service) newSink(staged *Staged) sink {
	if staged.Object != "" {
		return &objectSink{s, staged, s.bucket.Begin(staged.Object, s.fileLimit)}
	}
	return chunkSink{s, staged}
}

// chunkSink stores each piece in a short transaction.
type chunkSink struct {
	*Service

	staged *Staged
}

func (k chunkSink) add(ctx context.Context, number int64, piece []byte) error {
	return k.DB.Write(ctx, func(tx *db.Tx) error {
		if err := store.Grow(ctx, tx, k.staged.ID, k.staged.Size, k.Now()); err != nil {
			return err
		}
		return store.InsertChunk(ctx, tx, k.staged.projectID, k.staged.ID, number, piece)
	})
}

func (k chunkSink) finish(context.Context) error { return nil }

// objectSink sends pieces to an S3-compatible store, many at a time.
type objectSink struct {
	*Service

	staged *Staged
	upload *s3.Upload
}

func (k *objectSink) add(ctx context.Context, _ int64, piece []byte) error {
	sent, err := k.upload.Write(ctx, piece)
	if err != nil || !sent {
		return err
	}
	return k.DB.Write(ctx, func(tx *db.Tx) error { return store.Grow(ctx, tx, k.staged.ID, k.staged.Size, k.Now()) })
}

func (k *objectSink) finish(ctx context.Context) error { return k.upload.Finish(ctx) }

// newKey returns the key of a new object, which nobody can guess.
func newKey(projectUUID string) string { return s3.Key(projectUUID, strings.ToLower(rand.Text())) }
