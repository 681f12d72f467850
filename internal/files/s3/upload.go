package s3

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/minio/minio-go/v7"
)

const (
	// leastPart is the minimum size of every part of an upload but the last, which S3 prescribes.
	leastPart = 5 << 20
	// mostParts is the maximum number of parts of an upload, which S3 prescribes.
	mostParts = 10_000
)

// Upload is an object that is being stored. Memory is needed for one part of it; a small object is sent in one request.
type Upload struct {
	bucket *Bucket
	key    string
	size   int // of a part
	buffer bytes.Buffer
	id     string // empty before the first part is sent
	parts  []minio.CompletePart
}

// Begin begins to store an object of at most the given number of bytes.
func (b *Bucket) Begin(key string, most int64) *Upload {
	return &Upload{bucket: b, key: key, size: int(max(leastPart, most/mostParts+1))}
}

// Write adds bytes to the object. sent is true if a part has been sent.
func (u *Upload) Write(ctx context.Context, data []byte) (sent bool, err error) {
	_, _ = u.buffer.Write(data) // never fails
	if u.buffer.Len() < u.size {
		return false, nil
	}
	return true, u.send(ctx)
}

// send sends what is in memory as a part.
func (u *Upload) send(ctx context.Context) (err error) {
	c := u.bucket.core
	if u.id == "" {
		if u.id, err = c.NewMultipartUpload(ctx, u.bucket.name, u.key, minio.PutObjectOptions{}); err != nil {
			return u.bucket.unavailable(err)
		}
	}
	number, data := len(u.parts)+1, u.buffer.Bytes()
	options := minio.PutObjectPartOptions{Sha256Hex: sum(data)}
	part, err := c.PutObjectPart(ctx, u.bucket.name, u.key, u.id, number, bytes.NewReader(data), int64(len(data)), options)
	if err != nil {
		return u.bucket.unavailable(err)
	}
	u.parts = append(u.parts, minio.CompletePart{PartNumber: number, ETag: part.ETag})
	u.buffer.Reset()
	return nil
}

// Finish sends the rest of the object, which exists from then on.
func (u *Upload) Finish(ctx context.Context) error {
	if u.id == "" {
		data := u.buffer.Bytes()
		_, err := u.bucket.core.PutObject(ctx, u.bucket.name, u.key, bytes.NewReader(data), int64(len(data)), "", sum(data), minio.PutObjectOptions{})
		return u.bucket.unavailable(err)
	}
	if u.buffer.Len() > 0 {
		if err := u.send(ctx); err != nil {
			return err
		}
	}
	_, err := u.bucket.core.CompleteMultipartUpload(ctx, u.bucket.name, u.key, u.id, u.parts, minio.PutObjectOptions{})
	return u.bucket.unavailable(err)
}

// sum returns the hash by which the store checks what it receives.
func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}
