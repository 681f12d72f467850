// Package files attaches files to tickets. A file is received in pieces, each stored in a short transaction, and attached in one; a project
// stores the same content once. The SQL is in files/store.
package files

import (
	"cmp"
	"context"

	"earnest/internal/domain"
	"earnest/internal/files/s3"
	"earnest/internal/gate"
	"earnest/internal/instance"
)

const (
	// DefaultLimit is the maximum size of a file unless the operator says otherwise.
	DefaultLimit = 25 << 20
	// DefaultQuota is the maximum size of all files of a project unless the operator says otherwise.
	DefaultQuota = 5 << 30
)

// Each file that is being received or sent holds a piece of it in memory.
const (
	uploadsAtOnce   = 64
	userUploads     = 16
	downloadsAtOnce = 256
	userDownloads   = 64
)

// With an S3-compatible store, each file that is being received holds a part of it in memory, which is much larger.
const (
	partsAtOnce = 24
	userParts   = 8
)

// previewsAtOnce is how many previews are made at the same time. The users who wait take turns.
const previewsAtOnce = 2

// mostFiles is the maximum number of files of a ticket.
const mostFiles = 10_000

const attachmentNoun = "attachment"

// Config holds the limits on files; zero values select the defaults.
type Config struct {
	FileLimit int64      // bytes of one file
	Quota     int64      // bytes of all files of a project
	Bucket    *s3.Bucket // stores new files; nil: the database does
}

// Service provides the use cases for files. It is safe for concurrent use.
type Service struct {
	*instance.Instance

	fileLimit, quota   int64
	bucket             *s3.Bucket
	uploads, downloads *gate.Limit
	previews           *gate.Gate // each preview being made needs memory, up to preview.MaxBytes
}

// New returns the service of an instance.
func New(i *instance.Instance, config Config) *Service {
	uploads := gate.NewLimit(uploadsAtOnce, userUploads)
	if config.Bucket != nil {
		uploads = gate.NewLimit(partsAtOnce, userParts)
	}
	return &Service{
		Instance:  i,
		fileLimit: cmp.Or(config.FileLimit, DefaultLimit),
		quota:     cmp.Or(config.Quota, DefaultQuota),
		bucket:    config.Bucket,
		uploads:   uploads,
		previews:  gate.New(previewsAtOnce),
		downloads: gate.NewLimit(downloadsAtOnce, userDownloads),
	}
}

// Limit returns the maximum size of a file.
func (s *Service) Limit() int64 { return s.fileLimit }

// Quota returns the maximum size of all files of a project.
func (s *Service) Quota() int64 { return s.quota }

// Ready returns an error if files can neither be stored nor read, because the S3-compatible store cannot be used.
func (s *Service) Ready(ctx context.Context) error {
	if s.bucket == nil {
		return nil
	}
	return s.bucket.Ping(ctx)
}

// TooLarge returns the error for a file that is larger than allowed.
func (s *Service) TooLarge() error {
	return domain.Errorf(domain.TooLarge, "the file must not be larger than %s", size(s.fileLimit)).At("file")
}

func (s *Service) full() error {
	return domain.Errorf(domain.Full, "the files of a project must not be larger than %s in total; delete some first", size(s.quota)).At("file")
}

func busy() error {
	return domain.Errorf(domain.Unavailable, "too many files are being transferred; try again in a moment")
}
