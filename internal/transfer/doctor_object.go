package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"earnest/internal/db"
	"earnest/internal/files"
	"earnest/internal/transfer/store"
)

const (
	// objectPage is how many objects are looked up at a time.
	objectPage = 500
	// unusedAge is the age at which an object of no use should have been swept long ago.
	unusedAge = 48 * time.Hour
)

// objectChecks checks the files in an S3-compatible store. They are read after the snapshot of the other checks has ended, since this takes long.
// There is nothing to check if the instance neither has such files nor is configured to have any.
func (a *Service) objectChecks(ctx context.Context) []store.Check {
	const whole, known = "every file in the S3-compatible store is complete and has its hash", "every object in the S3-compatible store is of use"
	left, err := a.LeftOut(ctx)
	switch {
	case err != nil:
		return []store.Check{store.Found(whole, nil, err)}
	case left.Files == 0 && !a.files.HasBucket():
		return nil
	case !a.files.HasBucket():
		note := fmt.Sprintf("%d files are in an S3-compatible store; to check them, say which with --files-s3-endpoint and the flags that go with it", left.Files)
		return []store.Check{{Name: whole, Note: note}}
	}
	damaged, err := a.damagedObjects(ctx)
	checks := []store.Check{store.Found(whole, damaged, err)}
	orphans, err := a.orphans(ctx)
	return append(checks, store.Found(known, orphans, err))
}

// damagedObjects reads every file in the store and returns a sentence for each that is not what its row says.
func (a *Service) damagedObjects(ctx context.Context) (problems []string, err error) {
	for after := int64(0); ; {
		page, err := db.Read(ctx, a.DB, func(tx *db.Tx) ([]store.Object, error) { return store.Objects(ctx, tx, after, objectPage) })
		if err != nil || len(page) == 0 {
			return problems, err
		}
		for _, o := range page {
			problem, err := a.damage(ctx, o)
			if err != nil {
				return problems, err
			}
			if problem != "" {
				problems = append(problems, fmt.Sprintf("content %d of project %s (sha256 %s) %s", o.ID, o.Project, o.SHA256, problem))
			}
			after = o.ID
		}
	}
}

// damage returns what is wrong with a file in the store, or "".
func (a *Service) damage(ctx context.Context, o store.Object) (string, error) {
	sum := sha256.New()
	err := a.files.Copy(ctx, sum, o.FileContent)
	switch {
	case errors.Is(err, files.ErrMissing):
		return "is missing: the bucket has no object " + o.FileContent.Object, nil
	case errors.Is(err, files.ErrShort):
		return "is too short", nil
	case err != nil:
		return "", err
	case hex.EncodeToString(sum.Sum(nil)) != o.SHA256:
		return "has another hash", nil
	}
	return "", nil
}

// orphans returns a sentence for each object that no row announced, and one for those that should have been swept.
func (a *Service) orphans(ctx context.Context) (problems []string, err error) {
	n, err := db.Read(ctx, a.DB, func(tx *db.Tx) (int, error) { return store.CountUnused(ctx, tx, a.Now().Add(-unusedAge)) })
	if err != nil {
		return nil, err
	}
	if n > 0 {
		problems = append(problems, fmt.Sprintf("%d objects of interrupted uploads or deleted files are older than two days; a running server deletes them", n))
	}
	for keys, err := range a.files.ObjectKeys(ctx, objectPage) {
		if err != nil {
			return problems, err
		}
		known, err := db.Read(ctx, a.DB, func(tx *db.Tx) (map[string]bool, error) { return store.KnownObjects(ctx, tx, keys) })
		if err != nil {
			return problems, err
		}
		strange, err := a.files.Existing(ctx, slices.DeleteFunc(keys, func(key string) bool { return known[key] }))
		for _, key := range strange {
			problems = append(problems, fmt.Sprintf("the object %s belongs to no file", key))
		}
		if err != nil {
			return problems, err
		}
	}
	return problems, nil
}

// LacksFiles reports whether backups of this instance lack files: whether an S3-compatible store is configured, or has files.
func (a *Service) LacksFiles(ctx context.Context) (bool, error) {
	if a.files.HasBucket() {
		return true, nil
	}
	return db.Read(ctx, a.DB, func(tx *db.Tx) (bool, error) { return store.HasObjects(ctx, tx) })
}

// LeftOut sums up the files that a backup leaves out, because they are not in the database.
func (a *Service) LeftOut(ctx context.Context) (store.Left, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (store.Left, error) { return store.LeftOut(ctx, tx) })
}
