// Package s3 stores contents as objects in a bucket of an S3-compatible store. It knows nothing of files, and of no database.
package s3

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"earnest/internal/domain"
)

const (
	// dialTime is how long the store may take to accept a connection.
	dialTime = 3 * time.Second
	// answerTime is how long the store may take to begin its answer to a request.
	answerTime = 30 * time.Second
	// tries is how often a request is made if the store cannot be reached or says that it is busy.
	tries = 3
)

// Config says where a bucket is, and how to sign in.
type Config struct {
	Endpoint  string // https://…, or http://… for a store in the same trusted network
	Region    string
	Bucket    string
	AccessKey string
	SecretKey string
}

// Bucket is a bucket of a store. It is safe for concurrent use.
type Bucket struct {
	core   minio.Core
	name   string
	server string
}

// ErrMissing means that the bucket has no such object.
var ErrMissing = errors.New("the bucket has no such object")

// New returns a bucket. The store is not contacted yet.
func New(c Config) (*Bucket, error) {
	at, err := url.Parse(c.Endpoint)
	if err != nil || (at.Scheme != "https" && at.Scheme != "http") || at.Host == "" || (at.Path != "" && at.Path != "/") || at.RawQuery != "" || at.User != nil {
		return nil, fmt.Errorf("the endpoint must be an address such as https://s3.example.org, not %q", c.Endpoint)
	}
	core, err := minio.NewCore(at.Host, &minio.Options{
		Creds:      credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""),
		Secure:     at.Scheme == "https",
		Region:     c.Region,
		MaxRetries: tries,
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: dialTime}).DialContext,
			TLSHandshakeTimeout:   dialTime,
			ResponseHeaderTimeout: answerTime,
			MaxIdleConnsPerHost:   16,
			IdleConnTimeout:       time.Minute,
			DisableCompression:    true,
		},
	})
	if err != nil {
		return nil, err
	}
	return &Bucket{core: *core, name: c.Bucket, server: at.Scheme + "://" + at.Host}, nil
}

// String names the bucket and its store, without any secret.
func (b *Bucket) String() string { return fmt.Sprintf("the bucket %s at %s", b.name, b.server) }

// Ping returns an error if the bucket cannot be used now.
func (b *Bucket) Ping(ctx context.Context) error {
	exists, err := b.core.BucketExists(ctx, b.name)
	if err == nil && !exists {
		err = errors.New("the bucket does not exist")
	}
	return b.unavailable(err)
}

// unavailable returns the error for a request to the store that failed. A caller who tries again later may have more luck, whatever the reason: even
// wrong settings are put right one day.
func (b *Bucket) unavailable(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return domain.Wrap(domain.Unavailable, fmt.Errorf("%s: %w", b, err), "the store of the files cannot be reached; try again in a moment")
}

// missing reports whether the store says that it has no such object or upload.
func missing(err error) bool {
	code := minio.ToErrorResponse(err).Code
	return code == minio.NoSuchKey || code == minio.NoSuchUpload
}
