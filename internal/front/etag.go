package front

import (
	"strconv"
	"strings"
	"time"
)

// Matches reports whether a client's If-None-Match header includes an ETag. An asterisk matches any answer that is known to exist.
func Matches(header []string, etag string, exists bool) bool {
	for _, line := range header {
		for one := range strings.SplitSeq(line, ",") {
			one = strings.TrimSpace(one)
			if strings.TrimPrefix(one, "W/") == etag || one == "*" && exists {
				return true
			}
		}
	}
	return false
}

// Version returns a text that identifies the state of an object, given the time of its last change.
func Version(changedAt time.Time) string { return strconv.FormatInt(changedAt.UnixMicro(), 36) }

// MatchesStrongly reports whether a client's If-Match header includes the ETag of an object that exists. The suffix of a compressed answer is ignored.
func MatchesStrongly(header []string, etag string) bool {
	for _, line := range header {
		for one := range strings.SplitSeq(line, ",") {
			one = strings.TrimSpace(one)
			if one == "*" || one == etag || withoutCoding(one) == etag {
				return true
			}
		}
	}
	return false
}

func withoutCoding(etag string) string {
	for _, coding := range []string{"-gzip", "-zstd"} {
		if plain, found := strings.CutSuffix(etag, coding+`"`); found {
			return plain + `"`
		}
	}
	return etag
}
