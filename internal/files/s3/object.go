package s3

import (
	"context"
	"io"
	"iter"

	"github.com/minio/minio-go/v7"
)

// prefix begins the keys of all our objects, so that the bucket may have others.
const prefix = "earnest/"

// Key returns the key of an object. It must be unique and should not be guessable.
func Key(folder, name string) string { return prefix + folder + "/" + name }

// Open returns the bytes of an object from a position on. The context must not end before the object is closed.
func (b *Bucket) Open(ctx context.Context, key string, from int64) (io.ReadCloser, error) {
	var opt minio.GetObjectOptions
	if from > 0 {
		if err := opt.SetRange(from, 0); err != nil {
			return nil, err
		}
	}
	body, _, _, err := b.core.GetObject(ctx, b.name, key, opt)
	switch {
	case missing(err):
		return nil, ErrMissing
	case err != nil:
		return nil, b.unavailable(err)
	}
	return body, nil
}

// Has reports whether the bucket has an object.
func (b *Bucket) Has(ctx context.Context, key string) (bool, error) {
	_, err := b.core.StatObject(ctx, b.name, key, minio.StatObjectOptions{})
	if missing(err) {
		return false, nil
	}
	return err == nil, b.unavailable(err)
}

// Delete deletes an object, as well as interrupted uploads of it. It also succeeds if the object does not exist.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	if err := b.core.RemoveIncompleteUpload(ctx, b.name, key); err != nil && !missing(err) {
		return b.unavailable(err)
	}
	if err := b.core.RemoveObject(ctx, b.name, key, minio.RemoveObjectOptions{}); err != nil && !missing(err) {
		return b.unavailable(err)
	}
	return nil
}

// Keys returns the keys of all our objects in order.
func (b *Bucket) Keys(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for object := range b.core.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
			if !yield(object.Key, b.unavailable(object.Err)) || object.Err != nil {
				return
			}
		}
	}
}
