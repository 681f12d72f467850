package cli

import (
	"earnest/internal/config"
	"earnest/internal/files/s3"
)

// bucket returns the bucket set by the flags, or nil. It is not contacted yet, so the server can start without it.
func bucket(c config.FilesS3) (*s3.Bucket, error) {
	if c.Endpoint == "" {
		if c.Bucket != "" || c.AccessKey != "" || c.SecretKey != "" || c.SecretKeyFile != "" {
			return nil, usagef("the --files-s3-… flags need --files-s3-endpoint")
		}
		return nil, nil //nolint:nilnil // having none is not an error
	}
	if c.Bucket == "" || c.AccessKey == "" {
		return nil, usagef("--files-s3-endpoint needs --files-s3-bucket, --files-s3-access-key and a secret key")
	}
	secret, err := secretOf("--files-s3-secret-key-file", c.SecretKey, c.SecretKeyFile)
	if err != nil {
		return nil, err
	}
	if secret == "" {
		return nil, usagef("--files-s3-endpoint needs --files-s3-secret-key-file, or the variable EARNEST_FILES_S3_SECRET_KEY")
	}
	b, err := s3.New(s3.Config{
		Endpoint:  c.Endpoint,
		Region:    c.Region,
		Bucket:    c.Bucket,
		AccessKey: c.AccessKey,
		SecretKey: secret,
	})
	if err != nil {
		return nil, usagef("--files-s3-endpoint: %v", err)
	}
	return b, nil
}
