package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"earnest/internal/domain"
	"earnest/internal/files/s3"
)

// object reads a content from an S3-compatible store. Bytes that are read in order come from one request.
type object struct {
	ctx     context.Context //nolint:containedctx // io.Reader has no room for it
	bucket  *s3.Bucket
	content domain.FileContent
	body    io.ReadCloser // nil: nothing is open
	at      int64         // where the body continues
	cancel  context.CancelFunc
}

// open requests the content from a position on.
func (o *object) open(at int64) error {
	o.close()
	if o.bucket == nil {
		return domain.Errorf(domain.Unavailable, "this file is in an S3-compatible store, and the server is not configured to use one")
	}
	ctx, cancel := context.WithCancel(o.ctx)
	body, err := o.bucket.Open(ctx, o.content.Object, at)
	if err != nil {
		cancel()
		if errors.Is(err, s3.ErrMissing) {
			err = fmt.Errorf("content %d, object %s: %w", o.content.ID, o.content.Object, err)
		}
		return err
	}
	o.body, o.at, o.cancel = body, at, cancel
	return nil
}

func (o *object) close() {
	if o.body != nil {
		o.cancel()
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
	late := time.AfterFunc(storeTime, o.cancel)
	n, err := o.body.Read(p[:min(int64(len(p)), o.content.Size-at)])
	late.Stop()
	o.at += int64(n)
	if errors.Is(err, io.EOF) {
		err = nil
		if o.at < o.content.Size {
			err = fmt.Errorf("object %s has %d bytes instead of %d: %w", o.content.Object, o.at, o.content.Size, io.ErrUnexpectedEOF)
		}
	}
	return n, err
}
