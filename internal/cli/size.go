package cli

import (
	"math"
	"strconv"
	"strings"

	"earnest/internal/config"
	"earnest/internal/files"
)

// fileConfig checks the flags that limit files and those of the S3-compatible store.
func fileConfig(c config.Files, store config.FilesS3) (files.Config, error) {
	limit, err := parseSize("--file-limit", c.FileLimit)
	if err != nil {
		return files.Config{}, err
	}
	quota, err := parseSize("--files-quota", c.FilesQuota)
	if err == nil && quota < limit {
		err = usagef("--files-quota must not be below --file-limit")
	}
	if err != nil {
		return files.Config{}, err
	}
	b, err := bucket(store)
	return files.Config{FileLimit: limit, Quota: quota, Bucket: b}, err
}

// parseSize parses a number of bytes, such as 25MiB.
func parseSize(flag, text string) (int64, error) {
	number, factor := text, int64(1)
	for _, unit := range []struct {
		name  string
		bytes int64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}} {
		if rest, found := strings.CutSuffix(text, unit.name); found {
			number, factor = strings.TrimSpace(rest), unit.bytes
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/factor {
		return 0, usagef("%s must be a number of bytes above 0, such as 25MiB, not %q", flag, text)
	}
	return n * factor, nil
}
