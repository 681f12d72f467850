package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/files/s3"
	"earnest/internal/files/store"
)

// Why a content cannot be read in full.
var (
	ErrMissing = s3.ErrMissing
	ErrShort   = errors.New("the object is too short")
)

// object reads a content from an S3-compatible store. Bytes that are read in order come from one request.
type object struct {
	ctx      context.Context //nolint:containedctx // io.Reader has no room for it
	bucket   *s3.Bucket
	content  domain.FileContent
	patience time.Duration // how long the store may take to begin its answer

	body   io.ReadCloser // nil: nothing is open
	at     int64         // where the body continues
	cancel context.CancelCauseFunc
	cause  func() error // why the request has ended, or nil
}

// errSilent ends a request to a store that does not answer.
var errSilent = domain.Errorf(domain.Unavailable, "the store of the files does not answer; try again in a moment")

// open requests the content from a position on.
func (o *object) open(at int64) error {
	o.close()
	if o.bucket == nil {
		return domain.Errorf(domain.Unavailable, "this file is in an S3-compatible store, and the server is not configured to use one")
	}
	ctx, cancel := context.WithCancelCause(o.ctx)
	o.cancel, o.cause = cancel, func() error { return context.Cause(ctx) }
	err := o.within(o.patience, func() (err error) {
		o.body, err = o.bucket.Open(ctx, o.content.Object, at)
		return err
	})
	if err != nil {
		o.body = nil
		cancel(nil)
		if errors.Is(err, s3.ErrMissing) {
			err = fmt.Errorf("content %d, object %s: %w", o.content.ID, o.content.Object, err)
		}
		return err
	}
	o.at = at
	return nil
}

// within ends the request if waiting for the store takes too long.
func (o *object) within(most time.Duration, wait func() error) error {
	late := time.AfterFunc(most, func() { o.cancel(errSilent) })
	defer late.Stop()
	err := wait()
	if err != nil && errors.Is(o.cause(), errSilent) {
		return errSilent
	}
	return err
}

func (o *object) close() {
	if o.body != nil {
		o.cancel(nil)
		_ = o.body.Close() // it was only read
		o.body = nil
	}
}

func (o *object) readAt(p []byte, at int64) (int, error) {
	if o.body == nil || at != o.at {
		if err := o.open(at); err != nil {
			return 0, err
		}
	}
	n := 0
	err := o.within(storeTime, func() (err error) {
		n, err = o.body.Read(p[:min(int64(len(p)), o.content.Size-at)])
		return err
	})
	o.at += int64(n)
	if errors.Is(err, io.EOF) {
		err = nil
		if o.at < o.content.Size {
			err = fmt.Errorf("object %s has %d bytes instead of %d: %w", o.content.Object, o.at, o.content.Size, ErrShort)
		}
	}
	return n, err
}

// HasBucket reports whether new files are stored in an S3-compatible store.
func (s *Service) HasBucket() bool { return s.bucket != nil }

// Where names the S3-compatible store.
func (s *Service) Where() string {
	if s.bucket == nil {
		return "an S3-compatible store"
	}
	return s.bucket.String()
}

// Copy writes a content.
func (s *Service) Copy(ctx context.Context, to io.Writer, c domain.FileContent) error {
	body := s.read(ctx, c, storeTime)
	defer body.Close() //nolint:errcheck // never fails
	_, err := io.Copy(to, body)
	return err
}

// StageObject stores a content of at most the given size as an object that no content has yet. It is swept after a day, unless a content has it by then.
// If there is an error, the object may exist.
func (s *Service) StageObject(ctx context.Context, projectUUID string, size int64, body io.Reader) (domain.FileContent, error) {
	staged := &Staged{FileContent: domain.FileContent{Object: newKey(projectUUID)}}
	err := s.DB.Write(ctx, func(tx *db.Tx) error { return store.InsertObject(ctx, tx, staged.Object, 0, s.Now()) })
	if err == nil {
		err = s.receive(ctx, staged, math.MaxInt64, &objectSink{s, staged, s.bucket.Begin(staged.Object, size)}, body)
	}
	return staged.FileContent, err
}

// Drop deletes an object that no content has, as far as that is possible now; the sweep deletes what is left.
func (s *Service) Drop(ctx context.Context, c domain.FileContent) {
	s.discard(ctx, &Staged{FileContent: c})
}

// ObjectKeys returns the keys of all objects in the store, in lists of at most the given length.
func (s *Service) ObjectKeys(ctx context.Context, length int) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		keys := make([]string, 0, length)
		for key, err := range s.bucket.Keys(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			if keys = append(keys, key); len(keys) == length {
				if !yield(keys, nil) {
					return
				}
				keys = make([]string, 0, length)
			}
		}
		if len(keys) > 0 {
			yield(keys, nil)
		}
	}
}

// Existing returns those of the objects that exist now.
func (s *Service) Existing(ctx context.Context, keys []string) (found []string, err error) {
	for _, key := range keys {
		has, err := s.bucket.Has(ctx, key)
		if err != nil {
			return found, err
		}
		if has {
			found = append(found, key)
		}
	}
	return found, nil
}
