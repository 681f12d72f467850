package front

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"earnest/internal/domain"
	"earnest/internal/front/coding"
)

// Matches looks for an ETag in a client's If-None-Match header and returns it as the client sent it, which may be that of a compressed
// response. An asterisk matches any answer that is known to exist.
func Matches(header []string, etag string, exists bool) (tag string, ok bool) {
	for _, line := range header {
		for one := range strings.SplitSeq(line, ",") {
			one = strings.TrimSpace(one)
			if one == "*" && exists {
				return etag, true
			}
			if one = strings.TrimPrefix(one, "W/"); one == etag || coding.Plain(one) == etag {
				return one, true
			}
		}
	}
	return "", false
}

// Version returns a text that identifies the state of an object, given the time of its last change.
func Version(changedAt time.Time) string { return strconv.FormatInt(changedAt.UnixMicro(), 36) }

// Matching returns the caller of a request that changes or deletes an object. If the request has an If-Match header, the use case compares it with the ETag
// of the object as it is when the project is locked, and returns a Stale error with this message if they differ.
func Matching[T any](header http.Header, caller domain.Caller, etag func(T) string, message string) domain.Caller {
	tags := header["If-Match"]
	if len(tags) == 0 {
		return caller
	}
	caller.Match = func(current any) error {
		if matchesStrongly(tags, etag(current.(T))) { //nolint:errcheck,forcetypeassert // what the use case changes
			return nil
		}
		return domain.Errorf(domain.Stale, "%s", message)
	}
	return caller
}

// matchesStrongly reports whether a client's If-Match header includes the ETag of an object that exists. The suffix of a compressed answer is ignored.
func matchesStrongly(header []string, etag string) bool {
	for _, line := range header {
		for one := range strings.SplitSeq(line, ",") {
			one = strings.TrimSpace(one)
			if one == "*" || coding.Plain(one) == etag {
				return true
			}
		}
	}
	return false
}
