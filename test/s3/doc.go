// Package s3 names the S3 server that tests run: see internal/tests3. It is a separate module, so that the many dependencies of that server do not
// become the product's.
package s3
